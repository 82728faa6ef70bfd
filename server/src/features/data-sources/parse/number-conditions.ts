/** Comparisons with numbers: «acima de 100 mil», «entre 3 e 5 mil», «mais de 10 propostas», «7 propostas», «nota 5». */
import type { Condition, Operator } from '#contract/table-plan.ts';
import { addDays, addMonths } from '../../../language/values/calendar.ts';
import { compareDecimals, movePoint } from '../../../language/values/decimal.ts';
import { baseForm } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Item } from './chunk/items.ts';
import {
  addFilter,
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isGroupable,
  isKeyword,
  isNumeric,
  isUsed,
  nextIndex,
  preferred,
  type Reading,
  textOf,
} from './reading.ts';
import type { Comparison } from './words/keywords.ts';
import type { TableColumn } from './words/lexicon.ts';
import { rootsMeet } from './words/roots.ts';
import { isFiniteVerb, isParticiple } from './words/verbs.ts';

type Compared = {
  op: Comparison;
  values: string[];
  items: Item[];
  from: number;
  to: number;
  isMoney: boolean;
  /** «5 pontos ou mais»: the column stands between the number and the comparison. */
  between?: Bound | undefined;
};

export function readNumberConditions(reading: Reading): void {
  for (let index = 0; index < reading.items.length; index += 1) {
    const item = reading.items[index];
    if (!item || isUsed(reading, item)) continue;
    const compared =
      comparedAt(reading, index) ?? plainRange(reading, index) ?? numberThenMore(reading, index);
    if (compared) {
      bind(reading, compared);
      index = compared.to - 1;
    } else if (item.kind === 'comparison' && item.phrase.of === 'number') {
      refuseComparison(reading, index, item);
    }
  }
  for (let index = 0; index < reading.items.length; index += 1) {
    if (!isAtLeast(reading, index)) readEquality(reading, index);
    readWordForFew(reading, index);
  }
}

/** «nenhuma proposta», «uma única proposta», «apenas um lance». */
function readWordForFew(reading: Reading, index: number): void {
  const item = reading.items[index];
  const form = formOf(reading, item);
  const isNone = /^nenhum[as]?$|^zero$/.test(form);
  const isOne = /^uma?$/.test(form);
  if (!item || isUsed(reading, item) || (!isNone && !isOne)) return;
  const at =
    /^(so|unic[oa])$/.test(formOf(reading, reading.items[index + 1])) ||
    isKeyword(reading.items[index + 1], 'distinct')
      ? index + 2
      : index + 1;
  const chain = chainAt(reading, at, (column) => column?.kind === 'number');
  const column = chain && preferred(reading, chain.columns);
  if (!chain || !column) return;
  const value = isNone ? '0' : '1';
  consume(reading, 'number', item, ...reading.items.slice(index + 1, at), ...chain.items);
  addFilter(reading, { column, op: 'between', values: [value, value] }, item);
}

/** «40 horas», «3 anos»: the unit after a number that a rule has used. */
function consumeUnit(reading: Reading, index: number): void {
  const next = reading.items[index + 1];
  if (
    next &&
    !isUsed(reading, next) &&
    /^(horas?|hs?|min|minutos?|dias?|anos?|mes|meses|semanas?|km|quilometros?|metros?|m|kg|quilos?|g|gramas?|t|toneladas?|litros?|l|ml|ha|hectares?|pontos?|unidades?|vezes|graus?)$/.test(
      formOf(reading, next),
    )
  )
    consume(reading, 'unit', next);
}

function refuseComparison(reading: Reading, index: number, item: Item): void {
  const next = reading.items[nextIndex(reading, index)];
  consume(reading, 'comparison without a number', item, next);
  if (next && isNumericColumn(reading, next)) {
    reading.impossible.push('Não sei comparar duas colunas entre si: compare com um número.');
    return;
  }
  const said = next ? `«${textOf(reading, next)}» não é um número` : 'falta o número';
  reading.impossible.push(`Não entendi a comparação «${textOf(reading, item)}»: ${said}.`);
}

