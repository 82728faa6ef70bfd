import { type ReactNode, useEffect, useRef } from 'react';

/** A result whose place may be below the edge of the dialog: it comes into view with each new `result`. */
export function Revealed({ result, children }: { result: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div ref={place} className="scroll-my-4">
      {children}
    </div>
  );
}
