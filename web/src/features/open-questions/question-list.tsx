import type { GroupedQuestion } from '#contract/open-questions.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { texts } from './texts.ts';

type QuestionListProps = {
  /** The newest of them. */
  questions: GroupedQuestion[];
  count: number;
  chosen: ReadonlySet<number>;
  /** Undefined where none may be split from the group. */
  onChoose: ((chosen: ReadonlySet<number>) => void) | undefined;
};

/** The questions of a group, bare. */
export function QuestionList({ questions, count, chosen, onChoose }: QuestionListProps) {
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose?.(next);
  };
  return (
    <div className="grid gap-2">
      {onChoose && <p className="text-small text-ink-2">{texts.splitHint}</p>}
      <ul aria-label={texts.questions} className="divide-y divide-line rounded-card border border-line">
        {questions.map(({ id, question, kinds, reason, created_at }) => (
          <li key={id} className="flex items-start gap-3 px-4 py-3">
            {onChoose && (
              <input
                type="checkbox"
                aria-label={texts.choose(question)}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                className="mt-1 size-4 shrink-0 accent-brand phone:size-6"
              />
            )}
            <div className="min-w-0 flex-1">
              <p className="leading-snug whitespace-pre-wrap wrap-anywhere">{question}</p>
              {reason && <p className="mt-1 text-small wrap-anywhere text-ink-2">{texts.reason(reason)}</p>}
              <p className="mt-1.5 flex flex-wrap items-center gap-2">
                {kinds.map((kind) => (
                  <Badge key={kind} tone={kind === 'down' ? 'danger' : 'warn'}>
                    {texts.badges[kind]}
                  </Badge>
                ))}
                <time dateTime={created_at} className="text-tiny text-ink-3 tabular-nums">
                  {formatDateTime(created_at)}
                </time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {count > questions.length && (
        <p className="text-small text-ink-3">{texts.more(formatNumber(count - questions.length))}</p>
      )}
    </div>
  );
}
