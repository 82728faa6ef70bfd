/** Requests to change the answer before: «troca por gasolina», «inclui o etanol», «tira o ano», «no total», «e com menos?», «quis dizer 2024». */

import type { Condition, Order, Plan } from '#contract/table-plan.ts';
import { yearPeriod } from '../../../../language/values/calendar.ts';
import type { Item } from '../chunk/items.ts';
import { candidates, columnNamed, formOf, isFiller, isKeyword, isNumeric, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { SPENDING } from '../words/verbs.ts';
import { placeOfBefore } from './ordinals.ts';
import { wordsOfCorrection } from './restated.ts';

/** The plan before as the request leaves it, and the items that said so. What else the question says edits that plan further. */
export type EditCommand = { plan: Plan; items: Item[]; isRestated?: true };

type Command = (reading: Reading, before: Plan, said: Item[]) => EditCommand | null;

/** Null where the question is none of these requests, or asks for a change of something that the answer before does not have. */
export function editCommand(reading: Reading, before: Plan): EditCommand | null {
  const placed = placeOfBefore(reading, before);
  if (placed) return { plan: placed, items: reading.items };
  const said = reading.items.filter((item) => !isPassed(reading, item));
  if (said.length === 0 || said.length > WORDS_MAX || before.share || before.either) return null;
  for (const command of COMMANDS) {
    const found = command(reading, before, said);
    if (found) return found;
  }
  return null;
}

/** A longer question says something of its own. */
const WORDS_MAX = 7;

const isPassed = (reading: Reading, item: Item): boolean =>
  isKeyword(item, 'and') ||
  (isFiller(reading, item) && !/^(?:por|para|pra|pro|sem|tod[oa]s?|geral)$/.test(formOf(reading, item))) ||
  (item.kind === 'word' && /^(?:agora|entao|tambem|so|somente|apenas|eu)$/.test(formOf(reading, item)));

const SWAP = /^(?:troc(?:a|ar)|troque|substitu(?:a|i|ir)|mud(?:a|e|ar)|alter(?:a|e|ar))$/;
const LINK = /^(?:por|para|pra|pro)$/;

/** «troca por gasolina», «troca etanol por gasolina», «muda para 2024»: only what the answer before asks for is swapped. */
const swap: Command = (reading, before, said) => {
  const [verb, ...rest] = said;
  const link = rest.findIndex((item) => LINK.test(formOf(reading, item)));
  if (!verb || !SWAP.test(formOf(reading, verb)) || link < 0 || link > 1 || rest.length !== link + 2)
    return null;
  const old = rest.slice(0, link);
  if (!old.every((item) => item.kind === 'value' && isAskedFor(before, item))) return null;
  return replacedBy(reading, before, { now: rest.at(-1), old, items: [verb, ...rest] });
};

/** «troca por vara», «por quantidade de pedidos»: the same answer in other groups, or its groups by another figure. */
const regroup: Command = (reading, before, said) => {
  const [verb, ...rest] = said;
  const isSwap = SWAP.test(formOf(reading, verb));
  const [link, head, ...others] = isSwap ? rest : said;
  if (before.group_by.length !== 1 || !head || !/^(?:por|para|pra|pro)$/.test(formOf(reading, link)))
    return null;
  const names = candidates(head).filter((name) => isNumeric(columnNamed(reading, name)));
  const isCount = isKeyword(head, 'number_of', 'how_many') && others.every(({ kind }) => kind === 'rows');
  const [column] = names;
  if (isCount || (column && names.length === 1 && others.length === 0))
    return before.order.some(({ by }) => by === 'measure')
      ? {
          plan: { ...before, measures: [isCount ? COUNT : { fn: 'sum', column: column ?? null }] },
          items: said,
        }
      : null;
  return isSwap && head.kind === 'column' && names.length === 0 && verb
    ? { plan: before, items: [verb] }
    : null;
};

const COUNT = { fn: 'count' as const, column: null };

const MISTAKES = /^(?:quis|queria|digo|ops|corrigindo|corrige)$/;

/** «quis dizer 2024», «ops, Recife». */
const correction: Command = (reading, before, said) => {
  const isSaid = reading.words.slice(0, 3).some(({ form }) => MISTAKES.test(form));
  // «não, eu queria de 2025»
  const now = onlyOne(
    said,
    (item) =>
      !MISTAKES.test(formOf(reading, item)) && formOf(reading, item) !== 'dizer' && !isFirstNo(said, item),
  );
  if (!isSaid || !now) return null;
  return replacedBy(reading, before, { now, old: [], items: said });
};

const isFirstNo = ([first]: Item[], item: Item): boolean => item === first && isKeyword(item, 'not');

type Replacement = { now: Item | undefined; old: Item[]; items: Item[] };

function replacedBy(reading: Reading, before: Plan, { now, old, items }: Replacement): EditCommand | null {
  if (now?.kind === 'period')
    return hasDay(reading, before) ? { plan: before, items: items.slice(0, -1) } : null;
  const year = now ? yearOf(reading, now) : null;
  if (now && year !== null && hasDay(reading, before)) {
    // A year alone is no period anywhere else: here it takes the place of one.
    const span = { from: now.from, to: now.to, period: yearPeriod(year), isYearAssumed: false, other: null };
    reading.items[reading.items.indexOf(now)] = { kind: 'period', span, from: now.from, to: now.to };
    return { plan: before, items: items.slice(0, -1) };
  }
  const place = now ? conditionAt(before, now) : -1;
  const condition = before.filters[place];
  if (!now || !condition) return null;
  const left =
    old.length > 0
      ? condition.values.filter((value) => !old.some((item) => names(item, condition, value)))
      : [];
  return { plan: withValues(before, place, [...left, ...valuesFor(now, condition)]), items };
}

const INCLUDE = /^(?:inclu(?:a|i|ir)|acrescent(?:a|e|ar)|adicion(?:a|e|ar)|junt(?:a|e|ar))$/;

/** «inclui o etanol» after an answer about gasolina. */
const include: Command = (reading, before, said) => {
  const [verb, ...values] = said;
  if (!verb || !INCLUDE.test(formOf(reading, verb)) || values.length === 0) return null;
  let plan = before;
  for (const item of values) {
    const place = conditionAt(plan, item);
    const condition = plan.filters[place];
    if (!condition) return null;
    plan = withValues(plan, place, [...condition.values, ...valuesFor(item, condition)]);
  }
  return { plan, items: said };
};

const DROP =
  /^(?:tir(?:a|e|ar)|remov(?:a|e|er)|retir(?:a|e|ar)|desconsider(?:a|e|ar)|ignor(?:a|e|ar)|esquec(?:a|e|er)|limp(?:a|e|ar)|sem)$/;
const CONDITION_NOUN = /^(?:filtros?|recortes?|restric(?:ao|oes)|condic(?:ao|oes)|criterios?)$/;
const TIME_NOUN = /^(?:periodos?|datas?|anos?|mes|meses|trimestres?|semestres?)$/;

/** «tira o ano», «sem o filtro de cidade», «todas as cidades», «em todo o período»: a condition less. */
const drop: Command = (reading, before, said) => {
  const [first, ...nouns] = said;
  const isAll = /^(?:tod[oa]s?|qualquer)$/.test(formOf(reading, first));
  if (!first || nouns.length === 0 || !(DROP.test(formOf(reading, first)) || isAll)) return null;
  const dropped = new Set<Condition>();
  for (const noun of nouns) {
    if (CONDITION_NOUN.test(formOf(reading, noun)) && !isAll) continue;
    const found = before.filters.filter((condition) => isAbout(reading, condition, noun));
    if (found.length === 0) return null;
    for (const condition of found) dropped.add(condition);
  }
  const isOnly = nouns.every((noun) => CONDITION_NOUN.test(formOf(reading, noun)));
  if (isOnly && before.filters.length !== 1) return null;
  const filters = isOnly ? [] : before.filters.filter((condition) => !dropped.has(condition));
  return filters.length < before.filters.length ? { plan: { ...before, filters }, items: said } : null;
};

const isAbout = (reading: Reading, { column }: Condition, noun: Item): boolean =>
  candidates(noun).includes(column) ||
  (TIME_NOUN.test(formOf(reading, noun)) && columnNamed(reading, column)?.kind === 'date');

/** «no total», «ao todo», «e o total geral?»: the figure of all groups together, or without the only condition. */
const whole: Command = (reading, before, said) => {
  const forms = said.map((item) => formOf(reading, item));
  const isTotal = forms.every((form) => /^(?:total|todo|geral)$/.test(form));
  if (!isTotal || before.rows || before.measures.length === 0) return null;
  if (before.group_by.length > 0)
    return {
      plan: { ...before, group_by: [], order: [], limit: null, skip: undefined, having: [] },
      items: said,
    };
  const only = onlyOne(before.filters);
  // «e o total?» after the sum of a year may ask for that year as well as for all of them.
  const isDay = only !== undefined && columnNamed(reading, only.column)?.kind === 'date';
  return only && !isDay ? { plan: { ...before, filters: [] }, items: said } : null;
};

/** «e com menos?», «lista os 5 piores», «e o menor?»: the groups before, by the figure that was shown. */
const rank: Command = (reading, before, said) => {
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
const sort: Command = (reading, before, said) => {
  const forms = said.map((item) => formOf(reading, item));
  if (before.group_by.length === 0 || !forms.some((form) => SORT.test(form))) return null;
  const isAlphabetic = forms.some((form) => /^alfabetica$/.test(form));
  const rest = said.filter(
    (item) =>
      !SORT.test(formOf(reading, item)) &&
      !LINK.test(formOf(reading, item)) &&
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

const firstOf = (reading: Reading): Item | undefined =>
  reading.items.find((item) => isKeyword(item, 'largest', 'smallest', 'more', 'fewer', 'expensive', 'cheap'));
const isRising = (reading: Reading, forms: string[]): boolean =>
  forms.includes('crescente') || isKeyword(firstOf(reading), 'smallest', 'fewer', 'cheap');
const isFalling = (reading: Reading, forms: string[]): boolean =>
  forms.includes('decrescente') || isKeyword(firstOf(reading), 'largest', 'more', 'expensive');

/** «não, eu quis dizer em sacas»: what follows edits the answer before. */
const restate: Command = (reading, before) => {
  const length = wordsOfCorrection(reading);
  const items = reading.items.filter(({ from }) => from < length);
  return length > 0 ? { plan: before, items, isRestated: true } : null;
};

const COMMANDS: Command[] = [swap, regroup, correction, include, drop, whole, sort, rank, restate];

const isAskedFor = (before: Plan, item: Item): boolean => {
  const condition = before.filters[conditionAt(before, item)];
  return condition?.values.some((value) => names(item, condition, value)) ?? false;
};

/** The place of the condition on a column that has the value. */
const conditionAt = (before: Plan, item: Item): number =>
  item.kind === 'value'
    ? before.filters.findIndex(
        ({ column, op }) => op === 'in' && item.phrases.some((phrase) => phrase.column === column),
      )
    : -1;

const valuesFor = (item: Item, { column }: Condition): string[] =>
  item.kind === 'value'
    ? item.phrases.flatMap((phrase) => (phrase.column === column ? phrase.values : []))
    : [];

const names = (item: Item, condition: Condition, value: string): boolean =>
  valuesFor(item, condition).includes(value);

const withValues = (plan: Plan, place: number, values: string[]): Plan => ({
  ...plan,
  filters: plan.filters.map((condition, at) =>
    at === place ? { ...condition, values: [...new Set(values)] } : condition,
  ),
});

const hasDay = (reading: Reading, { filters }: Plan): boolean =>
  filters.some(({ column }) => columnNamed(reading, column)?.kind === 'date');

function yearOf(reading: Reading, item: Item): number | null {
  const form = formOf(reading, item);
  return item.kind === 'number' && item.number.isBare && /^(?:19|20)\d\d$/.test(form) ? Number(form) : null;
}
