/** Other ways to ask, one on each line, with proposals of a model to take over one by one. */
import { useQuery } from '@tanstack/react-query';
import { Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { VERIFIED_WORDINGS_MAX } from '#contract/limits.ts';
import { verifiedAnswersApi } from '#contract/verified-answers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { modelDefaults } from '../../admin/model-picker.tsx';
import { texts } from './texts.ts';

type WordingsFieldProps = {
  agentId: number;
  question: string;
  /** Lines. */
  value: string;
  onChange: (value: string) => void;
};

export const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function WordingsField({ agentId, question, value, onChange }: WordingsFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextArea
        label={texts.wordings}
        hint={texts.wordingsHint}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Proposals agentId={agentId} question={question} value={value} onChange={onChange} />
    </div>
  );
}

/** Nothing in local mode: no model would propose any. */
function Proposals({ agentId, question, value, onChange }: WordingsFieldProps) {
  const isLocal = useQuery(modelDefaults()).data?.local !== false;
  const [proposed, setProposed] = useState<string[] | null>(null);
  const lines = linesOf(value);
  const propose = useTask(async () => {
    const body = { question: question.trim(), wordings: lines.slice(0, VERIFIED_WORDINGS_MAX) };
    setProposed(await call(verifiedAnswersApi.wordings, { params: { id: agentId }, body }));
  });
  if (isLocal) return null;
  const left = proposed?.filter((text) => !lines.includes(text));
  const isFull = lines.length >= VERIFIED_WORDINGS_MAX;
  return (
    <>
      <Button
        size="small"
        icon={<Sparkles />}
        busy={propose.busy}
        disabled={!question.trim() || isFull}
        className="justify-self-start"
        onClick={propose.run}
      >
        {propose.busy ? texts.proposing : texts.propose}
      </Button>
      {propose.failure !== null && <Alert title={failureText(propose.failure, texts.proposeFailed)} />}
      <div role="status" className="empty:hidden">
        {left && proposed && left.length === 0 && (
          <p className="text-small text-ink-2">{proposed.length ? texts.allTaken : texts.noneProposed}</p>
        )}
        {left && left.length > 0 && <p className="text-small text-ink-2">{texts.proposedLine}</p>}
      </div>
      {left && left.length > 0 && (
        <ul aria-label={texts.proposals} className="grid gap-1">
          {left.map((text) => (
            <li key={text}>
              <button
                type="button"
                disabled={isFull}
                aria-label={texts.take(text)}
                onClick={() => onChange([...lines, text].join('\n'))}
                className="flex w-full items-start gap-2 rounded-control px-2 py-1.5 text-left hover:bg-sunken disabled:opacity-60 phone:min-h-11 phone:py-2.5"
              >
                <Plus className="mt-0.5 size-4 shrink-0 text-brand" aria-hidden="true" />
                <span className="min-w-0 wrap-anywhere">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
