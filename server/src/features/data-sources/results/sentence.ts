/** The answer to a question to a table without a model: a sentence with the figure first, a table, and what has to be known of it. */
import type { Measure, Plan } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { numberWords, tableCellWords } from '#contract/table-words.ts';
import { conditionWords, type Table } from './understood.ts';

/** The first line: the figure in bold, in the words of the table. `marker` is the number of the result, «[1]». */
export function leadSentence(table: Table, plan: Plan, result: TableResult, marker: string): string {
  if (plan.rows) return rowsLead(table, plan, result, marker);
  if (result.rows.length === 0) return `Não há nenhum grupo assim${within(table, plan)}. ${marker}`;
  if (plan.group_by.length > 0) return groupsLead(table, plan, result, marker);
  const [row = []] = result.rows;
  const parts = plan.measures.map((measure, place) => figureWords(table, plan, measure, row[place] ?? null, result.columns[place]));
  const sentence = parts.join(' e ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${within(table, plan)}. ${marker}`;
}

function figureWords(
  table: Table,
  plan: Plan,
  { fn, column }: Measure,
  value: string | null,
  shown: ResultColumn | undefined,
): string {
  if (!shown) return '';
  const figure = `**${tableCellWords(value, shown)}**`;
  const label = lower(table.columns.find(({ name }) => name === column)?.label ?? '');
  if (value === null) return `não há valor${label ? ` de ${label}` : ''} para calcular`;
  if (plan.share) return `${figure} ${column ? `de ${label}` : `dos registros de ${table.rows_word.many}`}`;
  if (fn === 'count') return countWords(table, value);
  if (fn === 'count_distinct') return `${figure} valores diferentes de ${label}`;
  const verbs: Record<string, string> = {
    sum: `a soma de ${label} é`,
    average: `a média de ${label} é`,
    median: `a mediana de ${label} é`,
    minimum: `o menor valor de ${label} é`,
    maximum: `o maior valor de ${label} é`,
  };
  return `${verbs[fn] ?? ''} ${figure}`;
}

const countWords = ({ rows_word }: Table, value: string): string =>
  `**${numberWords(value)} ${value === '1' ? rows_word.one : rows_word.many}**`;

const lower = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** «, com situação Aberta e valor estimado acima de R$ 100.000,00». */
function within(table: Table, plan: Plan): string {
  const words = plan.filters.map((filter) => conditionWords(table, filter));
  if (words.length === 0) return '';
  const all = words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`;
  return `, com ${all}`;
}

function rowsLead(table: Table, plan: Plan, { rows_considered, rows, others }: TableResult, marker: string): string {
  const count = countWords(table, String(rows_considered));
  if (rows_considered === 0) return `Não há ${table.rows_word.many}${within(table, plan)}. ${marker}`;
  if (plan.limit === 1) return `${marker}`.trim();
  if (plan.limit !== null && rows.length < rows_considered)
    return `**${rows.length}** de ${count}${within(table, plan)}. ${marker}`;
  return `${count}${within(table, plan)}${others > 0 ? `; aqui estão as primeiras ${rows.length}` : ''}. ${marker}`;
}

function groupsLead(table: Table, plan: Plan, result: TableResult, marker: string): string {
  const keys = plan.group_by.length;
  const [first = []] = result.rows;
  const [figure] = plan.measures;
  const shown = result.columns[keys];
  if (result.rows.length === 1 && figure && shown) {
    const label = first.slice(0, keys).map((cell, place) => groupWords(cell, result.columns[place])).join(', ');
    return `**${label}**: ${tableCellWords(first[keys], shown)}${within(table, plan)}. ${marker}`;
  }
  const { comparison } = result;
  if (comparison && shown) return `${compared(result, comparison, shown)} ${marker}`;
  return `${result.understood}: ${marker}`;
}

function compared(result: TableResult, { difference, percent }: NonNullable<TableResult['comparison']>, shown: ResultColumn): string {
  const [one = [], two = []] = result.rows;
  const [first, second] = [one, two].map((row) => `**${groupWords(row[0] ?? null, result.columns[0])}**: ${tableCellWords(row[1], shown)}`);
  const size = tableCellWords(difference.replace('-', ''), shown);
  const part = percent === null ? '' : ` (${numberWords(percent.replace('-', ''))} %)`;
  const way = difference.startsWith('-') ? 'a menos' : 'a mais';
  return `${first}; ${second}. A diferença é de ${size}${part} ${way}.`;
}

const groupWords = (cell: string | null, column: ResultColumn | undefined): string =>
  cell === null ? '(vazio)' : column ? tableCellWords(cell, column) : cell;

/** The rows of a result as a Markdown table; cells cannot end it. */
export function markdownTable({ columns, rows, others }: TableResult): string {
  const line = (cells: string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const isGroup = (place: number) => columns[place]?.bucket !== null || place === 0;
  const head = [line(columns.map(({ label }) => label)), line(columns.map(isFigure).map((right) => (right ? '---:' : '---')))];
  const body = rows.map((row) =>
    line(row.map((cell, place) => (cell === null && isGroup(place) ? '(vazio)' : tableCellWords(cell, columns[place] as ResultColumn)))),
  );
  return [...head, ...body, ...(others > 0 ? ['', `Mostrando ${rows.length}; há mais ${others}.`] : [])].join('\n');
}

const isFigure = ({ kind, bucket }: ResultColumn): boolean =>
  bucket === null && (kind === 'money' || kind === 'number' || kind === 'percent');

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** What has to be known of the figures: cells without a value, and the other reading of an ambiguity. */
export function remarksOf(result: TableResult, remarks: string[]): string[] {
  const found = [...remarks];
  if (result.skipped_nulls > 0)
    found.push(`${numberWords(String(result.skipped_nulls))} ${result.skipped_nulls === 1 ? 'registro sem valor ficou' : 'registros sem valor ficaram'} fora do cálculo.`);
  for (const { label, figure } of result.alternatives) found.push(`Ou, com ${lower(label)}: ${figure}.`);
  return found;
}
