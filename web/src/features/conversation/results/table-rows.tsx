/** The rows of a result's table, and its sums below them. */
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { isFigure } from './sort-rows.ts';
import { beside, stuck } from './table-head.tsx';
import { texts } from './texts.ts';

export type Cells = (string | null)[];

const line = 'border-b border-line py-2 align-top group-last/row:border-b-0';

type RowProps = {
  row: Cells;
  columns: ResultColumn[];
  keys: number;
  /** How many columns stand in the first cell. */
  first: number;
  onOpen: ((label: string) => void) | undefined;
};

export function Row({ row, columns, keys, first, onOpen }: RowProps) {
  const named = row.slice(0, keys).map((cell, place) => keyWords(cell, columns[place]));
  const label = named.join(' · ');
  return (
    <tr className="group/row hover:[&>*]:bg-sunken">
      {columns.map((column, place) => {
        const words = named[place] ?? tableCellWords(row[place], column);
        if (place > 0 && place < first) return null;
        if (place > 0) return <Figure key={place} column={column} words={words} />;
        return (
          <th
            key={place}
            scope="row"
            className={classes(
              beside,
              line,
              stuck,
              'text-left font-normal wrap-break-word',
              roomOf(column, words),
            )}
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
            {named.slice(1, first).map((name, at) => (
              <span key={at} className="block text-small text-ink-2">
                {name}
              </span>
            ))}
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
      className={classes(beside, line, roomOf(column, words), words === '—' && 'text-ink-3')}
    >
      {words}
    </td>
  );
}

const keyWords = (cell: string | null | undefined, column: ResultColumn | undefined): string =>
  cell === null || cell === undefined || cell === '' || !column ? texts.blank : tableCellWords(cell, column);

export function Foot({ result, keys, first }: { result: TableResult; keys: number; first: number }) {
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
          {columns.slice(first).map((column, place) => (
            <td key={place} className={classes(footLine, isFigure(column) && figure)}>
              {cells[place + first] == null ? '' : tableCellWords(cells[place + first], column)}
            </td>
          ))}
        </tr>
      ))}
      {comparison && figures && (
        <tr>
          <th scope="row" className={classes(footLine, stuck, 'text-left')}>
            {texts.difference}
          </th>
          <td colSpan={columns.length - first} className={classes(footLine, figure)}>
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
function differenceWords(
  { difference, percent }: NonNullable<TableResult['comparison']>,
  column: ResultColumn,
) {
  const part = percent === null ? '' : ` (${signed(percent, { ...column, kind: 'percent' })})`;
  return `${signed(difference, column)}${part}`;
}

const signed = (value: string, column: ResultColumn): string =>
  `${value.startsWith('-') ? '−' : '+'}${tableCellWords(value.replace('-', ''), column)}`;