/** A phrase of comparison with its number or, for a range, its two numbers. */
function comparedAt(reading: Reading, index: number): Compared | null {
  const item = reading.items[index];
  if (item?.kind !== 'comparison') return null;
  const first = numberAfter(reading, index);
  if (!first) return null;
  if (item.phrase.op !== 'between')
    return {
      op: item.phrase.op,
      values: [first.value],
      items: [item, first.item],
      from: index,
      to: first.at + 1,
      isMoney: first.isMoney,
    };
  const second = numberAfter(reading, first.at, /^(e|a|ate)$/);
  if (!second) return null;
  return range(reading, index, item, first, second);
}

type Number = { at: number; item: Item; value: string; isMoney: boolean };

/** The number after an item, with nothing but little words between; `link` must then be among them. */
function numberAfter(reading: Reading, index: number, link?: RegExp): Number | null {
  let isLinked = !link;
  for (let at = index + 1; at < reading.items.length && at <= index + 4; at += 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (item.kind === 'number')
      return isLinked && !isUsed(reading, item)
        ? { at, item, value: item.number.value, isMoney: item.number.unit === 'money' }
        : null;
    if (link?.test(formOf(reading, item))) {
      isLinked = true;
      if (item.kind === 'comparison') consume(reading, 'range', item);
    } else if (!isFiller(reading, item) && !isNumericColumn(reading, item)) return null;
  }
  return null;
}

const isNumericColumn = (reading: Reading, item: Item): boolean =>
  candidates(item).some((name) => isNumeric(columnNamed(reading, name)));

/** «de 3 mil a 5 mil»; in «entre 3 e 5 mil» the multiplier of the second number is that of both. */
function range(reading: Reading, from: number, lead: Item, first: Number, second: Number): Compared {
  const scale = sharedScale(reading, first, second);
  const low = movePoint(first.value, scale);
  const isReversed = compareDecimals(low, second.value) > 0;
  if (isReversed) reading.remarks.push('Os limites estavam invertidos e foram trocados.');
  return {
    op: 'between',
    values: isReversed ? [second.value, low] : [low, second.value],
    items: [lead, first.item, second.item],
    from,
    to: second.at + 1,
    isMoney: first.isMoney || second.isMoney,
  };
}

function sharedScale({ words }: Reading, first: Number, second: Number): number {
  const isBare = first.item.kind === 'number' && first.item.number.isBare;
  if (!isBare || compareDecimals(first.value, '1000') >= 0) return 0;
  const last = words[second.item.to - 1]?.form ?? '';
  // «entre 500 e mil»: a multiplier without a number is a number of its own.
  if (words[second.item.from]?.form === 'mil') return 0;
  const before = words[second.item.to - 2]?.form ?? '';
  if (last === 'mil' || before === 'mil') return 3;
  return /^mi(lhao|lhoes)?$/.test(last) || /^mi(lhao|lhoes)?$/.test(before) ? 6 : 0;
}

function plainRange(reading: Reading, index: number): Compared | null {
  const item = reading.items[index];
  if (!item || formOf(reading, item) !== 'de') return null;
  const first = numberAfter(reading, index);
  if (!first || first.at !== index + 1) return null;
  const second = numberAfter(reading, first.at, /^(a|ate)$/);
  return second && second.at <= first.at + 3 ? range(reading, index, item, first, second) : null;
}

const MORE: [RegExp, Comparison][] = [
  [/^(ou|e) (mais|acima)\b/, '>='],
  [/^(ou|e) (menos|abaixo)\b/, '<='],
  [/^(para|pra) cima\b/, '>='],
  [/^(para|pra) baixo\b/, '<='],
  [/^em diante\b/, '>='],
];

