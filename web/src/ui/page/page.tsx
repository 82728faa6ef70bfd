import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

type PageProps = {
  title: string;
  line?: ReactNode;
  /** At the right of the title: the screen's main action or a choice. */
  aside?: ReactNode;
  /** `narrow` for forms and texts, `table` for rows that gain by every column's width. */
  width?: 'wide' | 'narrow' | 'table';
  children: ReactNode;
};

const widths = { wide: 'max-w-[1080px]', narrow: 'max-w-[760px]', table: 'max-w-[1360px]' };

/** A scrolling page with its title, as every screen outside the chat has it. */
export function Page({ title, line, aside, width = 'wide', children }: PageProps) {
  return (
    <div className="relative h-full overflow-y-auto px-9 py-7 phone:px-4 phone:py-5">
      <div className={classes('mx-auto grid grid-cols-[minmax(0,1fr)] gap-[22px]', widths[width])}>
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {/* A long line wraps beside what stands at the right, and does not push it below. */}
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="text-page wrap-anywhere phone:text-[28px]">{title}</h1>
            {line && <p className="mt-2 text-ink-2">{line}</p>}
          </div>
          {aside}
        </header>
        {children}
      </div>
    </div>
  );
}
