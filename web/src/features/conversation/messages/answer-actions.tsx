/** Actions on a finished answer: copy, ask again, rate. */
import { useQuery } from '@tanstack/react-query';
import { Check, Copy, ListPlus, RefreshCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Source } from '#contract/citations.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { useCopy } from '../../../lib/use-copy.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Reason, Thumbs } from '../rating/rating.tsx';
import { type Rated, useRating } from '../rating/use-rating.ts';
import { withSources } from '../sources/source-words.ts';
import { sessionQuery } from '../stream/queries.ts';
import type { TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';
import { answerHtml } from './answer-html.ts';

/** Fetched once an answer is there: menus are no small matter. */
const { Component: AnswerMenu } = fetched(
  async () => (await import('../receipts/answer-menu.tsx')).AnswerMenu,
);

type AnswerActionsProps = {
  answer: TurnAnswer;
  onAskAgain: (() => void) | undefined;
  /** The stored answer; undefined while there is none to rate. */
  rated: Rated | undefined;
};

export function AnswerActions({ rated, ...props }: AnswerActionsProps) {
  if (!rated) return <Buttons {...props} />;
  return <WithRating {...props} rated={rated} />;
}

function WithRating({ rated, ...props }: AnswerActionsProps & { rated: Rated }) {
  const rating = useRating(rated, props.answer.feedback);
  const { data: session } = useQuery({ ...sessionQuery(rated.sessionId), enabled: false });
  const isRated = !props.answer.copied && !session?.expires_at;
  return (
    <>
      <Buttons {...props}>
        {isRated && <Thumbs rating={rating} />}
        <Suspense fallback={null}>
          <AnswerMenu {...rated} isDone={props.answer.status === 'done'} />
        </Suspense>
      </Buttons>
      <Reason rating={rating} withFiles={props.answer.with_files} />
    </>
  );
}

/** HTML of the answer that a button belongs to; the plain text form is the Markdown as written. */
function htmlAround(button: Element, sources?: Source[]): string | undefined {
  const drawn = button.closest('article')?.querySelectorAll('.answer-text, [data-result] table');
  return drawn?.length ? answerHtml([...drawn], sources) : undefined;
}

type ButtonsProps = Omit<AnswerActionsProps, 'rated'> & { children?: ReactNode };

function Buttons({ answer, onAskAgain, children }: ButtonsProps) {
  const { copied, failed, copy } = useCopy<'answer' | 'sources'>();
  const { text, sources } = answer;
  return (
    <div className="mt-2! -ml-2.5 flex flex-wrap items-center gap-0.5 text-ink-3">
      <IconButton
        label={copied === 'answer' ? texts.copied : texts.copy}
        className="text-ink-3"
        onClick={({ currentTarget }) => copy('answer', text, htmlAround(currentTarget))}
      >
        {copied === 'answer' ? <Check className="text-ok" /> : <Copy />}
      </IconButton>
      {sources.length > 0 && (
        <IconButton
          label={copied === 'sources' ? texts.copied : texts.copyWithSources}
          className="text-ink-3"
          onClick={({ currentTarget }) =>
            copy('sources', withSources(text, sources), htmlAround(currentTarget, sources))
          }
        >
          {copied === 'sources' ? <Check className="text-ok" /> : <ListPlus />}
        </IconButton>
      )}
      {onAskAgain && (
        <IconButton label={texts.askAgain} className="text-ink-3" onClick={onAskAgain}>
          <RefreshCw />
        </IconButton>
      )}
      {children}
      <span role="status" className="ml-1 text-tiny">
        {failed ? texts.copyFailed : copied ? texts.copied : ''}
      </span>
    </div>
  );
}
