/** Requests for another order or another part of the answer before: «e com menos?», «do maior para o menor», «e o contrário?», «no total». */
import type { Order, Plan } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { candidates, columnNamed, formOf, isKeyword, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { SPENDING } from '../words/verbs.ts';

/** The plan before as the request leaves it, and the items that said so. What else the question says edits that plan further. */
export type EditCommand = { plan: Plan; items: Item[]; isRestated?: true; isOfRow?: true };

export type Command = (reading: Reading, before: Plan, said: Item[]) => EditCommand | null;

/** «no total», «ao todo», «e o total geral?»: the figure of all groups together, or without the only condition. */
export const whole: Command = (reading, before, said) => {
  const forms = said.map((item) => formOf(reading, item));
  const isTotal = forms.every((form) => /^(?:total|todo|geral)$/.test(form));
  if (!isTotal || before.rows || before.measures.length === 0) return null;
  const isOfAll = /\b(?:no|ao|em|geral|todo)\b/.test(reading.words.map(({ form }) => form).join(' '));
  const isAdded = before.measures.every(({ fn }) => fn === 'count' || fn === 'sum');
  if (before.group_by.length > 0)
    return isOfAll || (isAdded && (before.limit ?? 1) === 1)
      ? {
          plan: { ...before, group_by: [], order: [], limit: null, skip: undefined, having: [] },
          items: said,
        }
      : null;
  if (!isOfAll && !isAdded) return added(before, said);
  const only = onlyOne(before.filters);
  // «e o total?» after the sum of a year may ask for that year as well as for all of them.
  const isDay = only !== undefined && columnNamed(reading, only.column)?.kind === 'date';
  return only && (!isDay || isOfAll) ? { plan: { ...before, filters: [] }, items: said } : null;
};

/** «e o total?» after an average: the sum of the same rows. */
function added(before: Plan, items: Item[]): EditCommand | null {
  const only = onlyOne(before.measures);
  const isOfColumn = only !== undefined && only.column !== null && only.fn !== 'count_distinct';
  return isOfColumn ? { plan: { ...before, measures: [{ fn: 'sum', column: only.column }] }, items } : null;
}

/** «e com menos?», «lista os 5 piores», «e o menor?»: the groups before, by the figure that was shown. */
export const rank: Command = (reading, before, said) => {
  const count = said.find((item) => item.kind === 'number');
  const ranks = said.filter((item) =>
    isKeyword(item, 'more', 'fewer', 'largest', 'smallest', 'expensive', 'cheap'),
  );
  const isTop = said.some((item) => isKeyword(item, 'top') || /^primeir[oa]s$/.test(formOf(reading, item)));
  const isMoney = columnNamed(reading, before.measures[0]?.column ?? '')?.kind === 'money';
  const isOther = (item: Item) =>
    item !== count &&
    !ranks.includes(item) &&
    !isKeyword(item, 'top') &&
    !/^primeir[oa]s$/.test(formOf(reading, item)) &&
    !(isMoney && SPENDING.test(formOf(reading, item))) &&
    !isKeyword(item, 'list', 'which') &&
    !candidates(item).some((name) => before.group_by.some(({ column }) => column === name)) &&
    !NEUTRAL.test(formOf(reading, item));
  if (before.group_by.length === 0 || before.measures.length === 0) return null;
  if ((ranks.length !== 1 && !(isTop && ranks.length === 0 && count)) || said.some(isOther)) return null;
  const direction = isKeyword(ranks[0], 'fewer', 'smallest', 'cheap') ? 'asc' : 'desc';
  const limit = limitOf(reading, before, { count, rank: ranks[0] });
  return limit === undefined
    ? null
    : { plan: { ...before, order: [byFigure(direction)], limit, skip: undefined }, items: said };
};

/** Verbs that tell nothing of a figure; «gastou mais» asks for another one. */
const NEUTRAL = /^(?:tem|teve|tiveram|ficou|ficaram|foi|foram|deu|deram|sao|aparece|apareceu|vem|veio)$/;

/** Undefined for a number that is no count of groups. */
function limitOf(
  reading: Reading,
  before: Plan,
  { count, rank: item }: { count: Item | undefined; rank: Item | undefined },
): number | null | undefined {
  if (count?.kind === 'number') {
    const value = Number(count.number.value);
    const isCount = count.number.unit === null && Number.isInteger(value) && value >= 1 && value <= 200;
    return isCount ? value : undefined;
  }
  const forms = reading.words.map(({ form }) => form);
  const isPlural =
    forms.some((form) => /^(?:os|as|quais)$/.test(form)) || /(?<!mai|meno)s$/.test(formOf(reading, item));
  if (isPlural) return before.limit === 1 ? null : before.limit;
  return forms.some((form) => /^(?:o|a|qual|quem)$/.test(form)) ? 1 : (before.limit ?? 1);
}

const byFigure = (direction: Order['direction']): Order => ({
  by: 'measure',
  index: 0,
  column: null,
  direction,
});

const SORT = /^(?:orden(?:a|e|ar|ado|ada)|classific(?:a|e|ar)|ordem)$/;

/** «ordena do menor para o maior», «em ordem alfabética»: the groups before in another order. */
export const sort: Command = (reading, before, said) => {
  const forms = said.map((item) => formOf(reading, item));
  const isSaid = forms.some((form) => SORT.test(form)) || isFromEndToEnd(reading);
  if (before.group_by.length === 0 || !isSaid) return null;
  const isAlphabetic = forms.some((form) => /^alfabetica$/.test(form));
  const rest = said.filter(
    (item) =>
      !SORT.test(formOf(reading, item)) &&
      !/^(?:por|para|pra|pro)$/.test(formOf(reading, item)) &&
      !isKeyword(item, 'order', 'largest', 'smallest', 'more', 'fewer', 'expensive', 'cheap'),
  );
  const keys = before.group_by.map(({ column }) => column);
  const figures = before.measures.map(({ column }) => column);
  const isOfGroups = rest.every((item) => candidates(item).some((name) => keys.includes(name)));
  const isOfFigure = rest.every((item) => candidates(item).some((name) => figures.includes(name)));
  if (rest.length > 0 && !isOfGroups && !isOfFigure) return null;
  const order: Order =
    isAlphabetic || (rest.length > 0 && !isOfFigure)
      ? { by: 'group', index: 0, column: null, direction: isFalling(reading, forms) ? 'desc' : 'asc' }
      : byFigure(isRising(reading, forms) ? 'asc' : 'desc');
  return { plan: { ...before, order: [order], skip: undefined }, items: said };
};

/** «do maior para o menor», «decrescente». */
const isFromEndToEnd = ({ words }: Reading): boolean =>
  /^(?:(?:coloca|coloque|bota|poe|mostra|deixa|organiza|organize|arruma) )?(?:(?:isso|tudo|eles|elas) )?(?:d[oa] (?:maior|menor|mais \S+|menos \S+) (?:para|pra|pro|ao?|por)(?: [oa])? (?:maior|menor|mais \S+|menos \S+)|(?:de )?(?:forma )?(?:de)?crescente)$/.test(
    words.map(({ form }) => form).join(' '),
  );

/** «e o contrário?», «inverte»: the same groups or rows from the other end. */
export const turnOrder: Command = (reading, before) => {
  const said = reading.words.map(({ form }) => form).join(' ');
  if (before.order.length === 0 || !TURNED.test(said)) return null;
  const order = before.order.map((one) => ({ ...one, direction: OTHER_END[one.direction] }));
  return { plan: { ...before, order, skip: undefined }, items: reading.items };
};

const TURNED =
  /^(?:(?:e|agora|mas) )?(?:(?:inverte|inverta|inverter|vira)(?: (?:a ordem|isso|tudo))?|(?:(?:e|ao|o|pelo|do|no) )*(?:contrario|oposto|inverso|reverso)|(?:na|em|com a) ordem (?:contraria|inversa|oposta))$/;
const OTHER_END = { asc: 'desc', desc: 'asc' } as const;

const firstOf = (reading: Reading): Item | undefined =>
  reading.items.find((item) => isKeyword(item, 'largest', 'smallest', 'more', 'fewer', 'expensive', 'cheap'));
const isRising = (reading: Reading, forms: string[]): boolean =>
  forms.includes('crescente') || isKeyword(firstOf(reading), 'smallest', 'fewer', 'cheap');
const isFalling = (reading: Reading, forms: string[]): boolean =>
  forms.includes('decrescente') || isKeyword(firstOf(reading), 'largest', 'more', 'expensive');
