/** Figures that the question asks for: counts, sums, averages, medians, extremes, distinct values and shares. */
import type { ColumnKind, MeasureFunction } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Item } from './chunk.ts';
import { unitColumn } from './number-conditions.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isFlag,
  isKeyword,
  isNumeric,
  isUsed,
  namesOf,
  nextIndex,
  preferred,
  type Reading,
} from './reading.ts';
import { EMPTY_WORDS } from './words/empty-words.ts';
import type { TableColumn } from './words/lexicon.ts';
import { sharesRoot } from './words/roots.ts';
import { columnsOfVerb } from './words/thesaurus.ts';
import { isFiniteVerb } from './words/verbs.ts';

export function readMeasures(reading: Reading): void {
  readAggregates(reading);
  readCountsAndSums(reading);
}

function readAggregates(reading: Reading): void {
  readExtremeDay(reading);
  readBothExtremes(reading);
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    if (isKeyword(item, 'average', 'median'))
      aggregate(reading, index, isKeyword(item, 'average') ? 'average' : 'median');
    else if (isKeyword(item, 'sum')) aggregate(reading, index, 'sum');
    else if (isKeyword(item, 'largest', 'smallest'))
      aggregateNextTo(reading, index, isKeyword(item, 'largest') ? 'maximum' : 'minimum');
  }
}

/** «a maior e a menor nota», «o contrato mais caro e o mais barato»: both ends of one column. */
function readBothExtremes(reading: Reading): void {
  const ends = reading.items.filter((item) =>
    isKeyword(item, 'largest', 'smallest', 'expensive', 'cheap', 'recent', 'old'),
  );
  const [one, other] = ends;
  if (ends.length !== 2 || !one || !other || isHigh(one) === isHigh(other)) return;
  const [from, to] = [reading.items.indexOf(one), reading.items.indexOf(other)];
  const between = reading.items.slice(from + 1, to);
  const isPair = between.length <= 6 && between.some((item) => isKeyword(item, 'and'));
  if (!isPair || isInOrder(reading, from) || [one, other].some((item) => isUsed(reading, item))) return;
  const near = extremeColumn(reading, from, to);
  if (!near) return;
  const little = between.filter((item) => isKeyword(item, 'and', 'more', 'which') || item.kind === 'rows');
  consume(reading, 'both extremes', reading.items[from - 1], one, other, ...little, ...near.items);
  const after = reading.items[to + 1];
  if (after?.kind === 'rows') consume(reading, 'rows', after);
  for (const end of [one, other]) addMeasure(reading, isHigh(end) ? 'maximum' : 'minimum', near.column);
}

const isHigh = (item: Item): boolean => isKeyword(item, 'largest', 'expensive', 'recent');

/** The column that two superlatives are about: of days for «mais recente», the one that is named, else the usual amount. */
function extremeColumn(reading: Reading, from: number, to: number): { column: string; items: Item[] } | null {
  if (isKeyword(reading.items[from], 'recent', 'old')) {
    const day = reading.lexicon.table.date_column;
    return day ? { column: day, items: [] } : null;
  }
  const near = columnAfter(reading, to) ?? columnAfter(reading, from) ?? columnBefore(reading, from);
  if (near) return near;
  const noun = reading.items[nextIndex(reading, to)] ?? reading.items[nextIndex(reading, from)];
  const isNamed = noun?.kind === 'word' || noun?.kind === 'column';
  const column = isNamed ? null : reading.lexicon.table.money_column;
  return column ? { column, items: [] } : null;
}

