import { type ReactNode, type Ref, useId } from 'react';

type SideSectionProps = {
  title: string;
  line: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** To give the title the focus when what had it is gone. */
  titleRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** A section of the account besides its three cards: a line above, no box, a smaller title. */
export function SideSection({ title, line, aside, titleRef, children }: SideSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line-strong pt-5">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id={id} ref={titleRef} tabIndex={-1} className="text-body font-semibold">
            {title}
          </h3>
          <p className="text-small text-ink-2">{line}</p>
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
