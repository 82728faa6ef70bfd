/** One check: what is asked and expected, how the last run went, and on demand what was answered. */
import { Pencil, Trash2 } from 'lucide-react';
import type { AgentCheck, CheckResult } from '#contract/agent-checks.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { expectationText, texts } from './texts.ts';

type CheckRowProps = {
  check: AgentCheck;
  /** It is being asked at this moment. */
  asking: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

export function CheckRow({ check, asking, onEdit, onRemove }: CheckRowProps) {
  const { question, expectation, last_result } = check;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3">
      <div className="flex items-start gap-2">
        <p className="line-clamp-3 min-w-0 flex-1 font-medium wrap-anywhere">{question}</p>
        <div className="-my-1.5 -mr-2.5 flex shrink-0">
          <IconButton label={texts.edit(question)} className="text-ink-3" onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton label={texts.remove(question)} className="text-ink-3" onClick={onRemove}>
            <Trash2 />
          </IconButton>
        </div>
      </div>
      <p className="text-small text-ink-2 wrap-anywhere">{expectationText(expectation)}</p>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small">
        <Outcome result={last_result} asking={asking} />
        {last_result && !asking && (
          <time dateTime={last_result.at} className="text-ink-2 tabular-nums">
            {formatDateTime(last_result.at)}
          </time>
        )}
      </div>
      {last_result && !asking && <Result result={last_result} />}
    </li>
  );
}

const outcomes = {
  holds: { tone: 'ok', label: texts.holds },
  fails: { tone: 'danger', label: texts.fails },
  error: { tone: 'warn', label: texts.error },
} as const;

function Outcome({ result, asking }: { result: CheckResult | null; asking: boolean }) {
  if (asking) return <Badge tone="brand">{texts.asking}</Badge>;
  if (!result) return <Badge>{texts.notRun}</Badge>;
  const { tone, label } = outcomes[result.outcome];
  return <Badge tone={tone}>{label}</Badge>;
}

function Result({ result: { outcome, reason, answer, cited } }: { result: CheckResult }) {
  return (
    <>
      {outcome !== 'holds' && <p className="text-small wrap-anywhere">{reason}</p>}
      <details className="text-small">
        <summary className="w-fit cursor-pointer rounded-control text-ink-2 hover:text-ink phone:py-3">
          {texts.answer}
        </summary>
        <p className="mt-1.5 max-h-56 overflow-y-auto rounded-control bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
          {answer || texts.noAnswer}
        </p>
        {cited.length > 0 && <p className="mt-1 text-ink-2 wrap-anywhere">{texts.cited(cited)}</p>}
      </details>
    </>
  );
}
