/** A plan in words, and its conditions as chips: what was understood of the question. */

import {
  type Bucket,
  type Condition,
  clausesOf,
  DURATION_UNIT,
  datesBetween,
  type GroupKey,
  type Measure,
  momentOf,
  numbersCompared,
  type Plan,
} from '#contract/table-plan.ts';
import { bucketWords, durationWords, moneyWords, numberWords } from '#contract/table-words.ts';
import { isWordsForNumber } from '../compile/cells.ts';
import { isWeekday, periodOf } from '../compile/conditions.ts';
import {
  daysColumn,
  hoursColumn,
  lessColumn,
  lower,
  type NamedColumn,
  timeColumn,
} from '../compile/days-column.ts';
import { shownKind } from './shown-kind.ts';

const FUNCTIONS: Record<Measure['fn'], string> = {
  count: 'Número',
  count_distinct: 'Valores diferentes',
  sum: 'Soma',
  average: 'Média',
  median: 'Mediana',
  minimum: 'Menor',
  maximum: 'Maior',
};

const BUCKET_NAMES: Record<Bucket, string> = {
  year: 'ano',
  semester: 'semestre',
  quarter: 'trimestre',
  month: 'mês',
  week: 'semana',
  weekday: 'dia da semana',
  day: 'dia',
  band: 'faixa',
};

export type Table = { columns: NamedColumn[]; rows_word: { one: string; many: string } };

/** A column of the table, or the days or hours between two of its dates. */
export function columnOf({ columns }: Pick<Table, 'columns'>, name: string): NamedColumn {
  const find = (wanted: string | undefined) => columns.find((column) => column.name === wanted);
  const dates = datesBetween(name);
  const [from, to] = [find(dates?.from), find(dates?.to)];
  const between = from && to && (dates?.unit === 'hours' ? hoursColumn : daysColumn)(from, to);
  const numbers = numbersCompared(name);
  const [one, other] = [find(numbers?.from), find(numbers?.to)];
  const less = one && other && lessColumn(one, other);
  const moment = find(momentOf(name) ?? undefined);
  const time = moment && timeColumn(moment);
  return find(name) ?? between ?? time ?? less ?? { name, label: name, kind: 'text', unit: null };
}

/** «Média de valor estimado», «Número de licitações», «Parte, em %, do valor estimado». */
export function measureWords(table: Table, { fn, column }: Measure, isShare: boolean): string {
  const of = column === null ? table.rows_word.many : lower(columnOf(table, column).label);
  if (isShare) return `Percentual de ${of}`;
  if (fn === 'count' || column === null) return `Número de ${table.rows_word.many}`;
  return `${FUNCTIONS[fn]} de ${of}`;
}

/** «Média de valor estimado por modalidade, situação Aberta, data de abertura em 2025». */
export function understoodWords(table: Table, plan: Plan): string {
  const what = plan.rows
    ? plan.limit === null
      ? capital(table.rows_word.many)
      : `${plan.limit} ${plan.limit === 1 ? table.rows_word.one : table.rows_word.many}`
    : plan.measures.map((measure) => measureWords(table, measure, plan.share)).join(' e ');
  const groups = plan.group_by.map((key) => groupWords(table, key.column, key.bucket)).join(' e ');
  const order = plan.order.map((each) => orderWords(table, plan, each)).filter(Boolean);
  const filters = conditionsWords(table, plan);
  const having = havingWords(table, plan);
  return [`${what}${groups ? ` por ${groups}` : ''}`, ...having, ...filters, ...order].join(', ');
}

const COUNTED: Record<Plan['having'][number]['op'], string> = {
  '>': 'mais de',
  '>=': 'ao menos',
  '<': 'menos de',
  '<=': 'no máximo',
  '=': 'exatamente',
};

