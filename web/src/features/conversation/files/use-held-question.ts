/** A question that waits until the files of its conversation are read, and then goes by itself. */
import { useEffect, useEffectEvent, useState } from 'react';

type Held = { question: string; failures: number };

type HeldProps = {
  /** The text in the question box: changing it takes the question back, sending it empties the box. */
  draft: string;
  isWaiting: boolean;
  /** How many files could not be read: when it rises, the person decides again. */
  failures: number;
  send: (question: string) => void;
};

export function useHeldQuestion({ draft, isWaiting, failures, send }: HeldProps) {
  const [held, setHeld] = useState<Held>();
  if (held && (draft.trim() !== held.question || failures > held.failures)) setHeld(undefined);
  const sendNow = useEffectEvent(() => {
    if (held) send(held.question);
  });
  useEffect(() => {
    if (!isWaiting) sendNow();
  }, [isWaiting]);
  return {
    question: held?.question,
    hold: (question: string) => setHeld({ question, failures }),
    release: () => setHeld(undefined),
  };
}
