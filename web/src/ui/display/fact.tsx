import type { ReactNode } from 'react';

/** A name with its value, in a `dl`. */
export function Fact({ name, note, children }: { name: string; note?: string | null; children: ReactNode }) {
  return (
    <div>
      <dt className="text-tiny text-ink-3">{name}</dt>
      <dd className="wrap-anywhere">
        {children}
        {note && <span className="block text-small text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}
