/** A question that another screen hands to the test conversation, beside the address: `state={{ question }}`. */
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export function useHandedQuestion() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [question] = useState(() => questionIn(state));
  const taken = useRef(false);
  /** Once: neither this tab nor a reload of the page begins with it again. */
  const take = (): string | undefined => {
    if (question === undefined || taken.current) return undefined;
    taken.current = true;
    void navigate({ pathname, search }, { replace: true, state: { ...state, question: undefined } });
    return question;
  };
  return { question, take };
}

function questionIn(state: unknown): string | undefined {
  const question = (state as { question?: unknown } | null)?.question;
  return typeof question === 'string' && question.trim() !== '' ? question : undefined;
}