/** «500 mil pra cima», «3 ou mais». */
function numberThenMore(reading: Reading, index: number): Compared | null {
  const item = reading.items[index];
  if (item?.kind !== 'number') return null;
  for (const skipped of [0, 1]) {
    const at = index + 1 + skipped;
    const next = reading.items[at];
    const [one, two] = [next, reading.items[at + 1]];
    const text = `${formOf(reading, one)} ${formOf(reading, two)}`;
    const found = MORE.find(([pattern]) => pattern.test(text));
    if (!found || !one || !two) continue;
    const chain =
      skipped === 1
        ? (chainAt(reading, index + 1, isNumeric) ??
          unitColumn(reading, index) ??
          amountOf(reading, index + 1))
        : null;
    const isWhole = chain !== null && (!('to' in chain) || chain.to === at);
    const between = chain && isWhole ? named(reading, chain) : null;
    if (skipped === 1 && !between) continue;
    return {
      ...(between && { between }),
      op: found[1],
      values: [item.number.value],
      items: [item, one, two],
      from: index,
      to: at + 2,
      isMoney: item.number.unit === 'money',
    };
  }
  return null;
}

/** «4 pessoas ou mais» of «pessoas_familia»: the only number whose name begins with the word, although the rows may be called so. */
function amountOf(reading: Reading, at: number): { columns: string[]; items: Item[] } | null {
  const item = reading.items[at];
  const base = item && reading.words[item.from]?.base;
  if (!item || !base || item.to !== item.from + 1) return null;
  const found = numericColumns(reading).filter(({ label }) => baseForm(label).split(' ').includes(base));
  const [only] = found;
  return only && found.length === 1 ? { columns: [only.name], items: [item] } : null;
}

function bind(reading: Reading, compared: Compared): void {
  const bound = columnOf(reading, compared);
  if (bound === 'done') return;
  if (!bound) {
    consume(reading, 'comparison without a column', ...compared.items);
    const said = compared.items.map((item) => textOf(reading, item)).join(' ');
    reading.refusals.push(`Não há uma coluna numérica a que «${said}» se aplique.`);
    return;
  }
  consume(reading, 'comparison', ...compared.items, ...bound.items, nounOf(reading, compared, bound.column));
  consumeUnit(reading, compared.to - 1);
  if (compared.op === '~')
    reading.remarks.push('«Cerca de» foi entendido como 10 % para mais ou para menos.');
  addFilter(reading, conditionOf(bound.column, compared), ...compared.items);
}

/** «execução acima de 80 %» of the column «percentual executado»: the noun before names the column, and no value. */
function nounOf(reading: Reading, { from }: Compared, name: string): Item | undefined {
  const item = reading.items[nextIndex(reading, from, -1)];
  const column = columnNamed(reading, name);
  const isWeak =
    item?.kind === 'value' &&
    item.phrases.every(({ strength }) => strength !== 'whole' && strength !== 'short');
  if (!isWeak || !column) return undefined;
  const words = wordsOf(`${column.name.replaceAll('_', ' ')} ${column.label}`);
  return words.some((word) => rootsMeet(formOf(reading, item), word)) ? item : undefined;
}

function conditionOf(column: string, { op, values }: Compared): Condition {
  const [first = '0'] = values;
  if (op === '=') return { column, op: 'between', values: [first, first] };
  if (op === '~') return { column, op: 'between', values: [times(first, 9), times(first, 11)] };
  return { column, op: op as Operator, values };
}

/** A tenth of so many times the number. */
const times = (value: string, tenths: number): string => {
  const places = value.split('.')[1]?.length ?? 0;
  return movePoint(String(BigInt(movePoint(value, places)) * BigInt(tenths)), -places - 1);
};

type Bound = { column: string; items: Item[] };

/** The column that a comparison is about: named after the number, named before, by its unit, or the usual one. */
function columnOf(reading: Reading, compared: Compared): Bound | 'done' | null {
  if (compared.between) return compared.between;
  const next = reading.items[compared.to];
  if (comparesOther(reading, compared, next)) return 'done';
  const after = chainAt(reading, skipLinks(reading, compared.to), isNumeric);
  const counted = COUNTED.test(formOf(reading, next)) ? unitBound(reading, compared) : null;
  if (counted) return counted;
  if (after && !compared.isMoney && !isThingOfAmount(reading, compared, next)) return named(reading, after);
  if (formOf(reading, next) === 'vezes') return verbBound(reading, compared);
  if (readTenure(reading, compared, next)) return 'done';
  const near =
    verbBound(reading, compared) ?? unitBound(reading, compared) ?? columnBefore(reading, compared);
  if (near) return near;
  if (after && compared.isMoney) return named(reading, after);
  return countsOther(reading, compared, next) ? null : (numberBefore(reading) ?? usualColumn(reading));
}

