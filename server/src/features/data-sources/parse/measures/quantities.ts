/** How many pieces, units or heads there are, where a column has their number: «quantas unidades», «quantos kg de cloro», «quantas pessoas». */

import type { Measure } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { BOUND, stockColumn } from '../bounds/words-for-bounds.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import { unitColumn } from '../numbers/units.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isFiller,
  isUsed,
  namesOf,
  preferred,
  type Reading,
} from '../reading.ts';
import { PERSON_NAMES } from '../words/columns/telling-names.ts';
import { PERSON } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { addMeasure } from './add-measure.ts';

const UNIT_COLUMN = /^(?:un|und|unid|unidade|unidade de medida|medida|um)$/;

/** «quantos kg de cloro» of a table with the quantity of each movement and its unit. */
export const isUnitValue = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'value' &&
  item.phrases.some(({ column }) => UNIT_COLUMN.test(fold(columnNamed(reading, column)?.label ?? '')));

/** Things that are handed over by the piece, and that the table has no other word for; offices are units too. */
export const isPieces = (reading: Reading, item: Item | undefined): boolean => {
  const form = formOf(reading, item);
  if (form === 'unidades') return !candidates(item).some((name) => !holdsUnits(columnNamed(reading, name)));
  return item?.kind === 'word' && /^(?:pecas|itens|exemplares)$/.test(form);
};

/** «UN», «CX», «kg»: a column of what things are counted in, and none of offices. */
const holdsUnits = (column: TableColumn | undefined): boolean =>
  column?.kind !== 'category' || column.values.every((value) => value.length <= UNIT_LETTERS);
const UNIT_LETTERS = 4;

/** A word for how pieces are packed: «quantas ampolas de morfina» asks how many there are, wherever they lie. */
export const isPacked = (reading: Reading, item: Item | undefined): boolean =>
  (item?.kind === 'word' || item?.kind === 'value') &&
  PACKED.test(formOf(reading, item)) &&
  columnsOfKind(reading, 'category').some(
    (column) => UNIT_COLUMN.test(fold(column.label)) && holdsUnits(column),
  );

const PACKED =
  /^(?:ampolas|comprimidos|capsulas|frascos|bolsas|bisnagas|caixas|pacotes|sacos|fardos|galoes|latas|garrafas|rolos|resmas|pares|baldes|barras)$/;

/** The only column of how many pieces a row has, and not of how many there should be. */
export function quantityColumn(reading: Reading): string | undefined {
  const found = columnsOfKind(reading, 'number').filter(
    ({ name, label }) =>
      /\b(?:quantidades?|qtde?|qty|quantity|estoque)\b/.test(namesOf(reading, name).replaceAll('_', ' ')) &&
      !BOUND.test(fold(label)) &&
      !OF_OTHERS.test(fold(label)),
  );
  const plain = found.length > 1 ? found.filter(({ label }) => wordsOf(label).length === 1) : found;
  return plain.length === 1 ? plain[0]?.name : undefined;
}

/** «quantidade de renovações» counts no pieces. */
const OF_OTHERS =
  /^quantidade d[eoa]s? (?!(?:itens|item|pecas?|unidades?|produtos?|exemplares|volumes?|material|materiais|insumos?|mercadorias?|estoque)\b)/;

/** «vendemos» of the only «quantidade vendida»: how many pieces we did that to. */
export function quantityDone(reading: Reading, verb: Item): string | null {
  const form = formOf(reading, verb);
  if (verb.kind !== 'word' || !/[ae]mos$/.test(form) || !isFiniteVerb(form)) return null;
  const only = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => {
    const done = /^quantidade (\p{L}+[ai]d[oa])\b/u.exec(fold(label))?.[1];
    return done !== undefined && rootsMeet(form, done);
  });
  return only?.name ?? null;
}

/** «quanto tem de papel A4?», «quanto há em estoque no depósito?»: how much there is, with its worth as the other reading. */
export function sumStock(reading: Reading, index: number): boolean {
  const [verb, link, noun] = reading.items.slice(index + 1, index + 4);
  const column = stockColumn(reading);
  const isThere = /^(?:tem|temos|ha|resta|restam|sobrou|sobraram|ainda)$/.test(formOf(reading, verb));
  const isOfMoney = reading.items.some((item) =>
    /^(?:valor|reais|dinheiro|custo|r)$/.test(formOf(reading, item)),
  );
  if (!column || !isThere || isOfMoney) return false;
  const isInStock = formOf(reading, link) === 'em' && /^(?:estoque|saldo)$/.test(formOf(reading, noun));
  consume(reading, 'stock', verb, ...(isInStock ? [link, noun] : []));
  addMeasure(reading, 'sum', column);
  const { money_column } = reading.lexicon.table;
  if (money_column) reading.eitherColumn = { taken: column, other: money_column };
  return true;
}

/** «quanto pesaram as cargas de soja»: a verb that is too short to share its root with «peso». */
export function weighed(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const verb = reading.items.find(
    (item, at) => at > index && /^pes(?:am?|ou|aram)$/.test(formOf(reading, item)),
  );
  const weights = columnsOfKind(reading, 'number').filter(({ name }) =>
    /\bpeso\b/.test(namesOf(reading, name).replaceAll('_', ' ')),
  );
  const column =
    verb &&
    preferred(
      reading,
      weights.map(({ name }) => name),
    );
  return verb && column ? { column, items: [verb] } : null;
}