/** «qual a data do último abastecimento», «quando foi a primeira compra»: the last or the first day. */
function readExtremeDay(reading: Reading): void {
  const asked = reading.items.findIndex((item) => /^(data|dia|quando)$/.test(formOf(reading, item)));
  const rank = reading.items.findIndex(
    (item, at) => at > asked && at <= asked + 4 && /^(ultim|primeir)[oa]$/.test(formOf(reading, item)),
  );
  if (asked < 0 || rank < 0 || !asksForDay(reading, asked)) return;
  const column = dayOfEvent(reading, rank + 1);
  if (!column) return;
  const fn = formOf(reading, reading.items[rank]).startsWith('ultim') ? 'maximum' : 'minimum';
  consume(reading, 'extreme day', reading.items[asked], reading.items[rank], reading.items[rank + 1]);
  addMeasure(reading, fn, column);
}

const asksForDay = (reading: Reading, at: number): boolean =>
  formOf(reading, reading.items[at]) === 'quando' ||
  reading.items.slice(Math.max(0, at - 2), at).some((item) => isKeyword(item, 'which'));

/** The column of days of the rows, or of the event that the column is named after. */
function dayOfEvent(reading: Reading, at: number): string | null {
  if (reading.items[at]?.kind === 'rows') return reading.lexicon.table.date_column;
  return chainAt(reading, at, (column) => column?.kind === 'date')?.columns[0] ?? null;
}

function readCountsAndSums(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    if (isKeyword(item, 'how_many', 'number_of')) readHowMany(reading, index);
    else if (isKeyword(item, 'how_much')) readHowMuch(reading, index);
    else if (isKeyword(item, 'total')) readTotal(reading, index);
    else if (isKeyword(item, 'share') || isPart(reading, index)) readShare(reading, index);
  }
}

/** «valor estimado por trimestre», «compare o valor de 2024 e 2025»: a numeric column alone asks for its sum. */
export function readBareColumns(reading: Reading): void {
  if (reading.plan.measures.some(({ fn, column }) => fn !== 'count' || column !== null)) return;
  if (reading.wantsRows || reading.items.some((item) => isKeyword(item, 'how_many', 'number_of', 'list')))
    return;
  for (let at = 0; at < reading.items.length; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (!chain || !column || chain.items.some((item) => isUsed(reading, item))) continue;
    if (chain.items.every((item) => item.kind === 'value')) continue;
    if (reading.plan.share && chain.items.some((item) => isWith(reading, item))) continue;
    consume(reading, 'figure of a column', ...chain.items);
    // «qual cidade doou menos? (em quantidade de itens)»: the figure that is named orders the groups, and not their count.
    const { plan } = reading;
    if (plan.order[0]?.by === 'measure' && plan.measures.length === 1) plan.measures = [];
    // The payroll adds up, although what one person earns is averaged elsewhere.
    const found = columnNamed(reading, column);
    addMeasure(reading, isRate(found) && found?.kind === 'number' ? 'average' : 'sum', column);
    return;
  }
}

/** Scores, ages and times are no amounts: their sum says nothing; of what people earn, the average is asked for. */
export function isRate(column: TableColumn | undefined): boolean {
  if (!column) return false;
  const names = fold(`${column.name.replaceAll('_', ' ')} ${column.label}`);
  // «horas doadas», «dias trabalhados»: what was given adds up.
  if (/\b(?:horas|dias|minutos) (?:\p{L}+[ai]d[oa]s|extras?)\b/u.test(names)) return false;
  return (column.kind === 'money' ? RATES_OF_MONEY : RATES).test(names);
}

const RATES =
  /\b(notas?|idade|age|dias|prazo|horas?(?! \w+[ai]d[oa]s\b)|taxa|percent\w*|porcent\w*|media|indice|tempo|duracao|espera|avaliacao|pontuacao|score|rating|temperatura|umidade|velocidade|altura|carga horaria|imc)\b/;
const RATES_OF_MONEY =
  /\b(salari\w*|remuner\w*|vencimentos?|salary|wage|unitari[oa]|preco (?:do |por )?(?:litro|hora|m2|kg|unidade))\b/;

export function addMeasure(reading: Reading, fn: MeasureFunction, column: string | null): void {
  const { measures } = reading.plan;
  if (!measures.some((one) => one.fn === fn && one.column === column)) measures.push({ fn, column });
}