/** «renovados pelo menos duas vezes», «gastaram entre 1 e 2 mil»: the number of what the verb before tells. */
function verbBound(reading: Reading, { from }: Compared): Bound | null {
  for (let at = from - 1; at >= 0 && at >= from - 3; at -= 1) {
    const item = reading.items[at];
    if (!item || (!isFiller(reading, item) && item.kind !== 'word')) return null;
    const form = formOf(reading, item);
    if (item.kind !== 'word' || !(isFiniteVerb(form) || isParticiple(form))) continue;
    const found = numericColumns(reading).filter(({ name, label }) =>
      wordsOf(`${name.replaceAll('_', ' ')} ${label}`).some(
        (word) => word.length >= 5 && rootsMeet(form, word),
      ),
    );
    const [only] = found;
    return only && found.length === 1 ? { column: only.name, items: [item] } : null;
  }
  return null;
}

/** Groups, an average or the time since a day are compared, and not the cells of a column. */
function comparesOther(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  if (readHaving(reading, compared, next)) return true;
  const isAgo = /^(ha|faz)$/.test(formOf(reading, reading.items[compared.from - 1]));
  if (isAgo && readTenure(reading, compared, next)) return true;
  if (hasAverageBefore(reading, compared) && columnBefore(reading, compared) === 'done') return true;
  return groupsSum(reading, compared);
}

/** The number is of rows, of a unit or of hundredths, so that it is no amount of the usual column. */
const countsOther = (reading: Reading, compared: Compared, next: Item | undefined): boolean =>
  ((next?.kind === 'rows' || isThingOfAmount(reading, compared, next)) && !compared.isMoney) ||
  isUnitWord(reading, next) ||
  isPercent(compared);

/** «e mais de 200?» after «mais de 120 segundos» is about the same number. */
function numberBefore(reading: Reading): Bound | null {
  const compared = (reading.before?.filters ?? []).filter(({ column }) =>
    isNumeric(columnNamed(reading, column)),
  );
  const [only, another] = compared;
  return only && !another ? { column: only.column, items: [] } : null;
}

function usualColumn(reading: Reading): Bound | null {
  const numeric = numericColumns(reading);
  const only = numeric.length === 1 ? numeric[0]?.name : undefined;
  const column = reading.lexicon.table.money_column ?? only;
  return column ? { column, items: [] } : null;
}

const hasAverageBefore = (reading: Reading, { from }: Compared): boolean =>
  reading.items.slice(Math.max(0, from - 4), from).some((item) => isKeyword(item, 'average', 'median'));

/** «secretarias com mais de 20 milhões em valor estimado»: the sum of each group is compared. */
function groupsSum(reading: Reading, compared: Compared): boolean {
  const before = reading.items
    .slice(0, compared.from)
    .filter((item) => !isFiller(reading, item) && !isKeyword(item, 'which', 'list'));
  const [head] = before;
  const isHead =
    before.length === 1 &&
    head?.kind === 'column' &&
    head.columns.some((name) => columnNamed(reading, name)?.kind === 'category');
  const after = chainAt(reading, skipLinks(reading, compared.to), isNumeric);
  const column = after ? preferred(reading, after.columns) : null;
  if (!isHead || !column || columnNamed(reading, column)?.kind !== 'money') return false;
  consume(reading, 'group condition', ...compared.items, ...(after?.items ?? []));
  reading.plan.measures.push({ fn: 'sum', column });
  addHaving(reading, compared);
  return true;
}

const skipLinks = (reading: Reading, at: number): number =>
  /^(de|em|do|da)$/.test(formOf(reading, reading.items[at])) ? at + 1 : at;

const named = (reading: Reading, { columns, items }: { columns: string[]; items: Item[] }): Bound | null => {
  const column = preferred(reading, columns);
  return column ? { column, items } : null;
};

