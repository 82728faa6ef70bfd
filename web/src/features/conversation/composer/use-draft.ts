/** The draft in the question box, stored for the person who typed it until it is sent. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts, keepDraftsOnLeave } from '../../../lib/browser/drafts.ts';

/** Without `userId` the draft lives as long as the screen. Remount for another place. */
export function useDraft(userId: number | undefined, place: string) {
  const [draft, setDraft] = useState(() => (userId === undefined ? '' : (drafts.peek(userId, place) ?? '')));
  /** The current text, newer than the rendered one; undefined while nothing has been typed. */
  const now = useRef(draft || undefined);

  const change = useCallback(
    (text: string) => {
      now.current = text;
      setDraft(text);
      if (userId !== undefined) drafts.keep(userId, place, text);
    },
    [userId, place],
  );
  /** Empties the box unless it holds something else than what was sent. The stored draft stays until the server has it. */
  const clearSent = useCallback((question: string) => {
    if (now.current?.trim() !== question) return;
    now.current = '';
    setDraft('');
  }, []);
  /** Deletes the stored draft once the server has the question. */
  const forgetSent = useCallback(
    (question: string) => {
      if (userId !== undefined && drafts.peek(userId, place)?.trim() === question)
        drafts.keep(userId, place, '');
    },
    [userId, place],
  );
  /** Puts a refused question back into the box, unless another one has been typed. */
  const giveBack = useCallback(
    (question: string) => {
      if (!now.current?.trim()) change(question);
    },
    [change],
  );

  useEffect(() => {
    if (userId === undefined) return;
    let isMounted = true;
    void drafts.read(userId, place).then((text) => {
      // Text that was typed meanwhile is newer.
      if (!isMounted || text === '' || now.current !== undefined) return;
      now.current = text;
      setDraft(text);
    });
    const leave = keepDraftsOnLeave();
    return () => {
      isMounted = false;
      leave();
      drafts.flush();
    };
  }, [userId, place]);

  return { draft, change, clearSent, forgetSent, giveBack };
}
