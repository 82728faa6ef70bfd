/** A question that another screen hands to the test conversation, beside the address: `state={{ question }}`. */
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

export function useHandedQuestion() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const handed = useRef(questionIn(state));
  return {
    isThere: () => handed.current !== undefined,
    /** Once: neither this tab nor a reload of the page begins with it again. */
    take: (): string | undefined => {
      const question = handed.current;
      if (question === undefined) return undefined;
      handed.current = undefined;
      void navigate({ pathname, search }, { replace: true, state: { ...state, question: undefined } });
      return question;
    },
  };
}

function questionIn(state: unknown): string | undefined {
  const question = (state as { question?: unknown } | null)?.question;
  return typeof question === 'string' && question.trim() !== '' ? question : undefined;
}