/** The numeric column that a word for a figure belongs to: the nearest after it, else the nearest before. */
function columnNear(reading: Reading, index: number): { column: string; items: Item[] } | null {
  // «custo médio dos pacientes»: the adjective belongs to the noun before it, whatever comes after.
  if (
    /^(medi[oa]s?|median[oa]s?)$/.test(formOf(reading, reading.items[index])) &&
    isNoun(reading, index - 1)
  ) {
    const own = columnAround(reading, index) ?? columnBefore(reading, index);
    if (own) return own;
  }
  return columnAround(reading, index) ?? columnAfter(reading, index) ?? columnBefore(reading, index);
}

const isNoun = (reading: Reading, at: number): boolean =>
  candidates(reading.items[at]).some((name) => isNumeric(columnNamed(reading, name)));

function columnAround(reading: Reading, index: number): { column: string; items: Item[] } | null {
  // «preço médio do litro»: the words on both sides are one name.
  const around = chainAt(reading, index - 1, isNumeric);
  const whole = around && around.to > index + 1 && around.items.length > 1 ? around : null;
  const column = whole && preferred(reading, whole.columns);
  return whole && column ? { column, items: whole.items } : null;
}

function columnAfter(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < reading.items.length && at <= index + 6; at += 1) {
    const item = reading.items[at];
    if (!item) break;
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (chain && column) return { column, items: chain.items };
    const isPassed =
      isFiller(reading, item) ||
      isKeyword(item, 'total', 'sum', 'which') ||
      item.kind === 'rows' ||
      formOf(reading, item) === 'geral' ||
      reading.used.get(item) === 'corrected';
    if (!isPassed) break;
  }
  return null;
}

function columnBefore(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    let start = at;
    while (start > 0 && (chainAt(reading, start - 1, isNumeric)?.to ?? 0) > at) start -= 1;
    const chain = chainAt(reading, start, isNumeric);
    const column = chain && chain.to > at ? preferred(reading, chain.columns) : null;
    if (chain && column) return { column, items: chain.items };
    if (!isFiller(reading, item) && !isKeyword(item, 'total', 'average')) break;
  }
  return null;
}

/** A sum, average or median of the column near the word, or of the usual money column. */
function aggregate(reading: Reading, index: number, fn: MeasureFunction): void {
  const item = reading.items[index];
  const near = columnNear(reading, index);
  const column = near?.column ?? only(reading);
  if (!item) return;
  consume(reading, fn, item, ...(near?.items ?? []));
  const next = reading.items[nextIndex(reading, index)];
  if (isKeyword(next, 'total') && next) consume(reading, fn, next);
  if (!column) {
    reading.refusals.push('A tabela não tem uma coluna numérica para este cálculo.');
    return;
  }
  if (!near && isOtherNoun(reading, index)) {
    return;
  }
  if (!near && countsPerGroup(reading, index)) {
    reading.refusals.push('Não sei calcular a média de contagens: pergunte a quantidade em cada grupo.');
    return;
  }
  addMeasure(reading, fn, column);
}

/** «média de chamados por mês» asks for an average of counts, and not of the usual column. */
function countsPerGroup(reading: Reading, index: number): boolean {
  const at = nextIndex(reading, index);
  const isPer = isKeyword(reading.items[nextIndex(reading, at)], 'by', 'each');
  return at >= 0 && reading.items[at]?.kind === 'rows' && isPer;
}

/** A word right after the figure that is no column: «idade média» of a table without ages. */
function isOtherNoun(reading: Reading, index: number): boolean {
  const around = [reading.items[index - 1], reading.items[nextIndex(reading, index)]];
  return around.some((item) => item?.kind === 'word' && !isFiller(reading, item));
}

/** The only numeric column, or the usual money column. */
function only(reading: Reading): string | null {
  const numeric = columnsOfKind(reading, 'number', 'money');
  return numeric.length === 1 ? (numeric[0]?.name ?? null) : reading.lexicon.table.money_column;
}