/** The nearest numeric column before the comparison; with «médio» or «total» beside it the groups are compared. */
function columnBefore(reading: Reading, compared: Compared): Bound | 'done' | null {
  for (let at = compared.from - 1, steps = 0; at >= 0 && steps < 6; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    if (isFiller(reading, item) || isKeyword(item, 'average', 'total', 'sum', 'median')) continue;
    steps += 1;
    if (item.kind === 'comparison' || item.kind === 'number') break;
    let start = at;
    while (start > 0 && chainEndsAt(reading, start - 1, at)) start -= 1;
    const chain = chainAt(reading, start, isNumeric);
    if (!chain || chain.to <= at) continue;
    const column = preferred(reading, chain.columns);
    if (!column || isOnlyQualified(reading, chain.items, column)) continue;
    if (havingOfMeasure(reading, compared, column, start, chain)) return 'done';
    return { column, items: chain.items };
  }
  return null;
}

const AMOUNTS =
  /^(?:valor|vl|vlr|quantidade|numero|total|preco|custo|despesa|gasto|receita|salario|juro|nota|media|percentual|taxa)$/;

/** «voluntários» of the column «idade do voluntário» names people, and no number. */
export function isOnlyQualified({ words, lexicon }: Reading, items: Item[], column: string): boolean {
  const [only, another] = items;
  const head = lexicon.heads.get(column) ?? '';
  const isOther = only !== undefined && words[only.from]?.base !== head;
  return (
    isOther &&
    another === undefined &&
    !AMOUNTS.test(head) &&
    lexicon.columns.get(head)?.has(column) === true &&
    lexicon.columns.get(words[only.from]?.base ?? '')?.size !== 1
  );
}

const chainEndsAt = (reading: Reading, start: number, end: number): boolean => {
  const chain = chainAt(reading, start, isNumeric);
  return chain !== null && chain.to > end;
};

/** «municípios com mais de 80 compras»: the groups of a column are compared by their count. */
function readHaving(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  const isTimes = formOf(reading, next) === 'vezes' && verbBound(reading, compared) === null;
  const isNoun = next?.kind === 'rows' || isThingOfAmount(reading, compared, next);
  const isCount = isNoun || isTimes || isPlainSubject(reading, next);
  if (!isCount || !groupNounBefore(reading, compared.from)) return false;
  const counted = isNoun || isTimes ? next : undefined;
  consume(reading, 'group condition', ...compared.items, counted);
  reading.plan.measures.push({ fn: 'count', column: null });
  addHaving(reading, compared);
  return true;
}

/** «mais de 50 títulos» of the column «valor do título»: titles are counted, and the number is no amount of money. */
const isThingOfAmount = (reading: Reading, compared: Compared, item: Item | undefined): boolean =>
  item?.kind === 'column' &&
  !compared.isMoney &&
  /s$/.test(formOf(reading, item)) &&
  !AMOUNTS.test(reading.words[item.from]?.base ?? '') &&
  numericOf(reading, item).every(
    (name) =>
      columnNamed(reading, name)?.kind === 'money' && AMOUNTS.test(reading.lexicon.heads.get(name) ?? ''),
  );

const numericOf = (reading: Reading, item: Item): string[] =>
  candidates(item).filter((name) => isNumeric(columnNamed(reading, name)));

/** «cargos com mais de 60 servidores» where a value stands for the rows: «com mais de 5 pregões». */
const isPlainSubject = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'value' &&
  item.phrases.every(({ strength }) => strength !== 'synonym') &&
  !isNumericColumn(reading, item);

function addHaving(reading: Reading, { op, values }: Compared): void {
  const measure = reading.plan.measures.length - 1;
  const [low = '0', high = low] = values;
  if (op === 'between') {
    reading.plan.having.push({ measure, op: '>=', value: low }, { measure, op: '<=', value: high });
    return;
  }
  reading.plan.having.push({ measure, op: op === '~' ? '=' : op, value: low });
}

