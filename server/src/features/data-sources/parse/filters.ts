/** Adds conditions to the plan: the values of one column come together, and the question is refused where they exclude each other. */
import { type Condition, FILTERS_MAX } from '#contract/table-plan.ts';
import type { Item } from './chunk/items.ts';
import { columnNamed, formAt, formOf, isFlag, isKeyword, type Reading } from './reading.ts';
import { noOf, yesOf } from './words/flags.ts';

/** A mark of yes or no that a row lacks is no: «sem alvará» of «tem_alvara», whose cells are all filled. */
function asFlag(reading: Reading, condition: Condition): Condition {
  const { column, op } = condition;
  const found = columnNamed(reading, column);
  const isState = op === 'empty' || op === 'filled' || op === 'not_in';
  if (!isState || !found || !isFlag(found) || (op === 'empty' && asksForGap(reading))) return condition;
  const isExcludingNo = op === 'not_in' && condition.values.includes(noOf(found));
  const value = op === 'filled' || isExcludingNo ? yesOf(found) : noOf(found);
  return { column, op: 'in', values: [value] };
}

/** «sem a informação do transporte»: a mark that nobody has noted down is neither yes nor no. */
export const asksForGap = (reading: Reading): boolean =>
  reading.words.some(({ form }) =>
    /^(?:informacao|informacoes|preenchimento|preenchid[oa]s?|informad[oa]s?)$/.test(form),
  );

/** Whether «e», «ou» or a comma stands between the words of a filter and other items. */
function isListed(reading: Reading, place: number, items: Item[]): boolean {
  const from = Math.max(...(reading.filterItems[place] ?? []).map((item) => reading.items.indexOf(item)));
  const to = Math.min(...items.map((item) => reading.items.indexOf(item)));
  const isCompared = reading.items.some((item) => isKeyword(item, 'compare', 'difference'));
  // «subiu de agosto para setembro»
  const isChange =
    /^(?:para|pra|a|ate)$/.test(formAt(reading, to - 1)) &&
    reading.items.some((item) => CHANGED.test(formOf(reading, item)));
  if (isChange) return true;
  return reading.items.slice(from + 1, to + 1).some(
    (item) =>
      (isCompared && /^(?:com|para)$/.test(formOf(reading, item))) ||
      isKeyword(item, 'and', 'or', 'versus', 'nor', 'compare', 'difference') ||
      // «mais que a soja», «comparada com a da educação»
      /^(?:que|comparad[oa]s?|frente|enquanto|relacao)$/.test(formOf(reading, item)) ||
      reading.words[item.from]?.before.includes(','),
  );
}

export const CHANGED =
  /^(?:sub|ca|aument|diminu|cresc|mud|vari|reduz|pior|melhor)(?:iu|iram|ou|aram|eu|eram)$/;

export function addFilter(reading: Reading, said: Condition, ...items: Item[]): void {
  const { filters } = reading.plan;
  const condition = asFlag(reading, said);
  const place = filters.findIndex(
    ({ column, op }) =>
      column === condition.column && op === condition.op && (op === 'in' || op === 'not_in'),
  );
  if (place >= 0) {
    addValues(reading, place, condition, items);
    return;
  }
  if (saysNoMore(filters, condition)) return;
  if (filters.length === FILTERS_MAX) {
    if (!reading.refusals.includes(TOO_MANY)) reading.refusals.push(TOO_MANY);
    return;
  }
  filters.push(condition);
  reading.filterItems.push(items);
}

const TOO_MANY = 'Não consigo juntar tantas condições de uma vez: pergunte em partes.';

/** The same condition again; «venderam menos de 20 ingressos»: of a column that is compared nothing more is said by naming it. */
const saysNoMore = (filters: Condition[], condition: Condition): boolean =>
  filters.some((filter) => JSON.stringify(filter) === JSON.stringify(condition)) ||
  (condition.op === '>' &&
    condition.values[0] === '0' &&
    filters.some(({ column }) => column === condition.column));

/** Further values of a column that has a condition already. */
function addValues(reading: Reading, place: number, condition: Condition, items: Item[]): void {
  const same = reading.plan.filters[place] as Condition;
  const wanted = new Set(condition.values);
  // «Posto São Bento» as two parts of names: the value that has both, unless «e» or «ou» makes a list of them.
  const both = same.values.filter((value) => wanted.has(value));
  const isOne = condition.op === 'in' && !isListed(reading, place, items);
  if (isOne && both.length === 0) refuseBothValues(reading, same, condition);
  same.values = isOne && both.length > 0 ? both : [...new Set([...same.values, ...condition.values])];
  reading.filterItems[place]?.push(...items);
}

/** «pagos com atraso»: no row is both, and nothing says that either will do. */
function refuseBothValues(reading: Reading, { column, values }: Condition, other: Condition): void {
  const label = columnNamed(reading, column)?.label ?? column;
  const [one, two] = [values, other.values].map((some) => some.join(', '));
  reading.refusals.push(
    `«${one}» e «${two}» são valores diferentes de «${label}»: não sei qual deles a pergunta quer.`,
  );
}
