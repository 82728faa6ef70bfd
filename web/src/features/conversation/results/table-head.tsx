/** A header of a result's table, by which its rows are sorted. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ResultColumn } from '#contract/table-result.ts';
import { classes } from '../../../ui/classes.ts';
import { isFigure, type Sorting } from './sort-rows.ts';
import { texts } from './texts.ts';

/** The blank beside the words of a cell; on a phone the last figure would not fit with more. */
export const beside = 'px-4 phone:px-2 phone:first:pl-4 phone:last:pr-4';

/** The first column stays in sight; its edge is drawn once others pass under it. */
export const stuck =
  'sticky left-0 z-10 bg-surface phone:max-w-[46vw] [[data-left]_&]:border-r [[data-left]_&]:shadow-[6px_0_8px_-6px_rgb(0_0_0/16%)]';
type HeadProps = {
  column: ResultColumn;
  isFirst: boolean;
  sorting: Sorting['direction'] | undefined;
  onSort: (() => void) | undefined;
};

export function Head({ column, isFirst, sorting, onSort }: HeadProps) {
  const right = isFigure(column);
  const Mark = sorting === undefined ? ChevronsUpDown : sorting === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorting}
      data-align={right ? 'right' : undefined}
      className={classes(
        beside,
        'border-b border-line bg-surface text-small font-medium text-ink-2',
        right ? 'text-right' : 'text-left',
        isFirst && stuck,
      )}
    >
      {onSort ? (
        <button
          type="button"
          title={texts.sortBy(column.label)}
          onClick={onSort}
          className={classes(
            'group inline-flex h-10 w-full items-center gap-1 rounded-control -outline-offset-2 hover:text-ink phone:h-auto phone:min-h-11',
            right ? 'flex-row-reverse' : null,
          )}
        >
          <span className={classes(headWords(right), sorting && 'text-ink')}>{column.label}</span>
          <Mark
            className={classes(
              'size-3.5',
              sorting ? 'text-brand' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
            )}
          />
        </button>
      ) : (
        <span className={classes('inline-flex h-10 items-center', headWords(right))}>{column.label}</span>
      )}
    </th>
  );
}

/** The name of a figure may take several lines on a phone, where its numbers are narrower than it is. */
const headWords = (isRight: boolean): string =>
  isRight
    ? 'whitespace-nowrap phone:py-1.5 phone:text-right phone:leading-tight phone:whitespace-normal'
    : 'whitespace-nowrap';