function havingOfMeasure(
  reading: Reading,
  compared: Compared,
  column: string,
  start: number,
  chain: { items: Item[]; to: number },
): boolean {
  const near = reading.items.slice(Math.max(0, start - 2), compared.from);
  const fn = near.some((item) => isKeyword(item, 'average'))
    ? 'average'
    : near.some((item) => isKeyword(item, 'median'))
      ? 'median'
      : near.some((item) => isKeyword(item, 'total', 'sum'))
        ? 'sum'
        : null;
  if (!fn || !groupNounBefore(reading, start)) return false;
  consume(reading, 'group condition', ...compared.items, ...chain.items);
  consume(
    reading,
    'group condition',
    ...near.filter((item) => isKeyword(item, 'average', 'median', 'total', 'sum')),
  );
  reading.plan.measures.push({ fn, column });
  addHaving(reading, compared);
  return true;
}

/** The name of a column whose values can be groups stands before. */
function groupNounBefore(reading: Reading, index: number): boolean {
  return reading.items.slice(0, index).some(
    (item) =>
      item.kind === 'column' &&
      item.columns.some((name) => {
        const column = columnNamed(reading, name);
        return column?.kind === 'category' || (column?.kind === 'text' && isGroupable(column));
      }),
  );
}

const UNITS = /^(ano|anos|mes|meses|dia|dias|semana|semanas|hora|horas)$/;
/** Counted things, which are no money. */
const COUNTED = /^(unidades?|pontos?|vezes|km|quilometros?|min|minutos?|litros?)$/;
const isUnitWord = (reading: Reading, item: Item | undefined): boolean =>
  UNITS.test(formOf(reading, item)) || COUNTED.test(formOf(reading, item));

/** «há mais de 20 anos», «mais de 20 anos de casa»: a column of days is older than so much. */
function readTenure(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  const unit = formOf(reading, next);
  if (!UNITS.test(unit) || unit.startsWith('hora') || compared.op === 'between') return false;
  const dates = columnsOfKind(reading, 'date');
  const column = reading.lexicon.table.date_column ?? (dates.length === 1 ? dates[0]?.name : undefined);
  const after = reading.items.slice(compared.to + 1, compared.to + 4).map((item) => formOf(reading, item));
  const isAge = after.includes('idade');
  if (!column || isAge) return false;
  const isTenure = after.some((form) =>
    /^(casa|servico|carreira|empresa|existencia|prefeitura|trabalho)$/.test(form),
  );
  const isAgo = /^(ha|faz)$/.test(formOf(reading, reading.items[compared.from - 1]));
  if (!isTenure && !isAgo) return false;
  const count = -Number(compared.values[0]);
  const day = unit.startsWith('ano')
    ? addMonths(reading.today, count * 12)
    : unit.startsWith('mes')
      ? addMonths(reading.today, count)
      : addDays(reading.today, unit.startsWith('semana') ? count * 7 : count);
  const turned: Record<string, Operator> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };
  consume(
    reading,
    'time since a day',
    ...compared.items,
    ...reading.items.slice(compared.to, compared.to + 3),
  );
  addFilter(reading, { column, op: turned[compared.op] ?? '<', values: [day] }, ...compared.items);
  return true;
}

/** «4 pessoas ou mais»: the number is one end of a range, also where no rule has found of what. */
const isAtLeast = (reading: Reading, index: number): boolean =>
  MORE.some(([pattern]) =>
    pattern.test([2, 3].map((step) => formOf(reading, reading.items[index + step])).join(' ')),
  );

/** «nota 9 ou 10»: the second of two numbers. */
function otherNumber(reading: Reading, index: number): { value: string; items: Item[] } | null {
  const [link, next] = [reading.items[index + 1], reading.items[index + 2]];
  const isPair = isKeyword(link, 'or') && next?.kind === 'number' && !isUsed(reading, next);
  return link && isPair && next.number.unit === null
    ? { value: next.number.value, items: [link, next] }
    : null;
}