/** «o maior salário» is a figure; «a maior compra», «as 3 maiores» are rows and are read elsewhere. */
function aggregateNextTo(reading: Reading, index: number, fn: 'maximum' | 'minimum'): void {
  const item = reading.items[index];
  if (!item || isInOrder(reading, index) || isEndOfOrder(reading, index) || isTopOfRows(reading, index))
    return;
  const chain = chainAt(reading, index + 1, isNumeric);
  const column = chain && preferred(reading, chain.columns);
  if (reading.isFollowUp && !chain && nextIndex(reading, index) < 0) {
    consume(reading, fn, item);
    addMeasure(reading, fn, null);
  }
  if (!chain && /^(maxim|minim)/.test(formOf(reading, item))) {
    const near = columnBefore(reading, index) ?? lastMeasured(reading);
    if (near) {
      consume(reading, fn, item, ...near.items);
      addMeasure(reading, fn, near.column);
    }
    return;
  }
  if (!chain || !column) return;
  if (
    /^(maiores|menores)$/.test(formOf(reading, item)) &&
    !reading.items.some((each) => isKeyword(each, 'how_much'))
  )
    return;
  consume(reading, fn, item, ...chain.items);
  addMeasure(reading, fn, column);
}

/** «o valor máximo e o mínimo»: the column of the figure before. */
function lastMeasured(reading: Reading): { column: string; items: Item[] } | null {
  const column = reading.plan.measures.at(-1)?.column;
  return column ? { column, items: [] } : null;
}

/** «do maior para o menor». */
export const isInOrder = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'largest', 'smallest', 'more', 'fewer', 'recent', 'old') &&
  /^(do|da|dos|das)$/.test(formOf(reading, reading.items[index - 1])) &&
  reading.items
    .slice(index + 1, index + 4)
    .some((item) => isKeyword(item, 'largest', 'smallest', 'more', 'fewer'));

/** The «menor» of «da maior para a menor quantidade». */
const isEndOfOrder = (reading: Reading, index: number): boolean =>
  formOf(reading, reading.items[index - 2]) === 'para' &&
  [index - 3, index - 4].some((at) => isInOrder(reading, at));

/** «com os maiores valores», «com maior salário»: rows or groups are ordered by it. */
const isTopOfRows = (reading: Reading, index: number): boolean =>
  reading.items
    .slice(Math.max(0, index - 3), index)
    .some(
      (item) =>
        /^(com|tem|teve|tiveram|possui|pelo|pelos|pela|por)$/.test(formOf(reading, item)) ||
        item.kind === 'number',
    );

function readHowMany(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (!item) return;
  consume(reading, 'count', item);
  const at = nounAfter(reading, index);
  const noun = reading.items[at];
  const chain = at >= 0 ? chainAt(reading, at, (column) => column !== undefined) : null;
  if (chain?.items.every((each) => isUsed(reading, each) && reading.used.get(each) !== 'column of days')) {
    // «quantas têm peças acima de 5 mil»: the column is only compared, and rows are counted.
    if (reading.plan.measures.length === 0) addMeasure(reading, 'count', null);
    return;
  }
  if (countUnits(reading, at) || (chain && countColumn(reading, at, chain))) return;
  if (noun?.kind === 'rows') consume(reading, 'rows', noun);
  addMeasure(reading, 'count', null);
}

/** «quantas unidades de arroz» adds up the quantity. */
function countUnits(reading: Reading, at: number): boolean {
  const noun = reading.items[at];
  const units = /^unidades$/.test(formOf(reading, noun))
    ? unitColumn(reading, at - 1)?.columns[0]
    : undefined;
  if (!noun || !units) return false;
  consume(reading, 'sum of a column', noun);
  addMeasure(reading, 'sum', units);
  return true;
}

