/** The answer of a table without a model, in Markdown: a sentence with the figure, the table, a line of remarks. */
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { numberWords, tableCellWords } from '#contract/table-words.ts';
import type { ContentRow } from '../../../adapters/content/read-only-session.ts';
import { escapedMarkdown } from '../../../adapters/models/passage-text.ts';
import { BOLD, groupWords, leadSentence, remarksOf } from './sentence.ts';
import type { Table } from './understood.ts';

export type AnswerParts = {
  table: Table;
  result: TableResult | null;
  remarks: string[];
  /** Rows with numbers of their own, which follow that of the result. */
  rows: ContentRow[];
  /** The columns that are shown of a row that belongs to no result. */
  row_columns: ResultColumn[];
  /** The rows are only related to the question. */
  relaxed: boolean;
};

/** `index` is the number of the result, or of the first row where there is none. */
export function answerText(parts: AnswerParts, index: number): string {
  const { result, relaxed } = parts;
  if (!result) return relatedTable(parts, index);
  const isTable = hasTable(result);
  const isNumbered = result.plan.rows && !relaxed;
  const remarks = remarksOf(parts.table, result, parts.remarks);
  return [
    `${marked(leadSentence(parts.table, result))} [${index}]`,
    ...(isTable ? [resultTable(result, isNumbered ? parts.rows.length : 0, index)] : []),
    ...(remarks.length ? [marked(remarks.join(' '))] : []),
    ...(relaxed && parts.rows.length ? [relatedTable(parts, index + 1)] : []),
  ].join('\n\n');
}

/** Rows, or several groups; a sentence says a single figure as well. */
const hasTable = ({ plan, rows }: TableResult): boolean =>
  plan.rows ? rows.length > 0 : plan.group_by.length > 0 && rows.length > 1;

/** The results as Markdown tables, for readers without a screen of Prosa; without those that the text has already. */
export function tablesBeside(text: string, results: TableResult[]): string {
  return results
    .filter((result) => hasTable(result) && !text.includes(headLine(result.columns)))
    .map(
      (result) =>
        `${marked(result.understood)} [${result.index}]:\n\n${resultTable(result, 0, result.index)}`,
    )
    .join('\n\n');
}

const marked = (text: string): string => escapedMarkdown(text).replaceAll(BOLD, '**');

/** The first `numbered` rows have the numbers after that of the result. */
function resultTable(
  { plan, columns, rows, others, others_row }: TableResult,
  numbered: number,
  index: number,
): string {
  const keys = plan.rows ? 0 : plan.group_by.length;
  const body = rows.map((row) => row.map((cell, place) => cellWords(cell, columns[place], place < keys)));
  const rest = others_row && [
    `outros (${numberWords(String(others))})`,
    ...columns.slice(1).map((column, place) => cellWords(others_row[place + 1] ?? null, column, false)),
  ];
  return markdownTable(columns, rest ? [...body, rest] : body, (place) =>
    place < numbered ? index + 1 + place : null,
  );
}

const cellWords = (cell: string | null, column: ResultColumn | undefined, isKey: boolean): string =>
  isKey ? groupWords(cell, column) : column ? tableCellWords(cell, column) : (cell ?? '');

function relatedTable({ rows, row_columns, relaxed }: AnswerParts, index: number): string {
  const cells = rows.map((row) =>
    row_columns.map((column) => tableCellWords(textOf(row[column.name]), column)),
  );
  const lead = relaxed ? '**Relacionados:**' : 'Estes são os mais próximos da pergunta:';
  return `${lead}\n\n${markdownTable(row_columns, cells, (place) => index + place)}`;
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const CELL_LENGTH = 300;

function markdownTable(
  columns: ResultColumn[],
  rows: string[][],
  numberOf: (place: number) => number | null,
): string {
  const body = rows.map((cells, place) => {
    const number = numberOf(place);
    const escaped = cells.map((cell) => escapedMarkdown(cell.slice(0, CELL_LENGTH).toWellFormed()));
    return line(number === null ? escaped : [`${escaped[0] ?? ''} [${number}]`, ...escaped.slice(1)]);
  });
  return [
    headLine(columns),
    line(columns.map((column) => (isFigure(column) ? '---:' : '---'))),
    ...body,
  ].join('\n');
}

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

const headLine = (columns: ResultColumn[]): string =>
  line(columns.map(({ label }) => escapedMarkdown(label)));

const isFigure = ({ kind, bucket }: ResultColumn): boolean =>
  bucket === null && (kind === 'money' || kind === 'number' || kind === 'percent');

const ROWS_TOLD = 50;

/** A result as a model reads it: formatted values, with which it does not compute. */
export function resultJson(table: AnswerParts['table'], result: TableResult, remarks: string[]): string {
  const { columns, rows, total, others, comparison } = result;
  const words = (row: (string | null)[]) => row.map((cell, place) => cellWords(cell, columns[place], false));
  const keys = columns.length - (total?.length ?? 0);
  return JSON.stringify({
    calculado: result.understood,
    colunas: columns.map(({ label }) => label),
    linhas: rows.slice(0, ROWS_TOLD).map(words),
    ...(total && { total: total.map((cell, place) => cellWords(cell, columns[keys + place], false)) }),
    registros_considerados: result.rows_considered,
    ...(others + rows.length > ROWS_TOLD && { linhas_ao_todo: others + rows.length }),
    ...(comparison && { comparacao: comparison }),
    avisos: remarksOf(table, result, remarks),
  });
}
