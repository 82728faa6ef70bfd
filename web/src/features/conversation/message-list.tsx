/** The turns of a conversation, and the one announcement of a finished answer. */
import { Fragment, memo, useState } from 'react';
import { type Agent, AnswerMessage, type Person, Question } from './message.tsx';
import { texts } from './texts.ts';
import type { Turn, TurnAnswer } from './turns.ts';

type MessageListProps = {
  turns: Turn[];
  agent: Agent;
  reader: Person;
  /** Asks a question; undefined while none may be asked. */
  onAsk: ((question: string) => void) | undefined;
};

/** Typing a question does not touch it. */
export const MessageList = memo(function MessageList({ turns, agent, reader, onAsk }: MessageListProps) {
  const last = turns.at(-1);
  return (
    <section aria-label={texts.messages} className="grid grid-cols-[minmax(0,1fr)] gap-[26px]">
      {turns.map((turn) => {
        const ask = turn === last ? onAsk : undefined;
        return (
          <Fragment key={turn.key}>
            <Question turn={turn} reader={reader} onAsk={ask} />
            {turn.answer && <AnswerMessage turn={turn} answer={turn.answer} agent={agent} onAsk={ask} />}
          </Fragment>
        );
      })}
      <Announcement answer={last?.answer} />
    </section>
  );
});

/** Speaks once, when an answer that was seen growing has come to its end. */
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