/** «quantos dias de falta», «quantas modalidades»: the sum or the different values of a column. */
function countColumn(
  reading: Reading,
  at: number,
  { columns: [column], items }: { columns: string[]; items: Item[] },
): boolean {
  const noun = reading.items[at];
  const isVerb = columnsOfVerb(formOf(reading, noun)).length > 0;
  if (!column || isVerb || noun?.kind === 'value') return false;
  const isDistinct = reading.items.some((item) => isKeyword(item, 'distinct'));
  const counted = columnNamed(reading, column);
  if (!counted || isFlag(counted)) return false;
  const fn = countedBy(counted.kind, {
    hasValue: hasOwnValue(reading, at, column),
    isDistinct,
  });
  if (!fn) return false;
  if (fn === 'count_distinct' && isSortOf(reading, noun, column)) {
    // «quantos pedidos» of «situação do pedido» counts rows, which are the pedidos.
    if (!isDistinct) return false;
    const own = identifying(reading);
    if (!own) {
      reading.refusals.push(`A tabela não diz quais são os «${formOf(reading, noun)}», só de que tipo são.`);
      return true;
    }
    consume(reading, 'distinct values', ...items, ...own.items);
    addMeasure(reading, fn, own.column);
    return true;
  }
  consume(reading, fn === 'sum' ? 'sum of a column' : 'distinct values', ...items);
  addMeasure(reading, fn, column);
  return true;
}

/** «quantos dias de falta» adds up, «quantas modalidades» counts the different ones; null where rows are counted. */
function countedBy(
  kind: ColumnKind | undefined,
  { hasValue, isDistinct }: { hasValue: boolean; isDistinct: boolean },
): 'sum' | 'count_distinct' | null {
  if (isDistinct && kind !== 'money') return 'count_distinct';
  if (kind === 'number' || kind === 'money') return 'sum';
  return kind === 'category' && !hasValue ? 'count_distinct' : null;
}

/** «quantos veículos diferentes» of «tipo de veículo»: the sorts are not the things. */
function isSortOf(reading: Reading, noun: Item | undefined, name: string): boolean {
  const [first = ''] = wordsOf(columnNamed(reading, name)?.label ?? '');
  return SORTS.test(first) && !formOf(reading, noun).startsWith(first.slice(0, 4));
}

const SORTS = /^(tipo|classe|categoria|grupo|modelo|marca|situacao|status|cor|ano|faixa|porte)$/;

/** A column that the question names as what tells one from the other: «pela placa», «por prefixo». */
function identifying(reading: Reading): { column: string; items: Item[] } | null {
  for (const [at, item] of reading.items.entries()) {
    const isBy = isKeyword(item, 'by') || /^(pelo|pela|pelos|pelas)$/.test(formOf(reading, item));
    const chain = isBy ? chainAt(reading, at + 1, (column) => column !== undefined) : null;
    const [column] = chain?.columns ?? [];
    if (chain && column) return { column, items: [item, ...chain.items] };
  }
  return null;
}

/** «quantos têm ensino médio»: the column is named with a value of its own, so rows are counted. */
const hasOwnValue = (reading: Reading, at: number, column: string): boolean => {
  const next = reading.items[at + 1];
  const isNext = next?.kind === 'value' && next.phrases.some((phrase) => phrase.column === column);
  // «quantos comentários falam de banheiro»: one value of them is asked for, and not how many there are.
  return isNext || reading.items.some((item) => item.kind === 'value' && item.phrases[0]?.column === column);
};

/** The noun that «quantas» counts. */
function nounAfter(reading: Reading, index: number): number {
  for (let at = index + 1; at < reading.items.length && at <= index + 4; at += 1) {
    const item = reading.items[at];
    if (!item) return -1;
    if (isKeyword(item, 'distinct', 'total') || isFiller(reading, item)) continue;
    return at;
  }
  return -1;
}