/** The conditions on groups: «com mais de 5 licitações», «com soma de valor estimado: mais de R$ 1.000,00». */
export function havingWords(table: Table, plan: Plan): string[] {
  return plan.having.flatMap(({ measure: place, op, value }) => {
    const measure = plan.measures[place];
    if (!measure) return [];
    const { fn, column } = measure;
    const { one, many } = table.rows_word;
    if (plan.share) return [`com ${COUNTED[op]} ${numberWords(value)} %`];
    if (fn === 'count') return [`com ${COUNTED[op]} ${numberWords(value)} ${value === '1' ? one : many}`];
    const { kind, unit } = columnOf(table, column ?? '');
    const figure = fn === 'count_distinct' ? numberWords(value) : oneWords(value, kind, unit);
    return [`com ${lower(measureWords(table, measure, false))}: ${COUNTED[op]} ${figure}`];
  });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function groupWords(table: Table, column: string, bucket: Bucket | null): string {
  const { label } = columnOf(table, column);
  return bucket ? `${BUCKET_NAMES[bucket]} de ${lower(label)}` : lower(label);
}

/** Days stand one after the other and numbers by their size; words have an alphabet. */
function groupOrderWords(table: Table, key: GroupKey | undefined, direction: 'asc' | 'desc'): string {
  const kind = key ? columnOf(table, key.column).kind : 'text';
  const isDown = direction === 'desc';
  if (kind === 'date' && key?.bucket !== 'weekday')
    return isDown ? 'do mais recente para o mais antigo' : 'em ordem de data';
  if (kind === 'number' || kind === 'money' || kind === 'date')
    return isDown ? 'em ordem decrescente' : 'em ordem crescente';
  return isDown ? 'em ordem alfabética inversa' : 'em ordem alfabética';
}

function orderWords(
  table: Table,
  plan: Plan,
  { by, index, column, direction }: Plan['order'][number],
): string {
  const top = plan.limit !== null && plan.group_by.length > 0 ? `${plan.limit} primeiros, ` : '';
  if (by === 'measure' && plan.limit === 1 && plan.group_by.length > 0)
    return `só o ${plan.skip ? `${plan.skip + 1}º ` : ''}${direction === 'desc' ? 'maior' : 'menor'}`;
  if (by === 'measure')
    return `${top}do ${direction === 'desc' ? 'maior para o menor' : 'menor para o maior'}`;
  if (by === 'group') return groupOrderWords(table, plan.group_by[index], direction);
  if (!column) return '';
  const { label, kind } = columnOf(table, column);
  const isDate = kind === 'date';
  const words = isDate
    ? ['mais recentes primeiro', 'mais antigas primeiro']
    : ['maiores primeiro', 'menores primeiro'];
  const place = plan.skip ? `, a partir do ${plan.skip + 1}º lugar` : '';
  return `por ${lower(label)}, ${direction === 'desc' ? words[0] : words[1]}${place}`;
}

/** «órgão com valor» of a ranking of órgãos goes without saying. */
export const toldConditions = ({ filters, group_by, limit, having }: Plan): Condition[] =>
  filters.filter(
    ({ column, op }) =>
      op !== 'filled' ||
      (limit === null && having.length === 0) ||
      !group_by.some((key) => key.column === column),
  );

/** The words of all conditions; those on what one text mentions are one. `isWithin`: they stand after «com» in a sentence. */
export function conditionsWords(table: Table, plan: Plan, isWithin = false): string[] {
  const told = toldConditions(plan);
  const words = new Map<string, string>();
  for (const clause of clausesOf(plan)) {
    const [condition, ...others] = clause.filter((one) => told.includes(one));
    if (!condition) continue;
    const { column, op } = condition;
    const isText = op === 'contains' && others.length === 0;
    const key = isText ? column : JSON.stringify(clause);
    const before = isText ? words.get(key) : undefined;
    const own = before
      ? valueWords(table, condition).replace('menciona ', '')
      : [condition, ...others].map((one) => conditionWords(table, one, isWithin)).join(' ou ');
    words.set(key, before ? `${before} e ${own}` : own);
  }
  return [...words.values()];
}

/** «saldo abaixo de estoque mínimo»: two numbers of a row, of which one less the other is compared with nothing. */
function comparedWords(table: Table, { column, op, values }: Condition): string | null {
  const numbers = numbersCompared(column);
  const [one, other] = [numbers?.from, numbers?.to].map((name) =>
    table.columns.find((each) => each.name === name),
  );
  const isNothing = values.length > 0 && values.every((value) => Number(value) === 0);
  if (!one || !other || !isNothing) return null;
  const words = { '>': 'acima de', '<': 'abaixo de', '>=': 'igual ou acima de', '<=': 'igual ou abaixo de' };
  const how = op === '>' || op === '<' || op === '>=' || op === '<=' ? words[op] : 'igual a';
  return `${lower(one.label)} ${how} ${lower(other.label)}`;
}

/** «situação Aberta ou Suspensa», «valor estimado acima de R$ 100.000,00», «data de abertura em 2025». */
function conditionWords(table: Table, condition: Condition, isWithin: boolean): string {
  // «com objeto que menciona «merenda»»
  const compared = comparedWords(table, condition);
  if (compared) return compared;
  const that = isWithin && /contains|starts_with/.test(condition.op) ? 'que ' : '';
  return `${lower(columnOf(table, condition.column).label)} ${that}${valueWords(table, condition)}`;
}

export function valueWords(table: Table, { column, op, values }: Condition): string {
  const named = columnOf(table, column);
  const { unit } = named;
  const kind = shownKind(named);
  if (op === 'empty') return 'sem valor';
  if (op === 'filled') return 'com valor';
  if (kind === 'date') return dayWords(op, values);
  const shown = values.map((value) => oneWords(value, kind, unit));
  const [first = '', second = first] = shown;
  if (op === 'between') return first === second ? `igual a ${first}` : `de ${first} a ${second}`;
  if (op === 'in') return listed(shown, 'ou');
  if (op === 'not_in') return `exceto ${listed(shown, 'e')}`;
  if (op === 'contains')
    return `menciona ${listed(
      shown.map((text) => `«${text}»`),
      'ou',
    )}`;
  if (op === 'not_contains')
    return `não menciona ${listed(
      shown.map((text) => `«${text}»`),
      'ou',
    )}`;
  if (op === 'starts_with') return `começa com «${first}»`;
  return `${COMPARISONS[op]} ${first}`;
}

const COMPARISONS: Record<'>' | '<' | '>=' | '<=', string> = {
  '>': 'acima de',
  '<': 'abaixo de',
  '>=': 'a partir de',
  '<=': 'até',
};

function oneWords(value: string, kind: string, unit: string | null): string {
  if (kind !== 'boolean' && isWordsForNumber(value)) return value;
  if (kind === 'money') return moneyWords(value);
  if (unit === DURATION_UNIT) return durationWords(value);
  if (kind === 'number') return `${numberWords(value)}${unit === '%' ? ' %' : ''}`;
  if (kind === 'boolean') return value === 'true' ? 'Sim' : 'Não';
  return value;
}

const SHOWN = 4;

function listed(values: string[], last: 'ou' | 'e'): string {
  const shown = values.slice(0, SHOWN);
  const more = values.length - shown.length;
  if (more > 0) return `${shown.join(', ')} ${last} mais ${more}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}

function dayWords(op: Condition['op'], values: string[]): string {
  const [first = '', second = first] = values;
  if (op === 'in' && values.length > 2 && isRunOfWeekdays(values))
    return `de ${keyWords(first)} a ${keyWords(values.at(-1) ?? first)}`;
  if (op === 'in' || op === 'not_in')
    return `${op === 'in' ? 'em' : 'fora de'} ${listed(values.map(keyWords), op === 'in' ? 'ou' : 'e')}`;
  if (op === 'between') return betweenWords(first, second);
  const words = { '>': 'depois de', '<': 'antes de', '>=': 'desde', '<=': 'até' } as const;
  return op === '>' || op === '<' || op === '>=' || op === '<='
    ? `${words[op]} ${bucketWords(first, 'day')}`
    : first;
}

const isRunOfWeekdays = (keys: string[]): boolean =>
  keys.every((key, at) => isWeekday(key) && Number(key) === Number(keys[0]) + at);

/** Whole years, quarters and months by their names. */
function betweenWords(first: string, last: string): string {
  const year = first.slice(0, 4);
  const keys = [
    year,
    `${year}-S1`,
    `${year}-S2`,
    `${year}-T1`,
    `${year}-T2`,
    `${year}-T3`,
    `${year}-T4`,
    first.slice(0, 7),
  ];
  const key = keys.find((one) => periodOf(one).first === first && periodOf(one).last === last);
  if (key) return `em ${keyWords(key)}`;
  return first === last
    ? `em ${bucketWords(first, 'day')}`
    : `de ${bucketWords(first, 'day')} a ${bucketWords(last, 'day')}`;
}

function keyWords(key: string): string {
  if (/^\d{4}$/.test(key)) return key;
  if (isWeekday(key)) return bucketWords(key, 'weekday');
  if (/-S\d$/.test(key)) return bucketWords(key, 'semester');
  if (/-T\d$/.test(key)) return bucketWords(key, 'quarter');
  if (/^\d{4}-\d\d$/.test(key)) return bucketWords(key, 'month');
  const [first = '', last] = key.split('/');
  return last ? `${bucketWords(first, 'day')} a ${bucketWords(last, 'day')}` : bucketWords(first, 'day');
}
