/** Edits of the plan before that name no figure: «tira o chat», «e os 3 primeiros?», «e no segundo?», «e as que não aceitam?». */
import type { Condition, Plan } from '#contract/table-plan.ts';
import { addDays, addMonths } from '../../../../language/values/calendar.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isFlag,
  isKeyword,
  isUsed,
  type Reading,
  textOf,
} from '../reading.ts';
import { noOf, yesOf } from '../words/flags.ts';
import { rootsMeet } from '../words/roots.ts';

const TAKE_OUT =
  /^(?:tir(?:a|e|ar)|remov(?:a|e|er)|retir(?:a|e|ar)|exclu(?:a|i|ir)|desconsider(?:a|e|ar)|ignor(?:a|e|ar))$/;
export const isTakeOut = (form: string): boolean => TAKE_OUT.test(form);

const TAKE_OUT_WORDS_MAX = 6;

/** «tira o chat» asks for the rows without it. In a question of its own these verbs would ask for a change of the table. */
export const takesOut = ({ words, items }: Pick<Reading, 'words' | 'items'>): boolean =>
  TAKE_OUT.test(words.find(({ form }) => !/^(?:agora|e|entao|se|mas|so)$/.test(form))?.form ?? '') &&
  words.length <= TAKE_OUT_WORDS_MAX &&
  items.some(({ kind }) => kind === 'value') &&
  !items.some(({ kind }) => kind === 'rows');

/** A value that the plan before asks for is asked for no longer; one that it does not ask for is excluded. */
export function takeOut(reading: Reading, before: Plan): Plan {
  const kept = [...before.filters];
  const { plan } = reading;
  plan.filters = plan.filters.flatMap((now): Condition[] => {
    if (now.op !== 'in') return [now];
    const place = kept.findIndex(({ column, op }) => column === now.column && op === 'in');
    const old = kept[place];
    if (!old?.values.some((value) => now.values.includes(value))) return [{ ...now, op: 'not_in' }];
    const values = old.values.filter((value) => !now.values.includes(value));
    kept.splice(place, 1, ...(values.length > 0 ? [{ ...old, values }] : []));
    return [];
  });
  reading.filterItems = plan.filters.map(() => []);
  return { ...before, filters: kept };
}

const RANKS: Record<string, number> = {
  primeiro: 1,
  primeira: 1,
  segundo: 2,
  segunda: 2,
  terceiro: 3,
  terceira: 3,
  quarto: 4,
  quarta: 4,
};

/** «os 3 primeiros», «qual o maior?», «quem ficou em primeiro?», «os que menos venderam»: the groups or rows before, in another order or number. */
export function rankBefore(reading: Reading, before: Plan): void {
  const { plan } = reading;
  const isOwn = plan.measures.length + plan.group_by.length + plan.order.length > 0;
  const isRanked = before.order.length > 0 || before.group_by.length > 0;
  if (isOwn || !isRanked) return;
  const free = reading.items.filter((item) => !isUsed(reading, item));
  const least = free.find((item) => isKeyword(item, 'fewer', 'smallest', 'cheap'));
  const most = least ?? free.find((item) => isKeyword(item, 'more', 'largest', 'expensive'));
  const first = free.find((item) => /^primeir[oa]s?$/.test(formOf(reading, item)));
  const count = free.find((item) => item.kind === 'number' && item !== first && isCount(item));
  if (!most && !first && !count) return;
  consume(reading, 'rank of the answer before', most, first, count);
  plan.order = orderOf(before, most === undefined ? null : least ? 'asc' : 'desc');
  if (count?.kind === 'number') plan.limit = Number(count.number.value);
  else plan.limit = isOne(reading, [most, first]) ? 1 : before.limit === 1 ? null : before.limit;
}

/** «o primeiro», «qual o maior?», and not «os que menos venderam». */
const isOne = (reading: Reading, ranks: (Item | undefined)[]): boolean =>
  !reading.words.some(({ form }) => /^(?:os|as)$/.test(form)) &&
  !ranks.some((item) => /(?<!mai|meno)s$/.test(formOf(reading, item)));

const isCount = (item: Item): boolean => {
  const number = item.kind === 'number' ? Number(item.number.value) : 0;
  return (
    item.kind === 'number' &&
    item.number.unit === null &&
    Number.isInteger(number) &&
    number >= 1 &&
    number <= 200
  );
};

