/** Sends questions from the box and from the list, and keeps the draft, the chosen day and the focus with them. */
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useMobile } from '../../lib/use-mobile.ts';
import { useDraft } from './composer/use-draft.ts';
import type { FilesHandle } from './files/conversation-files.tsx';
import type { End } from './messages/follow-end.tsx';
import type { Rerun } from './stream/answer.ts';
import type { AskWishes, Turn } from './stream/turns.ts';
import type { Question, useAnswer } from './stream/use-answer.ts';
import { forgetEdited, takeStranded } from './variants/edited-text.ts';

/** Parts of the screen that a question moves. */
type Parts = {
  end: RefObject<End | null>;
  box: RefObject<HTMLTextAreaElement | null>;
  files: RefObject<FilesHandle | null>;
};

type Place = {
  sessionId: string;
  readerId: number | undefined;
  firstDay: string | undefined;
  /** The newest question that is shown. */
  lastId: number | undefined;
};

type Answering = Pick<ReturnType<typeof useAnswer>, 'ask' | 'rerun' | 'live'>;

export function useAsking(place: Place, answering: Answering, parts: Parts) {
  const { end, box, files } = parts;
  const { rerun } = answering;
  const mobile = useMobile();
  const [day, setDay] = useState(place.firstDay);
  const { send, begin, ...draft } = useSending(place, answering, end);

  /** The pressed button disappears: the focus goes to the composer instead of to the next control. */
  const focusAfterPress = useCallback(() => {
    // On a phone the composer would open the keyboard.
    if (mobile) end.current?.focus();
    else box.current?.focus({ preventScroll: true });
  }, [mobile, end, box]);
  const sendTyped = useCallback(
    (question: string) => {
      if (!files.current?.hold(question)) send({ question, on_date: day });
    },
    [send, day, files],
  );
  const sendFromList = useCallback(
    (question: string, { without_files, ...wishes }: AskWishes = {}) => {
      const left = without_files?.length ? without_files : undefined;
      if (!send({ question, ...wishes, without_files: left })) return;
      // The day was taken away: the next questions are for today, too.
      if (wishes.on_date === 'today') setDay(undefined);
      focusAfterPress();
    },
    [send, focusAfterPress],
  );
  const runAgain = useCallback(
    ({ question, without, on_date, id }: Turn, kind: Rerun) => {
      void rerun({ question, without, on_date }, id, kind);
      end.current?.toEnd();
      focusAfterPress();
    },
    [rerun, focusAfterPress, end],
  );
  /** A question that was typed on another screen. It is sent by itself only where `isFirst`. */
  const takeUp = (question: string, isFirst: boolean) => {
    // The screen where it was typed is gone, so the focus comes here; on a phone that would open the keyboard.
    if (!mobile) box.current?.focus({ preventScroll: true });
    begin(question, day, isFirst);
  };

  return { ...draft, day, setDay, focusAfterPress, send, sendTyped, sendFromList, runAgain, takeUp };
}

/** The draft follows what is sent: it is emptied at once, forgotten when the server has it, and put back when refused. */
function useSending({ sessionId, readerId, lastId }: Place, { ask, live }: Answering, end: Parts['end']) {
  const { draft, change, clearSent, forgetSent, giveBack } = useDraft(readerId, sessionId);

  const refused = live?.failure?.kind === 'refused' ? live : undefined;
  useEffect(() => {
    if (refused && refused.asked.run === undefined && !refused.asked.adjust && !refused.asked.edits)
      giveBack(refused.asked.question);
  }, [refused, giveBack]);
  const refusedEdit = refused?.asked.edits;
  useEffect(() => {
    const stranded = takeStranded(sessionId, lastId, refusedEdit);
    if (stranded?.trim()) giveBack(stranded);
  }, [refusedEdit, lastId, giveBack, sessionId]);

  const send = useCallback(
    (asked: Omit<Question, 'onAccepted'>) => {
      const { question } = asked;
      const onAccepted = () => (asked.edits ? forgetEdited(sessionId) : forgetSent(question));
      const isSent = ask({ ...asked, onAccepted });
      if (!isSent) return false;
      clearSent(question);
      end.current?.toEnd();
      return true;
    },
    [ask, clearSent, forgetSent, end, sessionId],
  );
  /** Puts a question into the box, and sends it where it is the first one. */
  const begin = (question: string, day: string | undefined, isFirst: boolean) => {
    change(question);
    const onAccepted = () => forgetSent(question);
    if (isFirst && ask({ question, on_date: day, initial: true, onAccepted })) clearSent(question);
  };
  return { draft, change, refused, send, begin };
}
