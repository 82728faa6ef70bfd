/** Requests to change the answer before: «troca por gasolina», «inclui o etanol», «tira o ano», «no total», «e com menos?», «quis dizer 2024». */

import type { Condition, Plan } from '#contract/table-plan.ts';
import { yearPeriod } from '../../../../language/values/calendar.ts';
import type { Item } from '../chunk/items.ts';
import { candidates, columnNamed, formOf, isFiller, isKeyword, isNumeric, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { type Command, type EditCommand, rank, sort, turnOrder, whole } from './order-commands.ts';
import { placeOfBefore } from './ordinals.ts';
import { wordsOfCorrection } from './restated.ts';

/** Null where the question is none of these requests, or asks for a change of something that the answer before does not have. */
export function editCommand(reading: Reading, before: Plan): EditCommand | null {
  const placed = placeOfBefore(reading, before);
  if (placed) return { plan: placed, items: reading.items };
  const said = reading.items.filter((item) => !isPassed(reading, item));
  if (said.length === 0 || said.length > WORDS_MAX || before.either) return null;
  for (const command of COMMANDS) {
    const found = before.share && !OF_VALUES.has(command) ? null : command(reading, before, said);
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

const INSTEAD = /^(?:vez|inves|lugar)$/;

/** «Recife em vez de Natal», «no lugar de Natal, Recife»: where Natal was not asked for, the answer stays, which is refused. */
const instead: Command = (reading, before, said) => {
  const at = said.findIndex((item) => INSTEAD.test(formOf(reading, item)));
  const values = said.filter(({ kind }) => kind === 'value');
  const [first, second] = values;
  if (at < 0 || values.length !== 2 || said.length !== values.length + 1 || !first || !second) return null;
  const [old, now] = at === 0 ? [first, second] : [second, first];
  return isAskedFor(before, old)
    ? replacedBy(reading, before, { now, old: [old], items: said })
    : { plan: before, items: said };
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

const INCLUDE =
  /^(?:inclu(?:a|i|ir|indo)|acrescent(?:a|e|ar|ando)|adicion(?:a|e|ar|ando)|junt(?:a|e|ar|ando|o|os|as)|coloc(?:a|ar|ando)|coloque|bot(?:a|e|ar)|poe|ponha|mais)$/;

/** «inclui o etanol», «junto com o etanol», «põe o etanol junto» after an answer about gasolina. */
const include: Command = (reading, before, said) => {
  const isVerb = (item: Item) => item.kind !== 'value' && INCLUDE.test(formOf(reading, item));
  const values = said.filter((item) => !isVerb(item));
  if (values.length === said.length || !values.every(({ kind }) => kind === 'value') || values.length === 0)
    return null;
  let plan = before;
  for (const item of values) {
    const place = conditionAt(plan, item);
    const condition = plan.filters[place];
    // Nothing that could hold more: the answer stays, which is refused.
    if (!condition) return { plan: before, items: said };
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

/** «não, eu quis dizer em sacas»: what follows edits the answer before. */
const restate: Command = (reading, before) => {
  const length = wordsOfCorrection(reading);
  const items = reading.items.filter(({ from }) => from < length);
  return length > 0 ? { plan: before, items, isRestated: true } : null;
};

const COMMANDS: Command[] = [
  swap,
  instead,
  regroup,
  correction,
  include,
  drop,
  whole,
  sort,
  turnOrder,
  rank,
  restate,
];
/** They change values where they stand, so that a share keeps its parts. */
const OF_VALUES = new Set<Command>([swap, instead, include]);

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