/** «quantos parafusos vendemos» of the «quantidade vendida»: as many as were sold, and not the rows on which one was. */
export function countDone(reading: Reading, at: number): boolean {
  const noun = reading.items[at];
  const verb = reading.items.slice(at + 1).find((item) => !isFiller(reading, item));
  const column = noun && noun.kind !== 'rows' && verb ? quantityDone(reading, verb) : null;
  if (!column) return false;
  consume(reading, 'sum of a column', verb);
  addMeasure(reading, 'sum', column);
  return true;
}

/** «quantas unidades de arroz» adds up the quantity. */
export function countUnits(reading: Reading, at: number): boolean {
  const noun = reading.items[at];
  // «quantos litros de água»: the only column in that unit
  const inUnit =
    noun?.kind === 'word' && WEIGHED.test(formOf(reading, noun)) ? unitColumn(reading, at - 1) : null;
  // A word for how they are packed says of which things, too.
  const isOfThings = isPacked(reading, noun) || isUnitValue(reading, noun);
  const units =
    isOfThings || isPieces(reading, noun)
      ? quantityColumn(reading)
      : (inUnit?.columns[0] ?? weighedInKilos(reading, noun));
  if (!noun || !units) return false;
  if (!isOfThings) consume(reading, 'amount of stuff', noun);
  addMeasure(reading, 'sum', units);
  return true;
}

/** «quantas toneladas de soja» of a table with kilos: the kilos add up, and the answer says that they are kilos. */
function weighedInKilos(reading: Reading, noun: Item | undefined): string | undefined {
  const kilos = onlyOne(
    columnsOfKind(reading, 'number'),
    ({ name, unit }) => unit === 'kg' || /\bkg\b/.test(namesOf(reading, name).replaceAll('_', ' ')),
  );
  if (noun?.kind !== 'word' || !/^toneladas$/.test(formOf(reading, noun)) || !kilos) return undefined;
  reading.remarks.push(`«${kilos.label}» está em quilos: 1.000 quilos são uma tonelada.`);
  return kilos.name;
}

const WEIGHED = /^(?:km|quilometros?|kg|quilos?|kilos?|ha|hectares?|l|litros?|ton|toneladas?|metros?)$/;

/** «quantos hóspedes» of a table of stays with the name of one and the number of all: the heads are counted, or the names. */
export function offerPeople(reading: Reading, noun: Item | undefined): void {
  const taken = onlyOne(reading.plan.measures);
  const form = formOf(reading, noun);
  if (!taken || !(PERSON.test(form) || /^(?:passageir|visitante)/.test(form))) return;
  const heads = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => HEADS.test(fold(label)));
  if (!heads || noun?.kind === 'value') return;
  const sum: Measure = { fn: 'sum', column: heads.name };
  const name = candidates(noun).find((one) => columnNamed(reading, one)?.kind === 'text');
  if (taken.column !== heads.name) reading.eitherFigures.unshift({ taken, other: sum });
  else if (name) reading.eitherFigures.push({ taken, other: { fn: 'count_distinct', column: name } });
}

/** «quantas pessoas» of a table of stays with the number of guests of each: all of them, and not the stays. */
export function countHeads(reading: Reading, noun: Item | undefined): boolean {
  const heads = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => HEADS.test(fold(label)));
  const isAsked = noun !== undefined && formOf(reading, noun) === 'pessoas' && candidates(noun).length === 0;
  if (!isAsked || !heads || PERSON.test(reading.lexicon.table.rows_word.many)) return false;
  consume(reading, 'sum of a column', noun);
  addMeasure(reading, 'sum', heads.name);
  return true;
}

const HEADS =
  /^(?:n|numero de |n[o.º]* (?:de )?|quantidade de |qtd[e.]* (?:de )?)?(?:pessoas|pess|hospedes|hosp|passageiros|passag|visitantes|participantes|ocupantes|acompanhantes|integrantes|moradores)$/;

/** «quanto foi de combustível» of a table in which some rows have a fuel and others have none: those that have one. */
export function narrowToStuff(reading: Reading, index: number): void {
  const at = reading.items.findIndex(
    (item, place) => place > index && item.kind === 'column' && STUFF_LINK.test(formAt(reading, place - 1)),
  );
  const noun = reading.items[at];
  const column = onlyOne(candidates(noun).flatMap((name) => columnNamed(reading, name) ?? []));
  const isPerson = column !== undefined && PERSON_NAMES.test(namesOf(reading, column.name));
  const isOwn = column !== undefined && reading.lexicon.heads.get(column.name) === baseOf(reading, noun);
  const isSingular = /[^s]$/.test(formOf(reading, noun));
  if (!noun || column?.kind !== 'category' || !column.lacks?.empty) return;
  if (isPerson || !isOwn || !isSingular || isUsed(reading, noun) || !isAlone(reading, at)) return;
  consume(reading, 'filled', noun);
  addFilter(reading, { column: column.name, op: 'filled', values: [] }, noun);
}

const STUFF_LINK = /^(?:de|com|em)$/;

/** No value of the column stands beside it: «de combustível gasolina», «de combustível por posto». */
const isAlone = (reading: Reading, at: number): boolean => {
  const next = reading.items[at + 1];
  return next?.kind !== 'value' && next?.kind !== 'word' ? true : isFiller(reading, next);
};
