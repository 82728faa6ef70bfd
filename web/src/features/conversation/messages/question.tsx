/** A question as a bubble, with what can be done about it. */
import { memo, Suspense, useState } from 'react';
import { fetched } from '../../../lib/fetched.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { PersonAvatar } from '../../../ui/display/avatar.tsx';
import type { Ask, Turn } from '../stream/turns.ts';
import { texts } from '../texts.ts';
import { editedText } from '../variants/edited-text.ts';
import { PlansLink, refusalWords } from './answer-ending.tsx';

export type Person = { name: string; isAdmin?: boolean };

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
  const { refusal, editRefused } = turn;
  // It was scrolled out of the page while it was edited, or the conversation was left.
  const [wasEditing, setEditing] = useState(() => editedText(sessionId, turn.id) !== undefined);
  // A question that was asked on in another tab is no longer edited here.
  const editing = wasEditing && isLast;
  if (wasEditing && !isLast) setEditing(false);
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