/** «quanto foi homologado», «quanto deu em valor estimado», «quanto custou». */
function readHowMuch(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (!item) return;
  // «quanto isso deu em reais?»
  const money = reading.items.filter(
    (each) => /^(reais|dinheiro)$/.test(formOf(reading, each)) && each.kind === 'word',
  );
  consume(reading, 'sum', item, ...money);
  const named = moneyNamed(reading, index);
  const verb = reading.items[nextIndex(reading, index)];
  if (
    !named &&
    verb?.kind === 'word' &&
    isFiniteVerb(formOf(reading, verb)) &&
    !isOfMoney(formOf(reading, verb))
  ) {
    reading.refusals.push(`A tabela não tem uma coluna que diga quanto «${formOf(reading, verb)}».`);
    return;
  }
  const column = named?.column ?? only(reading);
  if (!column) {
    reading.refusals.push('A tabela não tem uma coluna de valor para somar.');
    return;
  }
  consume(reading, 'sum', ...(named?.items ?? []));
  if (!reading.plan.measures.some(({ fn }) => fn !== 'count')) addMeasure(reading, 'sum', column);
}

/** Verbs of money: what they ask for is the usual amount, whatever it is called. */
export const isOfMoney = (form: string): boolean =>
  EMPTY_WORDS.has(form) ||
  /^(gast|pag|receb|arrecad|vend|compr|ganh|invest|movimentou|fatur|cust|val|som|total|deu|dar|deram|rend|repass|desembols|entrou|entraram|saiu|sairam|economiz|cobr|licit|contrat|empenh|liquid|execut|emprest|do(ou|aram)|lucr|devem|deve|orc)/.test(
    form,
  );

function moneyNamed(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < reading.items.length; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (chain && column && !chain.items.some((item) => isUsed(reading, item)))
      return { column, items: extended(reading, chain, column) };
  }
  const verb = reading.items
    .slice(index + 1)
    .find((item) => item.kind === 'word' && !item.isFunction && moneyOfVerb(reading, item));
  const column = verb && moneyOfVerb(reading, verb);
  return verb && column ? { column, items: [verb] } : null;
}

/** Later words of the same column: «quanto foi homologado em valor». */
const extended = (reading: Reading, chain: { items: Item[]; to: number }, column: string): Item[] => [
  ...chain.items,
  ...reading.items
    .slice(chain.to, chain.to + 8)
    .filter((item) => item.kind === 'column' && item.columns.includes(column)),
];

const moneyOfVerb = (reading: Reading, item: Item): string | undefined =>
  columnsOfKind(reading, 'money').find((column) => sharesRoot(formOf(reading, item), column))?.name;

/** «valor total», «total de propostas», «ao todo», «total geral». */
function readTotal(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (!item) return;
  consume(reading, 'total', item);
  if (reading.plan.measures.some(({ fn, column }) => fn !== 'count' || column !== null)) return;
  const after = chainAt(reading, skipLink(reading, index + 1), isNumeric);
  const near = after
    ? { column: preferred(reading, after.columns), items: after.items }
    : columnBefore(reading, index);
  if (near?.column && !near.items.some((each) => isUsed(reading, each))) {
    consume(reading, 'sum', ...near.items);
    addMeasure(reading, 'sum', near.column);
    return;
  }
  if (reading.plan.measures.length > 0 || sumInMoney(reading, index)) return;
  const noun = reading.items[skipLink(reading, index + 1)];
  if (noun?.kind === 'rows' || noun?.kind === 'value') {
    if (noun.kind === 'rows') consume(reading, 'rows', noun);
    addMeasure(reading, 'count', null);
  }
}

/** «total em dinheiro», «quem mais doou em reais»: the usual amount. */
export function sumInMoney(reading: Reading, from: number): boolean {
  const column = reading.lexicon.table.money_column;
  const said = reading.items.findIndex(
    (item, at) =>
      at > from &&
      /^(dinheiro|reais)$/.test(formOf(reading, item)) &&
      formOf(reading, reading.items[at - 1]) === 'em',
  );
  if (!column || said < 0) return false;
  const item = reading.items[said];
  if (item?.kind === 'word') consume(reading, 'sum', item);
  addMeasure(reading, 'sum', column);
  return true;
}