function orderOf(before: Plan, direction: 'asc' | 'desc' | null): Plan['order'] {
  if (before.order.length === 0)
    return [{ by: 'measure', index: 0, column: null, direction: direction ?? 'desc' }];
  return before.order.map((order) => ({ ...order, direction: direction ?? order.direction }));
}

/** «e no segundo?» after the first half of a year, «e no terceiro?» after a quarter. */
export function ordinalPeriod(reading: Reading, before: Plan): void {
  const old = before.filters.find(
    ({ column, op }) => op === 'between' && columnNamed(reading, column)?.kind === 'date',
  );
  const [first, last] = old?.values ?? [];
  const item = reading.items.find((each) => !isUsed(reading, each) && RANKS[formOf(reading, each)]);
  if (!old || !first || !last || !item || before.group_by.length > 0) return;
  const months = [3, 6].find((length) => addDays(addMonths(first, length), -1) === last);
  const rank = RANKS[formOf(reading, item)] ?? 0;
  if (!months || rank * months > 12) return;
  const start = addMonths(`${first.slice(0, 4)}-01-01`, (rank - 1) * months);
  consume(reading, 'period', item);
  reading.plan.filters.push({ ...old, values: [start, addDays(addMonths(start, months), -1)] });
  reading.filterItems.push([item]);
}

/** «e as que não aceitam?» after those that do: the mark or the value before, turned round. */
export function turnBefore(reading: Reading, before: Plan): void {
  const at = reading.items.findIndex((item) => isKeyword(item, 'not') && !isUsed(reading, item));
  if (at < 0 || reading.plan.filters.length > 0) return;
  const verb = reading.items[at + 1];
  const form = formOf(reading, verb);
  const old = before.filters.find(
    ({ column, op, values }) =>
      op === 'in' &&
      (!verb ||
        wordsOf(
          fold([column.replaceAll('_', ' '), columnNamed(reading, column)?.label, ...values].join(' ')),
        ).some((word) => word.length >= 4 && form.length >= 4 && rootsMeet(form, word))),
  );
  if (!old) return;
  consume(reading, 'turned', reading.items[at], verb);
  reading.plan.filters.push(turned(reading, old));
  reading.filterItems.push([]);
}

function turned(reading: Reading, old: Condition): Condition {
  const column = columnNamed(reading, old.column);
  if (!column || !isFlag(column)) return { ...old, op: 'not_in' };
  const [yes, no] = [yesOf(column), noOf(column)];
  return { ...old, values: [old.values.includes(yes) ? no : yes] };
}

/** «valor negociado em vez da quantidade»: what stands after is what was asked before. */
export function dropInstead(reading: Reading): void {
  const at = reading.items.findIndex(
    (item, index) => formOf(reading, item) === 'vez' && formAt(reading, index - 1) === 'em',
  );
  if (at > 0) consume(reading, 'instead', ...reading.items.slice(at - 1));
}

/** «o primeiro», «os 3 primeiros». */
export const isRank = (reading: Reading, item: Item): boolean =>
  /^primeir[oa]s?$/.test(formOf(reading, item)) || item.kind === 'number';

/** «quantos são?», «mostra as linhas», «lista eles», «em %»: a question that names nothing of its own. */
export const namesNothing = (reading: Reading): boolean =>
  reading.items.every(
    (item) =>
      (item.kind === 'word' &&
        (item.isFunction ||
          /^(?:so|agora|tudo|todos|todas|tambem|entao|sim|ok|me|mim|pra|ai|favor|dao|da|ficou|sao|foram|deram|deu|eram|seriam|tem)$/.test(
            formOf(reading, item),
          ))) ||
      isKeyword(item, 'how_many', 'list', 'which', 'and', 'share', 'largest', 'smallest') ||
      (item.kind === 'rows' &&
        /^(?:linhas?|registros?)$/.test(textOf(reading, item).toLowerCase()) &&
        reading.items.some((each) => isKeyword(each, 'list'))) ||
      /^primeir[oa]s?$/.test(formOf(reading, item)) ||
      (item.kind === 'number' && isCount(item)),
  );
