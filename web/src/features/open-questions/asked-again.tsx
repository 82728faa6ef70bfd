import type { QuestionGroupDetail } from '#contract/open-questions.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import { texts } from './texts.ts';

/** The answer of the agent after a group was closed, with what it cites. */
export function AskedAgain({ group: { asking, asked_again } }: { group: QuestionGroupDetail }) {
  if (asking)
    return (
      <div className="flex items-center gap-3 rounded-card border border-line bg-sunken px-4 py-3 text-control">
        <Spinner size="small" label={texts.asking} />
        <div aria-hidden="true">
          <p className="font-medium">{texts.asking}</p>
          <p className="text-ink-2">{texts.askingLine}</p>
        </div>
      </div>
    );
  if (!asked_again) return null;
  const { outcome, answer, cited } = asked_again;
  const isAnswered = outcome === 'answered';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Alert
        tone={isAnswered ? 'ok' : 'warn'}
        title={texts.outcomes[outcome]}
        line={outcome === 'failed' || outcome === 'not_ready' ? answer : undefined}
      />
      {isAnswered && (
        <div className="rounded-card border border-line px-4 py-3">
          <Markdown text={answer} />
          {cited.length > 0 && (
            <p className="mt-2 text-small wrap-anywhere text-ink-2">{texts.sources(cited.join(' · '))}</p>
          )}
        </div>
      )}
    </div>
  );
}
