/** A question that waits until the files of its conversation are read, and then goes by itself. */
import { useEffect, useEffectEvent, useState } from 'react';

/** `failures`: how many files could not be read before it was held; these it does not wait for. */
type Held = { question: string; failures: number };

type HeldProps = {
  /** The text in the question box: changing it takes the question back, sending it empties the box. */
  draft: string;
  isWaiting: boolean;
  /** How many files could not be read: while there are more than before, the question stays until the person decides. */
  failures: number;
  send: (question: string) => void;
};

export function useHeldQuestion({ draft, isWaiting, failures, send }: HeldProps) {
  const [held, setHeld] = useState<Held>();
  if (held && draft.trim() !== held.question) setHeld(undefined);
  // An older failure that is tried again is waited for like a new file.
  else if (held && failures < held.failures) setHeld({ ...held, failures });
  const hasFailed = held !== undefined && failures > held.failures;
  const isBlocked = isWaiting || hasFailed;
  const sendNow = useEffectEvent(() => {
    if (held) send(held.question);
  });
  useEffect(() => {
    if (!isBlocked) sendNow();
  }, [isBlocked]);
  return {
    question: held?.question,
    /** A file that it waited for could not be read. */
    hasFailed,
    hold: (question: string) =>
      setHeld((known) => (known?.question === question ? known : { question, failures })),
    release: () => setHeld(undefined),
  };
}
