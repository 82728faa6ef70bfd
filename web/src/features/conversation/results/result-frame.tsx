/**
 * The frame of a result: where markers and source cards lead. It stands before the code of the block is here, so that a
 * press meanwhile finds it.
 */
import { type ReactNode, useContext } from 'react';
import type { TableResult } from '#contract/table-result.ts';
import { classes } from '../../../ui/classes.ts';
import { cardLook } from '../../../ui/display/card.tsx';
import { CitingContext } from '../markdown/citation.tsx';

export function ResultFrame({ result, children }: { result: TableResult; children: ReactNode }) {
  const citing = useContext(CitingContext);
  const { index, understood } = result;
  return (
    <section
      aria-label={understood}
      data-result={index}
      data-lit={citing?.lit === index || undefined}
      tabIndex={-1}
      className={classes(
        cardLook,
        'min-w-0 scroll-mt-4 overflow-hidden outline-none data-lit:border-brand data-lit:ring-1 data-lit:ring-brand focus-visible:ring-2 focus-visible:ring-brand/60',
      )}
    >
      {children}
    </section>
  );
}
