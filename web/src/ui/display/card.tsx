import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

type CardProps = {
  title?: ReactNode;
  /** `small` for a card beside the main one. */
  titleSize?: 'medium' | 'small';
  /** One sentence under the title. */
  line?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export const cardLook = 'rounded-card border border-line bg-surface shadow-1';

export function Card({ title, titleSize = 'medium', line, aside, className, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={title ? id : undefined} className={classes(cardLook, 'p-5', className)}>
      {title && (
        <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          {/* A long line wraps beside what stands at the right, and does not push it below. */}
          <div className={line ? 'min-w-0 flex-1 basis-60' : undefined}>
            <h2
              id={id}
              className={
                titleSize === 'medium'
                  ? 'text-title'
                  : 'font-sans text-[15.5px] font-semibold tracking-normal'
              }
            >
              {title}
            </h2>
            {line && <p className="mt-1 text-small text-ink-2">{line}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
