/** An answer as a bubble, with its sources and what can be done with it. */
import { memo, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Alert } from '../../../ui/display/alert.tsx';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { type Citing, CitingContext } from '../markdown/citation.tsx';
import { AnsweredSince } from '../openers/answered-since.tsx';
import { AnswerText } from '../results/answer-text.tsx';
import { Sources } from '../sources/source-cards.tsx';
import { useSourceReader } from '../sources/source-reader.tsx';
import type { Ask, RunAgain, Turn, TurnAnswer } from '../stream/turns.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerEnding, endWords, PlansLink, rerunRefusalWords } from './answer-ending.tsx';
import { type Agent, AnswerStatus } from './answer-status.tsx';
import { Filters } from './filters.tsx';
import { MessageBoundary } from './message-boundary.tsx';

/** Content that a screen adds under a finished answer. `onAsk` only at the last one, while a question may be sent. */
export type Below = (turn: Turn, onAsk: Ask | undefined) => ReactNode;

/** No grids around growing text: each measures all its content, and nested ones do so repeatedly. */
const frame = 'relative pl-[46px] phone:pl-0';

type AnswerProps = {
  turn: Turn;
  answer: TurnAnswer;
  agent: Agent;
  /** Only at the last answer; undefined while nothing may be sent. */
  onAsk: Ask | undefined;
  onRunAgain?: RunAgain | undefined;
  /** Asks again without a filter; at every answer. */
  onRefine?: Ask | undefined;
  /** The conversation; without it the answer cannot be rated. */
  sessionId?: string | undefined;
  below?: Below | undefined;
  isAdmin?: boolean | undefined;
};

export const AnswerMessage = memo(function AnswerMessage(props: AnswerProps) {
  const { turn, answer, agent, onRefine } = props;
  const { text, growing } = answer;
  const { article, citing } = useCiting(turn, answer);
  // The question is painted first; the answer follows in the place reserved for it.
  const begun = useDeferredValue(true, !growing || text !== '');
  // Everything under the answer is rendered right after its last words, not together with them.
  const ended = useDeferredValue(!growing) && !growing;
  return (
    <article
      ref={article}
      aria-label={agent.name}
      aria-busy={growing}
      data-role="assistant"
      data-message-id={turn.id}
      data-status={answer.status}
      className={`${frame} min-h-[38px]`}
    >
      {begun && (
        <>
          <div className="absolute top-0 left-0 phone:hidden">
            <AgentAvatar id={agent.id} name={agent.name} />
          </div>
          <div className="flow-root *:not-first:mt-3">
            <AnswerStatus turn={turn} answer={answer} agent={agent} />
            <CitingContext value={citing}>
              {(text || growing) && (
                <MessageBoundary text={text} attempt={growing || text}>
                  <AnswerText
                    text={text}
                    results={answer.results}
                    unchecked={answer.unchecked_numbers}
                    growing={growing}
                    messageId={turn.id}
                    onAdjust={onRefine && ((question, adjust) => onRefine(question, { adjust }))}
                  />
                </MessageBoundary>
              )}
              {ended && <Filters turn={turn} answer={answer} onAsk={onRefine} />}
              {ended && text && <Sources answer={text} sources={answer.sources} />}
            </CitingContext>
            <AnswerEnd {...props} ended={ended} />
          </div>
        </>
      )}
    </article>
  );
});

/** The sources of an answer, and the way to each: a panel, or the block of a result. */
function useCiting(turn: Turn, { sources, growing }: TurnAnswer) {
  const [lit, setLit] = useState<number | undefined>();
  const article = useRef<HTMLElement>(null);
  const openSource = useSourceReader();
  const citing: Citing = useMemo(
    () => ({
      sources,
      growing,
      lit,
      light: setLit,
      show: (source) => {
        if (source.kind === 'link') {
          window.open(source.url, '_blank', 'noopener,noreferrer');
          return;
        }
        if (source.kind === 'result' && pointAtResult(article.current, source.index)) return;
        openSource({ messageId: turn.id, sources, source });
      },
    }),
    [sources, growing, lit, openSource, turn.id],
  );
  return { article, citing };
}

/** How an answer ended, and what can be done with it. */
function AnswerEnd(props: AnswerProps & { ended: boolean }) {
  const { turn, answer, ended, onRunAgain, below, isAdmin = false } = props;
  const end = turn.rerunRefusal ? rerunRefusalWords(turn.rerunRefusal) : endWords(answer);
  const { askAgain, retry } = againOf(props);
  // An interrupted answer has its own buttons below the alert.
  const isRetriedHere = answer.cut || answer.status !== 'interrupted';
  return (
    <>
      {end && (
        <Alert title={end.title} line={end.line} onRetry={isRetriedHere ? retry : undefined}>
          {end.plans && <PlansLink />}
        </Alert>
      )}
      {ended && (
        <>
          <AnswerEnding
            answer={answer}
            onRetry={end && isRetriedHere ? undefined : retry}
            onContinue={onRunAgain && (() => onRunAgain(turn, 'continue'))}
            isAdmin={isAdmin}
          />
          {answer.text && (
            <AnswerActions answer={answer} onAskAgain={end ? undefined : askAgain} rated={ratedOf(props)} />
          )}
          <SinceThen {...props} />
          {below?.(turn, props.onAsk)}
        </>
      )}
    </>
  );
}

/** Asked again in the words of the question, whatever was left out or adjusted then. */
function SinceThen({ turn: { id, question, asked_at, answered_since }, answer, onRefine }: AnswerProps) {
  if (!answered_since || id === undefined) return null;
  return (
    <AnsweredSince
      messageId={id}
      asked_at={asked_at}
      isRatedDown={answer.feedback?.value === 'down'}
      onAskAgain={onRefine && (() => onRefine(question))}
    />
  );
}

const ratedOf = ({ turn, sessionId }: AnswerProps) =>
  turn.id === undefined || !sessionId ? undefined : { sessionId, messageId: turn.id };

/** The server retries only what did not come to its end; an empty answer did. */
function againOf({ turn, answer, onAsk, onRunAgain }: AnswerProps) {
  const askAgain = onAsk && questionAgain(turn, answer, onAsk);
  const isDone = answer.status === 'done' && !answer.cut;
  return { askAgain, retry: isDone ? askAgain : onRunAgain && (() => onRunAgain(turn, 'retry')) };
}

/** The words of an edited plan are no question: it is asked again as a plan. */
function questionAgain(turn: Turn, { results }: TurnAnswer, onAsk: Ask): (() => void) | undefined {
  const { id, question, without, adjust, on_date, without_files } = turn;
  if (!turn.adjusted) return () => onAsk(question, { without, on_date, without_files });
  if (adjust) return () => onAsk(question, { adjust });
  const [result] = results;
  if (id === undefined || !result) return undefined;
  const { index, plan } = result;
  return () => onAsk(question, { adjust: { message_id: id, index, plan } });
}

/** Scrolls to the block of a result and focuses it; false where the answer has none. */
function pointAtResult(article: HTMLElement | null, index: number): boolean {
  const block = article?.querySelector<HTMLElement>(`[data-result="${index}"]`);
  if (!block) return false;
  block.focus({ preventScroll: true });
  block.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  return true;
}