/** «7 propostas», «com nota 5», «carga horária de 40 horas», but not «os 5 municípios». */
function readEquality(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (item?.kind !== 'number' || isUsed(reading, item) || item.number.isOrdinal) return;
  if (item.number.unit === 'percent') return;
  const after = chainAt(reading, index + 1, isNumeric);
  const before = reading.items[index - 1] && isTopWord(reading, index) ? null : equalBefore(reading, index);
  const found =
    before ?? (after && !isTopNumber(reading, index) ? after : null) ?? unitColumn(reading, index);
  const column = found && preferred(reading, found.columns);
  if (!found || !column) return;
  consume(reading, 'number', item, ...found.items);
  consumeUnit(reading, index);
  const other = otherNumber(reading, index);
  if (other) {
    consume(reading, 'number', ...other.items);
    addFilter(reading, { column, op: 'in', values: [item.number.value, other.value] }, item);
  } else addFilter(reading, { column, op: 'between', values: [item.number.value, item.number.value] }, item);
}

const isPercent = ({ items }: Compared): boolean =>
  items.some((item) => item.kind === 'number' && item.number.unit === 'percent');

/** «mais de 60 anos», «menos de 20 minutos», «acima de 80 %»: the only column that is counted in that unit. */
function unitBound(reading: Reading, compared: Compared): Bound | null {
  if (compared.isMoney) return null;
  const unit = unitColumn(reading, compared.to - 1);
  if (unit) return named(reading, unit);
  if (!isPercent(compared)) return null;
  const percents = numericColumns(reading).filter(
    (column) => column.unit === '%' || PERCENT_COLUMN.test(fold(`${column.name} ${column.label}`)),
  );
  const [only] = percents;
  return only && percents.length === 1 ? { column: only.name, items: [] } : null;
}

const PERCENT_COLUMN = /percent|porcent|taxa|aliquota|indice/;

const UNIT_COLUMNS: [RegExp, RegExp][] = [
  [/^horas?$/, /hor/],
  [/^min(utos?)?$/, /min(uto)?s?\b/],
  [/^dias?$/, /dia|prazo/],
  [/^anos?$/, /\banos\b|\bidade\b/],
  [/^mes(es)?$/, /mes|parcela/],
  [/^(km|quilometros?)$/, /km|quilomet|distancia/],
  [/^unidades?$/, /quantidade|qtd|quantity|qty|estoque/],
  [/^pontos?$/, /ponto|nota|score/],
];

/** «40 horas»: the only numeric column of that unit. */
function unitColumn(reading: Reading, index: number): { columns: string[]; items: Item[] } | null {
  const next = reading.items[index + 1];
  const unit = UNIT_COLUMNS.find(([form]) => form.test(formOf(reading, next)));
  if (!unit || !next) return null;
  const found = numericColumns(reading).filter(
    ({ name, label, unit: own }) => unit[0].test(fold(own ?? '')) || unit[1].test(fold(`${label} ${name}`)),
  );
  // «quantidade» sooner than «quantidade mínima».
  const [only, another] = found;
  const plain = another ? found.filter(({ label }) => wordsOf(label).length === 1) : found;
  return only && plain.length === 1 && plain[0] ? { columns: [plain[0].name], items: [next] } : null;
}

const isTopWord = (reading: Reading, index: number): boolean => isKeyword(reading.items[index - 1], 'top');

/** «as 3 maiores», «os 5 municípios», «3 primeiras». */
function isTopNumber(reading: Reading, index: number): boolean {
  const next = reading.items[index + 1];
  const isArticle = /^(o|a|os|as)$/.test(formOf(reading, reading.items[index - 1]));
  return (
    isArticle ||
    isTopWord(reading, index) ||
    isKeyword(next, 'largest', 'smallest', 'more', 'fewer', 'recent', 'old', 'expensive', 'cheap') ||
    candidates(next).some((name) => isGroupable(columnNamed(reading, name)))
  );
}

function equalBefore(reading: Reading, index: number): { columns: string[]; items: Item[] } | null {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (/^(de|igual|e|foi|com)$/.test(formOf(reading, item)) && item.kind === 'word') continue;
    let start = at;
    while (start > 0 && chainEndsAt(reading, start - 1, at)) start -= 1;
    const chain = chainAt(reading, start, isNumeric);
    return chain && chain.to > at ? chain : null;
  }
  return null;
}

export const numericColumns = (reading: Reading): TableColumn[] => columnsOfKind(reading, 'number', 'money');
