/** The rows of a result as a table that is sorted by its headers and scrolls within its block. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { isFigure, nextSorting, type Sorting, sortedRows } from './sort-rows.ts';
import { texts } from './texts.ts';

type Cells = (string | null)[];

/** Rows that a table begins with; more would push the conversation away. */
const FIRST_ROWS = 12;

type ResultTableProps = {
  result: TableResult;
  /** Opens the rows behind a group; undefined where there are no groups. */
  onGroup?: ((place: number, label: string) => void) | undefined;
  /** Only assistive technology reads it: a chart stands in its place. */
  hidden?: boolean;
};

export function ResultTable({ result, onGroup, hidden = false }: ResultTableProps) {
  const { columns, rows, plan } = result;
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [all, setAll] = useState(false);
  const keys = plan.rows ? 0 : plan.group_by.length;
  const sorted = sortedRows(rows, sorting, columns);
  const shown = all || hidden ? sorted : sorted.slice(0, FIRST_ROWS);
  const more = rows.length - shown.length;
  const table = (
    <table className={tableLook}>
      <caption className="sr-only">{result.understood}</caption>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <Head
              key={place}
              column={column}
              isFirst={place === 0}
              sorting={sorting?.column === place ? sorting.direction : undefined}
              onSort={hidden ? undefined : () => setSorting(nextSorting(sorting, place, column))}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, place) => (
          <Row
            key={place}
            row={row}
            columns={columns}
            keys={keys}
            onOpen={onGroup && ((label) => onGroup(rows.indexOf(row), label))}
          />
        ))}
      </tbody>
      <Foot result={result} keys={keys} />
    </table>
  );
  if (hidden) return <div className="sr-only">{table}</div>;
  return (
    <>
      <ScrollFrame label={result.understood}>{table}</ScrollFrame>
      <Below
        result={result}
        more={more}
        onMore={rows.length > FIRST_ROWS ? () => setAll(!all) : undefined}
        isSorted={sorting !== null}
      />
    </>
  );
}

type RowsTableProps = { columns: ResultColumn[]; rows: Cells[]; label: string };

