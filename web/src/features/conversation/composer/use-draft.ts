/** What stands in the question box, kept for the person who typed it until it is sent. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts, keepDraftsOnLeave } from '../../../lib/browser/drafts.ts';

/** `userId` undefined: it lives as long as the screen. Mount it anew for another place. */
export function useDraft(userId: number | undefined, place: string) {
  const [draft, setDraft] = useState(() => (userId === undefined ? '' : (drafts.peek(userId, place) ?? '')));
  /** The text as of now, not as of the last time it was drawn; undefined while nothing has been typed. */
  const now = useRef(draft || undefined);

  const change = useCallback(
    (text: string) => {
      now.current = text;
      setDraft(text);
      if (userId !== undefined) drafts.keep(userId, place, text);
    },
    [userId, place],
  );
  /** Empties the box, unless it holds something else than what was sent. It is kept until the server has it. */
  const clearSent = useCallback((question: string) => {
    if (now.current?.trim() !== question) return;
    now.current = '';
    setDraft('');
  }, []);
  /** The server has heard the question. */
  const forgetSent = useCallback(
    (question: string) => {
      if (userId !== undefined && drafts.peek(userId, place)?.trim() === question)
        drafts.keep(userId, place, '');
    },
    [userId, place],
  );
  /** Puts a question that came back into the box, unless another one stands there. */
  const giveBack = useCallback(
    (question: string) => {
      if (!now.current?.trim()) change(question);
    },
    [change],
  );

  useEffect(() => {
    if (userId === undefined) return;
    let here = true;
    void drafts.read(userId, place).then((text) => {
      // What is typed meanwhile is newer.
      if (!here || text === '' || now.current !== undefined) return;
      now.current = text;
      setDraft(text);
    });
    const leave = keepDraftsOnLeave();
    return () => {
      here = false;
      leave();
      drafts.flush();
    };
  }, [userId, place]);

  return { draft, change, clearSent, forgetSent, giveBack };
}
