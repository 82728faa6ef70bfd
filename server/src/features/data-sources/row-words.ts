/** Rows and figures in the words that a model and a reader are shown. */
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { ContentRow } from '../../adapters/content/sql-reader.ts';
import type { Counted } from './counting.ts';

const ROW_LENGTH = 6_000;
const SNIPPET_LENGTH = 300;
const TITLE_COLUMNS = ['titulo', 'title', 'nome', 'name', 'numero', 'id'];

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim();
};

/** The cells that hold something, as text, each on one line. */
export const cellsOf = (row: ContentRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row)
      .map(([name, value]) => [name, asText(value).replace(/\s+/g, ' ')] as const)
      .filter(([, text]) => text),
  );

/** "numero: PE 012/2025 | municipio: Recife" */
export const rowText = (row: ContentRow): string =>
  Object.entries(cellsOf(row))
    .map(([name, text]) => `${name}: ${text}`)
    .join(' | ')
    .slice(0, ROW_LENGTH);

export function rowTitle(row: ContentRow): string {
  const names = Object.keys(row);
  const named = TITLE_COLUMNS.map((wanted) => names.find((name) => name.toLowerCase() === wanted)).find(
    (name) => name !== undefined && asText(row[name]),
  );
  const first = named ?? names.find((name) => typeof row[name] === 'string' && asText(row[name]));
  return first === undefined ? '' : asText(row[first]).slice(0, 200);
}

export const rowSnippet = (row: ContentRow, content_column: string): string =>
  (asText(row[content_column]) || rowText(row)).slice(0, SNIPPET_LENGTH).toWellFormed();

/** "municipio: Recife; situacao: Aberta ou Suspensa" */
export const filterWords = (filters: Record<string, string[]>): string =>
  Object.entries(filters)
    .map(([parameter, values]) => `${parameter}: ${values.join(' ou ')}`)
    .join('; ');

const SHOWN_VALUES = 3;

/** "Licitações · filtros: municipio=Recife; situacao=Aberta": a long list by its beginning, there is little room. */
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

const FIGURE_NAMES = {
  count: 'Quantidade de registros',
  distinct: 'Quantidade de valores diferentes',
  sum: 'Soma',
  average: 'Média',
  largest: 'Maior valor',
  smallest: 'Menor valor',
  latest: 'Data mais recente',
  earliest: 'Data mais antiga',
} as const;

const inBrazil = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const DAY = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d:\d\d).*)?$/;

/** As a Brazilian writes it; a number beyond what can be held exactly as the database wrote it. */
function resultWords(result: string | null): string {
  if (result === null) return 'nenhum valor';
  const day = DAY.exec(result);
  if (day) return `${day[3]}/${day[2]}/${day[1]}${day[4] && day[4] !== '00:00' ? ` ${day[4]}` : ''}`;
  const number = Number(result);
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? inBrazil.format(number) : result;
}

/** What was worked out and over what, so that nobody takes a part for the whole. */
export function figureRow(counted: Counted, filters: Record<string, string[]>): ContentRow {
  const { figure, rows, with_value } = counted;
  const column = figure.kind === 'count' ? '' : ` de ${figure.column}`;
  return {
    calculo: `${FIGURE_NAMES[figure.kind]}${column}`,
    resultado: resultWords(counted.result),
    registros_considerados: rows,
    ...(figure.kind !== 'count' && with_value < rows ? { registros_com_valor: with_value } : {}),
    filtros: filterWords(filters) || 'nenhum',
    ...(counted.words ? { texto_menciona: counted.words } : {}),
    ...(counted.words_left_out.length
      ? { observacao: `o cálculo não considera «${counted.words_left_out.join(' ')}»` }
      : {}),
  };
}
