import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';

/** A card of names and values. */
export function FactList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes(cardLook, 'p-5')}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <dl className="mt-2 divide-y divide-line">{children}</dl>
    </section>
  );
}

type FactProps = {
  name: string /** What else is to be known of it. */;
  line?: ReactNode;
  children: ReactNode;
};

export function Fact({ name, line, children }: FactProps) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <dt className="text-small text-ink-2 sm:pt-px">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {children}
        {line && <p className="mt-0.5 text-small text-ink-2">{line}</p>}
      </dd>
    </div>
  );
}
