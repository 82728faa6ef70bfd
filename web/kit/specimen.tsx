import { type ReactNode, useState } from 'react';

/** A heading and the states of one part below it. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h3 className="font-sans text-small font-semibold tracking-normal text-ink-2">{name}</h3>
      {children}
    </section>
  );
}

/** States side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>;
}

type HoldsProps<T> = { initial: T; children: (value: T, set: (value: T) => void) => ReactNode };

/** Keeps the value of a control, so that it can be tried. */
export function Holds<T>({ initial, children }: HoldsProps<T>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

export const nothing = () => {};
