/** The turns of a conversation that are in view, and the announcement of a finished answer. */
import { memo, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { LinkGuardProvider } from '../markdown/answer-link.tsx';
import { SourceReader } from '../sources/source-reader.tsx';
import type { Ask, RunAgain, Turn, TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';
import { AnswerMessage, type Below } from './answer-message.tsx';
import type { Agent } from './answer-status.tsx';
import { MessageBoundary } from './message-boundary.tsx';
import { type Person, Question } from './question.tsx';
import { useTurnWindow } from './use-turn-window.ts';

/** Duration of the mark on a message that was searched for. */
const MARKED_MS = 2_000;
/** Frames to reach a distant message: the heights between become known on the way. */
const REACH_FRAMES = 30;
/** Space above it. */
const ABOVE_PX = 24;

export type MessageListHandle = {
  /** Scrolls to a turn and marks it for a moment. */
  show: (key: string) => void;
};

type MessageListProps = {
  turns: Turn[];
  agent: Agent;
  reader: Person;
  /** Asks a question; undefined while none may be asked. */
  onAsk: Ask | undefined;
  onRunAgain: RunAgain | undefined;
  /** The conversation; without it answers cannot be rated. */
  sessionId?: string | undefined;
  below?: Below | undefined;
  ref?: Ref<MessageListHandle>;
};

/** Memoised: typing a question does not render it again. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { turns, agent, reader, onAsk, onRunAgain, sessionId, below: belowAnswer, ref } = props;
  const { list, scroller, shown, above, below, measure, bring } = useTurnWindow(turns);
  const marked = useMarkedTurn(ref, (key) => reach(scroller, key, () => bring(key)));
  const last = turns.at(-1);

  return (
    <LinkGuardProvider>
      <SourceReader>
        <section ref={list} aria-label={texts.messages} className="-mb-[26px]">
          <div style={{ height: above }} />
          {shown.map(({ index, turn }) => {
            const ask = turn === last ? onAsk : undefined;
            return (
              <div
                key={turn.key}
                ref={measure}
                data-index={index}
                data-turn={turn.key}
                data-marked={turn.key === marked || undefined}
                className="relative flow-root pb-[26px] *:not-first:mt-[26px] before:pointer-events-none before:absolute before:-inset-x-3 before:-top-3 before:bottom-3 before:-z-10 before:rounded-card before:transition-colors before:duration-200 data-marked:before:bg-ipe-soft/60"
              >
                <MessageBoundary text={turn.question} attempt={turn.question}>
                  <Question
                    turn={turn}
                    reader={reader}
                    onAsk={ask}
                    isLast={turn === last}
                    sessionId={sessionId}
                  />
                </MessageBoundary>
                {turn.answer && (
                  <MessageBoundary text={turn.answer.text} attempt={turn.answer.growing || turn}>
                    <AnswerMessage
                      turn={turn}
                      answer={turn.answer}
                      agent={agent}
                      onAsk={ask}
                      onRunAgain={turn === last ? onRunAgain : undefined}
                      onRefine={onAsk}
                      sessionId={sessionId}
                      below={belowAnswer}
                      isAdmin={reader.isAdmin}
                    />
                  </MessageBoundary>
                )}
              </div>
            );
          })}
          <div style={{ height: below }} />
          <Announcement answer={last?.answer} />
        </section>
      </SourceReader>
    </LinkGuardProvider>
  );
});

/** The key of the turn that was shown last, for as long as it is marked. */
function useMarkedTurn(ref: Ref<MessageListHandle> | undefined, scrollTo: (key: string) => void) {
  const [marked, setMarked] = useState<string | undefined>();
  useImperativeHandle(ref, () => ({
    show: (key) => {
      scrollTo(key);
      setMarked(key);
    },
  }));
  useEffect(() => {
    if (marked === undefined) return;
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked;
}

/** Scrolls a turn to the top of the view and keeps it there until the heights around it have settled. */
function reach(scroller: () => HTMLElement | null, key: string, bring: () => void): void {
  let still = 0;
  let frames = 0;
  const step = () => {
    const view = scroller();
    const turn = view?.querySelector(`[data-turn="${CSS.escape(key)}"]`);
    if (!view) return;
    if (turn) {
      // `scrollIntoView` would also scroll outer containers.
      const before = view.scrollTop;
      view.scrollTop += turn.getBoundingClientRect().top - view.getBoundingClientRect().top - ABOVE_PX;
      still = Math.abs(view.scrollTop - before) < 1 ? still + 1 : 0;
    } else bring();
    frames += 1;
    if (still < 3 && frames < REACH_FRAMES) requestAnimationFrame(step);
  };
  step();
}

/** Announces once to screen readers that an answer has ended. */
function Announcement({ answer }: { answer: TurnAnswer | undefined }) {
  const growing = answer?.growing ?? false;
  const [said, setSaid] = useState({ growing, words: '' });
  if (growing !== said.growing) setSaid({ growing, words: growing || !answer ? '' : endingOf(answer) });
  return (
    <p role="status" className="sr-only">
      {said.words}
    </p>
  );
}

const endingOf = ({ status }: TurnAnswer) => (status === 'done' ? texts.finished : texts.finishedBadly);
