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
  const same = filters[place];
  if (same) {
    const wanted = new Set(condition.values);
    const both = same.values.filter((value) => wanted.has(value));
    // «Posto São Bento» as two parts of names: the value that has both, unless «e» or «ou» makes a list of them.
    if (both.length > 0 && condition.op === 'in' && !isListed(reading, place, items)) {
      same.values = both;
      reading.filterItems[place]?.push(...items);
      return;
    }
    if (both.length === 0 && condition.op === 'in' && !isListed(reading, place, items))
      refuseBothValues(reading, same, condition);
    same.values = [...new Set([...same.values, ...condition.values])];
    reading.filterItems[place]?.push(...items);
    return;
  }
  const isRepeated = filters.some((filter) => JSON.stringify(filter) === JSON.stringify(condition));
  // «venderam menos de 20 ingressos»: of a column that is compared nothing more is said by naming it.
  const isMere = condition.op === '>' && condition.values[0] === '0';
  if (isRepeated || (isMere && filters.some(({ column }) => column === condition.column))) return;
  if (filters.length === FILTERS_MAX) {
    const told = 'A pergunta tem condições demais para uma vez só.';
    if (!reading.refusals.includes(told)) reading.refusals.push(told);
    return;
  }
  filters.push(condition);
  reading.filterItems.push(items);
}

/** «pagos com atraso»: no row is both, and nothing says that either will do. */
function refuseBothValues(reading: Reading, { column, values }: Condition, other: Condition): void {
  const label = columnNamed(reading, column)?.label ?? column;
  const [one, two] = [values, other.values].map((some) => some.join(', '));
  reading.refusals.push(
    `«${one}» e «${two}» são valores diferentes de «${label}»: não sei qual deles a pergunta quer.`,
  );
}
