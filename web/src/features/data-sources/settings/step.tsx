import { type ReactNode, useId } from 'react';
import { classes } from '../../../ui/classes.ts';
import { cardLook } from '../../../ui/display/card.tsx';

type StepProps = {
  number: 1 | 2 | 3;
  title: string;
  line: string;
  /** Beside the title: a summary of the choice. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One of the three steps from a question to its rows. */
export function Step({ number, title, line, aside, children }: StepProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="group grid grid-cols-[32px_minmax(0,1fr)] gap-[18px] pb-4 last:pb-0 phone:grid-cols-[minmax(0,1fr)] phone:gap-0"
    >
      <div aria-hidden="true" className="relative phone:hidden">
        <span className="grid size-8 place-items-center rounded-full bg-brand text-control font-semibold text-on-brand">
          {number}
        </span>
        <span className="absolute top-10 -bottom-3 left-[15px] w-0.5 bg-line group-last:hidden" />
      </div>
      <div className={classes(cardLook, 'min-w-0 p-5 phone:p-4')}>
        <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 id={id} className="display text-title">
              <span className="desk:sr-only">{number}. </span>
              {title}
            </h3>
            <p className="mt-1 text-small text-ink-2">{line}</p>
          </div>
          {aside}
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
      </div>
    </section>
  );
}