/** Rows of the source, in its own order. */
export function RowsTable({ columns, rows, label }: RowsTableProps) {
  return (
    <ScrollFrame label={label}>
      <table className={tableLook}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <Head key={place} column={column} isFirst={place === 0} sorting={undefined} onSort={undefined} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={place} row={row} columns={columns} keys={0} onOpen={undefined} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

const tableLook = 'w-full border-separate border-spacing-0 text-control leading-normal';

type HeadProps = {
  column: ResultColumn;
  isFirst: boolean;
  sorting: Sorting['direction'] | undefined;
  onSort: (() => void) | undefined;
};

function Head({ column, isFirst, sorting, onSort }: HeadProps) {
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

/** The blank beside the words of a cell; on a phone the last figure would not fit with more. */
const beside = 'px-4 phone:px-2 phone:first:pl-4 phone:last:pr-4';

/** The name of a figure may take several lines on a phone, where its numbers are narrower than it is. */
const headWords = (isRight: boolean): string =>
  isRight ? 'whitespace-nowrap phone:py-1.5 phone:text-right phone:leading-tight phone:whitespace-normal' : 'whitespace-nowrap';

/** The first column stays in sight; its edge is drawn once others pass under it. */
const stuck =
  'sticky left-0 z-10 bg-surface phone:max-w-[46vw] [[data-left]_&]:border-r [[data-left]_&]:shadow-[6px_0_8px_-6px_rgb(0_0_0/16%)]';
const line = 'border-b border-line py-2 align-top group-last/row:border-b-0';

type RowProps = {
  row: Cells;
  columns: ResultColumn[];
  keys: number;
  onOpen: ((label: string) => void) | undefined;
};

function Row({ row, columns, keys, onOpen }: RowProps) {
  const label = row
    .slice(0, keys)
    .map((cell, place) => keyWords(cell, columns[place]))
    .join(' · ');
  return (
    <tr className="group/row hover:[&>*]:bg-sunken">
      {columns.map((column, place) => {
        const words = place < keys ? keyWords(row[place], column) : tableCellWords(row[place], column);
        if (place > 0) return <Figure key={place} column={column} words={words} />;
        return (
          <th
            key={place}
            scope="row"
            className={classes(beside, line, stuck, 'text-left font-normal wrap-break-word', roomOf(column, words))}
          >
            {onOpen && keys > 0 ? (
              <button
                type="button"
                title={texts.rowsOf(label)}
                onClick={() => onOpen(label)}
                className="rounded-[4px] text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-brand"
              >
                {words}
              </button>
            ) : (
              words
            )}
          </th>
        );
      })}
    </tr>
  );
}

const figure = 'text-right whitespace-nowrap tabular-nums';

/** Short cells stay on one line; a text gets a width in which it can be read. */
function roomOf(column: ResultColumn, words: string): string {
  if (isFigure(column)) return figure;
  const isShort = column.kind === 'date' || words.length <= SHORT;
  return isShort ? 'whitespace-nowrap tabular-nums' : 'min-w-[22ch] wrap-break-word';
}

/** Letters of «Pregão Eletrônico». */
const SHORT = 18;

function Figure({ column, words }: { column: ResultColumn; words: string }) {
  return (
    <td
      data-align={isFigure(column) ? 'right' : undefined}
      className={classes(
        beside,
        line,
        roomOf(column, words),
        words === '—' && 'text-ink-3',
      )}
    >
      {words}
    </td>
  );
}

const keyWords = (cell: string | null | undefined, column: ResultColumn | undefined): string =>
  cell === null || cell === undefined || cell === '' || !column ? texts.blank : tableCellWords(cell, column);

function Foot({ result, keys }: { result: TableResult; keys: number }) {
  const { columns, total, others, others_row, comparison } = result;
  const figures = columns[keys];
  const lines: { label: string; cells: Cells }[] = [];
  if (others_row && others > 0)
    lines.push({ label: texts.others(formatNumber(others)), cells: fullRow(others_row, columns, keys) });
  if (total && keys > 0) lines.push({ label: texts.total, cells: fullRow(total, columns, keys) });
  if (lines.length === 0 && !comparison) return null;
  return (
    <tfoot>
      {lines.map(({ label, cells }) => (
        <tr key={label}>
          <th scope="row" className={classes(footLine, stuck, 'text-left')}>
            {label}
          </th>
          {columns.slice(1).map((column, place) => (
            <td key={place} className={classes(footLine, isFigure(column) && figure)}>
              {cells[place + 1] == null ? '' : tableCellWords(cells[place + 1], column)}
            </td>
          ))}
        </tr>
      ))}
      {comparison && figures && (
        <tr>
          <th scope="row" className={classes(footLine, stuck, 'text-left')}>
            {texts.difference}
          </th>
          <td colSpan={columns.length - 1} className={classes(footLine, figure)}>
            {differenceWords(comparison, figures)}
          </td>
        </tr>
      )}
    </tfoot>
  );
}

const footLine = `${beside} border-t border-line-strong bg-surface py-2 font-semibold`;

/** A row of figures alone is moved behind the keys. */
const fullRow = (cells: Cells, columns: ResultColumn[], keys: number): Cells =>
  cells.length === columns.length ? cells : [...Array<null>(keys).fill(null), ...cells];

/** «+R$ 3.000,00 (+12,5 %)»: by how much the second differs from the first. */
function differenceWords({ difference, percent }: NonNullable<TableResult['comparison']>, column: ResultColumn) {
  const part = percent === null ? '' : ` (${signed(percent, { ...column, kind: 'percent' })})`;
  return `${signed(difference, column)}${part}`;
}

const signed = (value: string, column: ResultColumn): string =>
  `${value.startsWith('-') ? '−' : '+'}${tableCellWords(value.replace('-', ''), column)}`;

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

/** Scrolls sideways, and shows by shadows on which sides there is more. */
function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const [edges, setEdges] = useState({ left: false, right: false });
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => {
      const left = element.scrollLeft > 1;
      const right = element.scrollLeft < element.scrollWidth - element.clientWidth - 1;
      setEdges((before) => (before.left === left && before.right === right ? before : { left, right }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return (
    <div className="relative" data-left={edges.left || undefined}>
      <section ref={frame} tabIndex={0} aria-label={label} className="overflow-x-auto -outline-offset-2">
        {children}
      </section>
      <span
        aria-hidden="true"
        className={classes(
          'pointer-events-none absolute inset-y-0 right-0 z-10 w-4 bg-linear-to-l from-scrim to-transparent transition-opacity',
          edges.right ? 'opacity-30' : 'opacity-0',
        )}
      />
    </div>
  );
}
