/** Formats rows as text for the model and the reader. */
import type { UnderstoodFilter } from '#contract/filters.ts';
import { cellWords, type RecordColumn } from '#contract/records.ts';
import { type ContentColumn, isNumeric, isTemporal } from '../../../adapters/content/columns.ts';
import type { ContentRow } from '../../../adapters/content/read-only-session.ts';

const ROW_LENGTH = 6_000;
const SNIPPET_LENGTH = 300;
const TITLE_LENGTH = 200;
const TITLE_COLUMNS = ['titulo', 'title', 'nome', 'name', 'numero', 'id'];

export const recordColumns = (columns: ContentColumn[]): RecordColumn[] =>
  columns.map((column) => ({ name: column.name, kind: kindOf(column) }));

function kindOf(column: ContentColumn): RecordColumn['kind'] {
  if (column.type === 'money') return 'money';
  if (isNumeric(column)) return 'number';
  return isTemporal(column) ? 'time' : 'text';
}

/** The formatted cells that are not empty, in their order, each on one line. */
export const cellsOf = (row: ContentRow, columns: RecordColumn[]): Record<string, string> =>
  Object.fromEntries(
    columns
      .map(({ name, kind }) => [name, cellWords(row[name], kind).replace(/\s+/g, ' ')] as const)
      .filter(([, text]) => text),
  );

/** "numero: PE 012/2025 | municipio: Recife" */
export const rowText = (row: ContentRow, columns: RecordColumn[]): string =>
  Object.entries(cellsOf(row, columns))
    .map(([name, text]) => `${name}: ${text}`)
    .join(' | ')
    .slice(0, ROW_LENGTH);

export function rowTitle(row: ContentRow, columns: RecordColumn[]): string {
  const holding = columns.filter(({ name, kind }) => cellWords(row[name], kind));
  const named = TITLE_COLUMNS.map((wanted) => holding.find(({ name }) => name.toLowerCase() === wanted)).find(
    Boolean,
  );
  const first = named ?? holding.find(({ kind }) => kind === 'text') ?? holding[0];
  return first ? cellWords(row[first.name], first.kind).slice(0, TITLE_LENGTH) : '';
}

/** A literal excerpt of the content. */
export function rowSnippet(row: ContentRow, columns: RecordColumn[], content_column: string): string {
  const content = row[content_column];
  const text = typeof content === 'string' ? content.trim() : '';
  return (text || rowText(row, columns)).slice(0, SNIPPET_LENGTH).toWellFormed();
}

const SHOWN_VALUES = 3;

/** "Licitações · filtros: municipio=Recife; situacao=Aberta"; a long list is cut. */
export function sectionWords(
  name: string,
  filters: Pick<UnderstoodFilter, 'parameter' | 'values'>[],
): string {
  const words = filters.map(({ parameter, values }) => {
    const more = values.length - SHOWN_VALUES;
    return `${parameter}=${values.slice(0, SHOWN_VALUES).join(' ou ')}${more > 0 ? ` e mais ${more}` : ''}`;
  });
  return words.length ? `${name} · filtros: ${words.join('; ')}` : name;
}
