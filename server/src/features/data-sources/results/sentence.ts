/** The sentences of the answer to a question to a table: the figure first, in the words of the table. */
import { DURATION_UNIT, type Measure, type Plan } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { numberWords, tableCellWords } from '#contract/table-words.ts';
import { lower } from '../compile/days-column.ts';
import { WHOLE_TABLE } from '../parse/parse-question.ts';
import { columnOf, conditionsWords, type Table } from './understood.ts';

/** The first line, with the figure between two `BOLD`; texts of the table and of the question are not escaped. */
export function leadSentence(table: Table, { plan, ...result }: TableResult): string {
  if (plan.skip && result.rows.length === 0) return 'Não há mais nenhum nesta ordem.';
  if (plan.rows) return rowsLead(table, plan, result);
  if (result.rows.length === 0)
    return result.rows_considered === 0
      ? noRowsSentence(table, plan, false)
      : `Não há nenhum grupo assim${within(table, plan)}.`;
  if (plan.group_by.length > 0) return groupsLead(table, plan, result);
  const [row = []] = result.rows;
  const parts = plan.measures.map((measure, place) =>
    figureWords(table, plan, measure, row[place] ?? null, result.columns[place]),
  );
  const none = countsNone(plan, result) ? 'Não há nenhum registro assim: ' : '';
  return `${none}${none ? joined(parts) : capital(joined(parts))}${within(table, plan)}${over(table, plan, result)}.`;
}

/** A 0 may come from a condition that was meant otherwise: it is said in words, too. */
const countsNone = (
  { measures, filters, share }: Plan,
  { rows: [row] }: Pick<TableResult, 'rows'>,
): boolean =>
  measures.length === 1 && measures[0]?.fn === 'count' && filters.length > 0 && !share && row?.[0] === '0';

/** Stands for the two stars of Markdown, which texts of the table may hold too. */
export const BOLD = '\u0001';

const bold = (text: string): string => `${BOLD}${text}${BOLD}`;

type Shown = Omit<TableResult, 'plan'>;

const FIGURES: Record<Measure['fn'], string> = {
  count: '',
  count_distinct: '',
  sum: 'a soma de',
  average: 'a média de',
  median: 'a mediana de',
  minimum: 'o menor valor de',
  maximum: 'o maior valor de',
};

function figureWords(
  table: Table,
  plan: Plan,
  { fn, column }: Measure,
  value: string | null,
  shown: ResultColumn | undefined,
): string {
  if (!shown) return '';
  const figure = bold(tableCellWords(value, shown));
  const label = column === null ? '' : lower(columnOf(table, column).label);
  if (value === null) return `não há valor${label ? ` de ${label}` : ''} para calcular`;
  if (plan.share) return `${figure} ${column ? `de ${label}` : `do total de ${table.rows_word.many}`}`;
  if (fn === 'count') return countWords(table, value);
  if (fn === 'count_distinct') return `${figure} valores diferentes de ${label}`;
  const isDay = shown.kind === 'date' && (fn === 'minimum' || fn === 'maximum');
  const words = isDay ? `${fn === 'maximum' ? 'o último dia' : 'o primeiro dia'} de` : FIGURES[fn];
  return `${words} ${label} é ${figure}${inMinutes(value, shown)}`;
}

/** Hours and minutes are rounded to the minute: behind them stands the figure as it is. */
const inMinutes = (value: string, { unit }: ResultColumn): string =>
  unit === DURATION_UNIT && Number(value) >= 60 ? ` (${numberWords(value)} min)` : '';

const countWords = ({ rows_word }: Table, value: string): string =>
  bold(`${numberWords(value)} ${value === '1' ? rows_word.one : rows_word.many}`);

