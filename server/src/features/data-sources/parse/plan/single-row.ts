/** «num único atendimento», «numa reserva só», «de uma vez só»: the figure of one row, and never a sum of several. */
import type { Reading } from '../reading.ts';

/** The end of the stretch says that there is one; between stands what it is. */
const SINGLE =
  /^(?:num|numa|em um|em uma|de um|de uma|a um|a uma)(?: (?:so|unic[oa]))? ([a-z]+)(?: (?:so|unic[oa]|apenas))?\b/;
const ONE = /\b(?:so|unic[oa]|apenas)\b/;
const OF_TIME = /^(?:dia|semana|mes|ano|trimestre|semestre|turno)$/;

/** After all other rules: the largest of the rows in place of the largest sum of a group. */
export function settleSingleRow(reading: Reading): void {
  const noun = singleNoun(reading);
  if (!noun) return;
  const { plan } = reading;
  const [measure, another] = plan.measures;
  const isLargestSum = measure?.fn === 'sum' && !another && plan.group_by.length === 1 && plan.limit !== null;
  if (noun.isRow && isLargestSum && measure.column) {
    showLargestRow(reading, measure.column);
    return;
  }
  const isOfSeveral = measure !== undefined && /^(?:sum|average|median)$/.test(measure.fn);
  if (!noun.isRow || isOfSeveral || (plan.group_by.length > 0 && !isLargestSum))
    reading.refusals.push(`Não sei calcular o que «${noun.text}» pede nesta tabela.`);
}

/** The row with the most, with what made the groups beside it. */
function showLargestRow(reading: Reading, column: string): void {
  const { plan } = reading;
  const [key] = plan.group_by;
  // The words that made the group say now what is shown of the row.
  for (const [item, rule] of reading.used) if (rule === 'group') reading.used.set(item, 'asked of a row');
  const kept = plan.filters.map((filter) => !(filter.op === 'filled' && filter.column === key?.column));
  plan.filters = plan.filters.filter((_, place) => kept[place]);
  reading.filterItems = reading.filterItems.filter((_, place) => kept[place] ?? true);
  plan.order = [{ by: 'column', index: 0, column, direction: plan.order[0]?.direction ?? 'desc' }];
  plan.show = [...(key ? [key.column] : []), column];
  plan.measures = [];
  plan.group_by = [];
  plan.rows = true;
}

/** The noun of a stretch that says that there is one of it, and whether it is a row. */
function singleNoun(reading: Reading): { text: string; isRow: boolean } | null {
  const { words, items, lexicon } = reading;
  for (const item of items) {
    const said = words.slice(item.from, item.from + 5).map(({ form }) => form);
    const found = SINGLE.exec(said.join(' '));
    if (!found || !ONE.test(found[0])) continue;
    const [text, noun = ''] = found;
    const word = words.slice(item.from, item.from + 5).find(({ form }) => form === noun);
    if (OF_TIME.test(noun)) return { text, isRow: false };
    const isRow = noun === 'vez' || (word !== undefined && lexicon.rows.has(word.base));
    if (isRow) return { text, isRow };
  }
  return null;
}