const skipLink = (reading: Reading, at: number): number =>
  /^(de|do|da|dos|das)$/.test(formOf(reading, reading.items[at])) ? at + 1 : at;

/** «que parte da folha», «qual parte dos chamados». */
const isPart = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'part') && /^(que|qual)$/.test(formOf(reading, reading.items[index - 1]));

/** A share compares the rows of some filters with all rows of the others; which ones is decided after they are read. */
function readShare(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (!item) return;
  consume(reading, 'share', item, isPart(reading, index) ? reading.items[index - 1] : undefined);
  reading.plan.share = true;
  reading.shareAt = index;
  const after = columnAfter(reading, index);
  const isTaken = after?.items.some((each) => isUsed(reading, each) || isWith(reading, each));
  const total = (isTaken ? null : after) ?? numericAnywhere(reading, index);
  if (total) {
    consume(reading, 'share', ...total.items);
    addMeasure(reading, 'sum', total.column);
  } else if (reading.plan.measures.length === 0) addMeasure(reading, 'count', null);
}

/** «episódios com patrocínio»: the column is a condition, and not what is shared out. */
const isWith = (reading: Reading, item: Item): boolean =>
  formOf(reading, reading.items[reading.items.indexOf(item) - 1]) === 'com';

/** «a fatia do Pregão Eletrônico no valor estimado total». */
function numericAnywhere(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < reading.items.length; at += 1) {
    const item = reading.items[at];
    if (!item || isUsed(reading, item) || isWith(reading, item)) continue;
    if (candidates(item).some((name) => isNumeric(columnNamed(reading, name))) && item.kind === 'column') {
      const chain = chainAt(reading, at, isNumeric);
      const column = chain && preferred(reading, chain.columns);
      if (chain && column) return { column, items: chain.items };
    }
  }
  return null;
}

/** After all filters are read: those named after «que» or first after the word for the share are compared with the rest. */
export function settleShare(reading: Reading): void {
  if (!reading.plan.share) return;
  const places = reading.plan.filters.map((filter, place) => ({
    place,
    filter,
    at: Math.min(...(reading.filterItems[place] ?? []).map((item) => reading.items.indexOf(item))),
  }));
  const usual = places.filter(({ filter }) => isCompared(reading, filter.column));
  const that = reading.items.findIndex((item, at) => at > reading.shareAt && formOf(reading, item) === 'que');
  const afterThat = that >= 0 ? usual.filter(({ at }) => at > that) : [];
  const among = reading.items.findIndex((item) => isKeyword(item, 'among'));
  const beforeAmong = among >= 0 ? usual.filter(({ at }) => at < among) : [];
  const chosen =
    afterThat.length > 0 && afterThat.length < usual.length
      ? afterThat
      : beforeAmong.length
        ? beforeAmong
        : usual;
  const first = chosen.toSorted((one, other) => one.at - other.at);
  reading.plan.share_of = (chosen === usual ? first.slice(0, 1) : first).map(({ place }) => place);
  if (chosen === usual && usual.length === 0 && places.length > 0 && reading.plan.group_by.length === 0)
    reading.plan.share_of = places.slice(0, 1).map(({ place }) => place);
  const hasWhole = reading.plan.group_by.length > 0 || reading.plan.share_of.length > 0 || reading.isFollowUp;
  if (!hasWhole) reading.refusals.push('Não entendi de que parte se pergunta a proporção.');
}

/** Places and days delimit the whole more often than they are compared with it. */
function isCompared(reading: Reading, column: string): boolean {
  const kind = columnNamed(reading, column)?.kind;
  const isPlace =
    column === reading.lexicon.states || /municipio|cidade|bairro|regiao/.test(namesOf(reading, column));
  return kind !== 'date' && !isPlace;
}