/** «, sobre 360 licitações», where the figure is not their number. */
function over(table: Table, plan: Plan, { rows_considered, skipped_nulls }: Shown): string {
  const isOver = plan.measures.every(({ fn }) => fn === 'average' || fn === 'median' || fn === 'sum');
  const rows = rows_considered - skipped_nulls;
  if (!isOver || plan.share || rows < 1) return '';
  return `, sobre ${numberWords(String(rows))} ${rows === 1 ? table.rows_word.one : table.rows_word.many}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const joined = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`;

/** «, com situação Aberta e valor estimado acima de R$ 100.000,00». */
function within(table: Table, plan: Plan): string {
  const words = conditionsWords(table, plan, true);
  return words.length ? `, com ${joined(words)}` : '';
}

function rowsLead(table: Table, plan: Plan, { rows_considered, rows, others, columns }: Shown): string {
  const { many } = table.rows_word;
  if (rows_considered === 0) return noRowsSentence(table, plan, false);
  const count = countWords(table, String(rows_considered));
  const asked = shownLead(plan, rows, columns);
  if (asked) return `${asked}${rows_considered > 1 ? within(table, plan) : ''}.`;
  if (plan.limit === 1 && rows_considered > 1) return firstRowLead(table, plan, rows, columns);
  if (plan.limit !== null && rows.length < rows_considered)
    return `Aqui estão ${bold(`${rows.length} de ${numberWords(String(rows_considered))} ${many}`)}${within(table, plan)}.`;
  const first = others > 0 ? `; aqui estão as primeiras ${rows.length}` : '';
  return `${count}${within(table, plan)}${first}.`;
}

/** «CC-1016: vencimento 24/04/2022»; null where nothing of one row is asked. */
function shownLead({ show = [] }: Plan, rows: Shown['rows'], columns: ResultColumn[]): string | null {
  const [row, another] = rows;
  const [head] = columns;
  const told = show.flatMap((name) => {
    const place = columns.findIndex((column) => column.name === name);
    const column = columns[place];
    return column ? [`${lower(column.label)} ${bold(tableCellWords(row?.[place], column))}`] : [];
  });
  return row && !another && head && told.length > 0
    ? `${tableCellWords(row[0], head)}: ${joined(told)}`
    : null;
}

/** «PE 077/2025: valor estimado R$ 12.400.000,00.» */
function firstRowLead(table: Table, plan: Plan, [row = []]: Shown['rows'], columns: ResultColumn[]): string {
  const asked = columns.findIndex(({ name }) => name === plan.order[0]?.column);
  const [head] = columns;
  const name = head ? bold(tableCellWords(row[0], head)) : '';
  const column = columns[asked];
  const figure = column && asked > 0 ? `: ${lower(column.label)} ${tableCellWords(row[asked], column)}` : '';
  return `${name}${figure}${within(table, plan)}.`;
}

/** No row passes the conditions; `isRelated`: rows that are only related follow. */
export const noRowsSentence = (table: Table, plan: Plan, isRelated: boolean): string =>
  `Não há ${table.rows_word.many}${within(table, plan)}.${isRelated ? ' Os registros abaixo são apenas relacionados.' : ''}`;

function groupsLead(table: Table, plan: Plan, result: Shown): string {
  const keys = plan.group_by.length;
  const [first = []] = result.rows;
  const shown = result.columns[keys];
  if (!shown) return '';
  if (result.rows.length === 1) {
    const label = first.slice(0, keys).map((cell, place) => groupWords(cell, result.columns[place]));
    return `${bold(label.join(', '))}: ${figureOf(table, plan, first[keys], shown)}${within(table, plan)}.`;
  }
  if (plan.limit === 1) return tiedLead(table, plan, result);
  const { comparison } = result;
  return comparison ? comparedLead(result, comparison, shown) : `${result.understood}:`;
}

/** «Empate: Câmara de Boa Vista e Prefeitura do Recife, com 7 licitações cada.» */
function tiedLead(table: Table, plan: Plan, { rows, columns }: Shown): string {
  const keys = plan.group_by.length;
  const names = rows.map((row) =>
    bold(
      row
        .slice(0, keys)
        .map((cell, place) => groupWords(cell, columns[place]))
        .join(', '),
    ),
  );
  const figure = figureOf(table, plan, rows[0]?.[keys], columns[keys] as ResultColumn);
  const asked = within(table, plan);
  return `Empate: ${joined(names)}, com ${figure} cada${asked ? `${asked.replace(/^, com /, ', entre os de ')}` : ''}.`;
}

const figureOf = (table: Table, plan: Plan, cell: string | null | undefined, shown: ResultColumn): string =>
  plan.measures[0]?.fn === 'count' && !plan.share && cell
    ? `${numberWords(cell)} ${cell === '1' ? table.rows_word.one : table.rows_word.many}`
    : tableCellWords(cell, shown);

function comparedLead(
  { rows: [one = [], two = []], columns }: Shown,
  { difference, percent }: NonNullable<TableResult['comparison']>,
  shown: ResultColumn,
): string {
  const [first, second] = [one, two].map(
    (row) => `${bold(groupWords(row[0] ?? null, columns[0]))}: ${tableCellWords(row[1], shown)}`,
  );
  const size = tableCellWords(difference.replace('-', ''), shown);
  const part = percent === null ? '' : ` (${numberWords(percent.replace('-', ''))} %)`;
  return `${first}; ${second}. A diferença é de ${size}${part} ${difference.startsWith('-') ? 'a menos' : 'a mais'}.`;
}

export const groupWords = (cell: string | null, column: ResultColumn | undefined): string =>
  cell === null ? '(vazio)' : column ? tableCellWords(cell, column) : cell;

/** Remarks on the figures: words that were read otherwise than said, cells without a value, other readings. */
export function remarksOf(table: Pick<Table, 'rows_word'>, result: TableResult, remarks: string[]): string[] {
  const found = [...remarks];
  const { skipped_nulls, others, rows } = result;
  if (others > 0) found.push(`Mostrando ${rows.length} de ${numberWords(String(rows.length + others))}.`);
  if (skipped_nulls > 0)
    found.push(
      `${numberWords(String(skipped_nulls))} ${skipped_nulls === 1 ? 'registro sem valor ficou' : 'registros sem valor ficaram'} fora do cálculo.`,
    );
  for (const other of result.alternatives) found.push(otherReading(table, result.plan, other));
  return found;
}

/** «Outra leitura da pergunta, com UF SP: 33 licitações.» */
function otherReading(
  { rows_word }: Pick<Table, 'rows_word'>,
  plan: Plan,
  other: TableResult['alternatives'][number],
): string {
  const { label, figure } = other;
  const [measure] = other.measures ?? plan.measures;
  const areRows = plan.rows || plan.group_by.length > 0 || (measure?.fn === 'count' && !plan.share);
  const shown = areRows ? `${figure} ${figure === '1' ? rows_word.one : rows_word.many}` : figure;
  if (label === WHOLE_TABLE) return `Em toda a tabela, e não só no que foi respondido antes: ${shown}.`;
  const words = /^(?:contando|somando) /.test(label) ? label : `com ${lower(label).replace(': ', ' ')}`;
  return `Outra leitura da pergunta, ${words}: ${shown}.`;
}

/** Two words of one phrase that stand in different columns. */
export function dividedSentence(
  { columns }: Table,
  [one, other]: [{ word: string; column: string }, { word: string; column: string }],
): string {
  const labelOf = (asked: string) => lower(columns.find(({ name }) => name === asked)?.label ?? asked);
  return `Não sei onde procurar: «${one.word}» está em ${labelOf(one.column)}, e «${other.word}» só em ${labelOf(other.column)}. Pergunte por uma das duas palavras.`;
}

/** Sentences for names that the table lacks, each with the nearest that it has. */
export function unknownSentences({ columns, rows_word }: Table, unknown: Plan['unknown']): string[] {
  const near = unknown.flatMap(({ text, column, nearest }) => {
    const label = columns.find(({ name }) => name === column)?.label;
    const alike = nearest.filter((value) => isAlike(value, text));
    if (!label || alike.length === 0) return [];
    return [`Não há «${text}» em ${lower(label)}. Você quis dizer ${orList.format(alike)}?`];
  });
  const far = unknown.filter(
    ({ text, column, nearest }) => !column || !nearest.some((value) => isAlike(value, text)),
  );
  const [names, words] = [true, false].map((isName) =>
    far.filter(({ text }) => NAME.test(text) === isName).map(({ text }) => `«${text}»`),
  );
  return [
    ...near,
    ...(names?.length ? [`Nenhum registro menciona ${names.join(' nem ')}.`] : []),
    ...(words?.length ? [notInTable(words, rows_word.many)] : []),
  ];
}

/** «F» is not what «fes» was meant for. */
const isAlike = (value: string, text: string): boolean => value.length > 2 || value.length * 2 >= text.length;

/** A name, a code or a number. */
const NAME = /[\p{Lu}\p{N}]/u;

/** «Nenhum registro menciona «enterros»» would sound as if there were none: what a row is tells how to ask. */
const notInTable = (words: string[], rows: string): string =>
  `Não encontrei ${words.join(' nem ')} nesta tabela, nem como coluna nem como valor.${rows && rows !== 'registros' ? ` As linhas dela são ${rows}.` : ''}`;

const orList = new Intl.ListFormat('pt-BR', { type: 'disjunction' });
