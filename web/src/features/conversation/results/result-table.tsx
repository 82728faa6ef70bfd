/** The rows of a result as a table that is sorted by its headers and scrolls within its block. */
import { useMemo, useState } from 'react';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { classes } from '../../../ui/classes.ts';
import { ScrollFrame } from '../../../ui/scroll/scroll-frame.tsx';
import { inOrder, nextSorting, readingOrder, type Sorting, sortedRows } from './sort-rows.ts';
import { Head } from './table-head.tsx';
import { type Cells, Foot, Row } from './table-rows.tsx';
import { texts } from './texts.ts';

/** Rows that a table begins with; more would push the conversation away. */
const FIRST_ROWS = 12;

type ResultTableProps = {
  result: TableResult;
  /** Opens the rows behind a group; undefined where there are no groups. */
  onGroup?: ((place: number, label: string) => void) | undefined;
  /** Only assistive technology reads it: a chart stands in its place. */
  hidden?: boolean;
};

export function ResultTable({ result: asStored, onGroup, hidden = false }: ResultTableProps) {
  const mobile = useMobile();
  const result = useMemo(
    () => inOrder(asStored, readingOrder(asStored, mobile && !hidden)),
    [asStored, mobile, hidden],
  );
  const { columns, rows, plan } = result;
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [all, setAll] = useState(false);
  const keys = plan.rows ? 0 : plan.group_by.length;
  // On a phone the figure that was asked for would stand beyond the edge: the keys share the first column.
  const first = mobile && !hidden && keys > 1 ? keys : 1;
  const sorted = sortedRows(rows, sorting, columns);
  const shown = all || hidden ? sorted : sorted.slice(0, FIRST_ROWS);
  const more = rows.length - shown.length;
  const table = (
    <table className={tableLook(columns)}>
      <caption className="sr-only">{result.understood}</caption>
      <thead>
        <tr>
          {columns.map((column, place) =>
            place > 0 && place < first ? null : (
              <Head
                key={place}
                column={place === 0 ? { ...column, label: labelOf(columns.slice(0, first)) } : column}
                isFirst={place === 0}
                sorting={sorting?.column === place ? sorting.direction : undefined}
                onSort={hidden ? undefined : () => setSorting(nextSorting(sorting, place, column))}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, place) => (
          <Row
            key={place}
            row={row}
            columns={columns}
            keys={keys}
            first={first}
            onOpen={onGroup && ((label) => onGroup(rows.indexOf(row), label))}
          />
        ))}
      </tbody>
      <Foot result={result} keys={keys} first={first} />
    </table>
  );
  if (hidden) return <div className="sr-only">{table}</div>;
  return (
    <>
      <ScrollFrame label={result.understood}>
        <div className="result-room">{table}</div>
      </ScrollFrame>
      <Below
        result={result}
        more={more}
        onMore={rows.length > FIRST_ROWS ? () => setAll(!all) : undefined}
        isSorted={sorting !== null}
      />
    </>
  );
}

const labelOf = (columns: ResultColumn[]): string => columns.map(({ label }) => label).join(' · ');

type RowsTableProps = { columns: ResultColumn[]; rows: Cells[]; label: string };

/** Rows of the source, in its own order. */
export function RowsTable({ columns, rows, label }: RowsTableProps) {
  return (
    <ScrollFrame label={label}>
      <table className={tableLook(columns)}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <Head
                key={place}
                column={column}
                isFirst={place === 0}
                sorting={undefined}
                onSort={undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={place} row={row} columns={columns} keys={0} first={1} onOpen={undefined} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** Where many columns share the block, there is less blank between them. */
const tableLook = (columns: ResultColumn[]) =>
  classes(
    'w-full border-separate border-spacing-0 text-control leading-normal',
    columns.length > 4 && 'desk:[&_:is(th,td):not(:first-child)]:px-2.5',
  );

type BelowProps = {
  result: TableResult;
  more: number;
  onMore: (() => void) | undefined;
  isSorted: boolean;
};

function Below({ result: { rows, others }, more, onMore, isSorted }: BelowProps) {
  if (!onMore && others === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5 text-small text-ink-2">
      {onMore && (
        <button type="button" onClick={onMore} className="link h-8 font-medium phone:h-11">
          {more > 0 ? texts.moreRows(more) : texts.fewerRows}
        </button>
      )}
      {others > 0 && (
        <span className="tabular-nums">
          {texts.shownOf(formatNumber(rows.length), formatNumber(rows.length + others))}
          {isSorted && `. ${texts.sortedShown}`}
        </span>
      )}
    </div>
  );
}
