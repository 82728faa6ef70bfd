import { useEffect, useRef } from 'react';

/** The buttons that end an editing are gone when it has ended: the focus goes to the one that began it. */
export function useFocusAfter(active: boolean) {
  const target = useRef<HTMLButtonElement>(null);
  const was = useRef(active);
  useEffect(() => {
    if (was.current && !active) target.current?.focus({ preventScroll: true });
    was.current = active;
  }, [active]);
  return target;
}
