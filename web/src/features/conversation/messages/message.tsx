/** One question and one answer, as bubbles. */
import { BadgeCheck, Search } from 'lucide-react';
import { memo, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Verified } from '#contract/chat-record.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { AgentAvatar, PersonAvatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { type Citing, CitingContext } from '../markdown/citation.tsx';
import { AnsweredSince } from '../openers/answered-since.tsx';
import { AnswerText } from '../results/answer-text.tsx';
import { Sources } from '../sources/source-cards.tsx';
import { useSourceReader } from '../sources/source-reader.tsx';
import { readSummary } from '../sources/source-words.ts';
import type { Ask, RunAgain, Turn, TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerEnding, endWords, refusalWords, rerunRefusalWords } from './answer-ending.tsx';
import { Filters } from './filters.tsx';
import { MessageBoundary } from './message-boundary.tsx';

export type Person = { name: string; isAdmin?: boolean };
export type Agent = { id: number | null; name: string };
/** Content that a screen adds under a finished answer. `onAsk` only at the last one, while a question may be sent. */
export type Below = (turn: Turn, onAsk: Ask | undefined) => ReactNode;

/** No grids around growing text: each measures all its content, and nested ones do so repeatedly. */
const frame = 'relative pl-[46px] phone:pl-0';

// Fetched once the last question is there.
const { Component: QuestionTools } = fetched(
  async () => (await import('../variants/question-tools.tsx')).QuestionTools,
);

type QuestionProps = {
  turn: Turn;
  reader: Person;
  onAsk: Ask | undefined;
  /** Only the last question can be edited. */
  isLast: boolean;
  sessionId: string | undefined;
};

export const Question = memo(function Question({ turn, reader, onAsk, isLast, sessionId }: QuestionProps) {
  const [editing, setEditing] = useState(false);
  const { refusal, editRefused } = turn;
  // Where what was edited is refused, it is edited again.
  const [seen, setSeen] = useState(editRefused);
  if (seen !== editRefused) {
    setSeen(editRefused);
    if (editRefused !== undefined) setEditing(true);
  }
  const words = refusal && refusalWords(refusal.failure, refusal.initial);
  return (
    <article aria-label={texts.you} data-role="user" className="grid justify-items-end gap-2.5">
      <div hidden={editing} className="flex max-w-full items-end justify-end gap-3 phone:gap-2">
        <p
          tabIndex={isLast && onAsk ? 0 : undefined}
          className="max-w-[608px] min-w-0 rounded-[18px_18px_4px_18px] border border-line bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere phone:text-[16px]"
        >
          {turn.question}
        </p>
        <PersonAvatar name={reader.name} />
      </div>
      {turn.without_files.length > 0 && (
        <p className="pr-[50px] text-tiny text-ink-3">{texts.sentWithout(turn.without_files.length)}</p>
      )}
      {isLast && (
        // Its room is there before the code is.
        <div className="-my-1.5 grid min-h-8 w-full phone:min-h-11">
          <Suspense>
            <QuestionTools {...{ turn, onAsk, sessionId, editing }} onEditing={setEditing} />
          </Suspense>
        </div>
      )}
      {words && (
        <Alert
          tone={words.tone}
          title={words.title}
          line={words.line}
          onRetry={onAsk && !words.isFinal && !editing ? () => onAsk(turn.question, turn) : undefined}
          className="max-w-[608px]"
        >
          {words.plans && <PlansLink />}
        </Alert>
      )}
    </article>
  );
});

const PlansLink = () => (
  <Link to={paths.subscription} className={buttonLook('secondary', 'small')}>
    {texts.plans}
  </Link>
);

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
            <Status turn={turn} answer={answer} agent={agent} />
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

/** The line above an answer; always present, so that nothing moves when the sources arrive. */
function Status({ turn, answer, agent }: { turn: Turn; answer: TurnAnswer; agent: Agent }) {
  const { text, sources, growing } = answer;
  return (
    <div className="flex min-h-[26px] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-tiny text-ink-3">
      <span className="desk:hidden">
        <AgentAvatar id={agent.id} name={agent.name} size="small" />
      </span>
      {growing && <Badge>{text ? texts.writing : texts.waiting}</Badge>}
      {!growing && answer.verified && <VerifiedBadge verified={answer.verified} />}
      {!growing && !answer.verified && sources.length > 0 && (
        <Badge tone="brand" icon={<Search />}>
          {readSummary(sources)}
        </Badge>
      )}
      {!growing && (
        <time dateTime={turn.asked_at} title={formatDateTime(turn.asked_at)}>
          {momentOf(turn.asked_at)}
        </time>
      )}
    </div>
  );
}

/** Written by people: the area that answers for it, and the day on which it did. */
function VerifiedBadge({ verified }: { verified: Verified }) {
  return (
    <span title={texts.verifiedTitle}>
      <Badge tone="ok" icon={<BadgeCheck />} wraps>
        {texts.verified(verified.owner_label, formatDate(`${verified.verified_on}T12:00:00`))}
      </Badge>
    </span>
  );
}

const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

/** When a message was written: «09:12» today, else with its date. */
function momentOf(time: string, now: Date = new Date()): string {
  const date = new Date(time);
  return date.toDateString() === now.toDateString() ? timeFormat.format(date) : formatDateTime(date);
}
