/** Counts things that only some rows have, by their filled cells. */
import type { Condition } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import { addMeasure, isPriceOfOne } from '../measures/add-measure.ts';
import { columnNamed, consume, formOf, isKeyword, type Reading } from '../reading.ts';
import { PERSON } from '../words/common-words.ts';
import { isPlannedDay, isReasonOfSome } from '../words/events.ts';
import { onlyOne } from '../words/only-one.ts';
import { contentOf, type TableColumn } from '../words/table-column.ts';
import { isParticiple } from '../words/verbs.ts';

type Said = { columns: string[]; items: Item[] };

/** «quantas sentenças» of a table of cases with the day of the «sentença»: only some of the rows have come so far. */
export function countEvents(reading: Reading, column: string, [item, ...others]: Item[]): boolean {
  const isOther = column !== reading.lexicon.table.date_column && isHead(reading, column, item);
  if (!item || !isOther || others.length > 0) return false;
  countFilled(reading, column, [item]);
  return true;
}

/** «quantas faturas» of calls with the «valor da fatura»: each row has one at most, and those that have it are counted. */
export function countAmounts(reading: Reading, column: TableColumn, [item, ...others]: Item[]): boolean {
  const words = contentOf(column.label).filter((word) => !AMOUNT_OF.test(word));
  const isOne = wordsOf(fold(column.label)).includes(baseOf(reading, item));
  const isPlural = item !== undefined && formOf(reading, item) !== baseOf(reading, item);
  if (!item || others.length > 0 || words.length !== 1 || !isOne || !isPlural || isPriceOfOne(column))
    return false;
  countFilled(reading, column.name, [item]);
  return true;
}

/** «quantas multas» of trips with the value and the state of a «multa», «quantas observações»: the rows that have one. */
export function countThings(reading: Reading, at: number, { columns: [first], items }: Said): boolean {
  const noun = reading.items[at];
  if (!first || !noun || noun.kind !== 'column') return false;
  const isDistinct = reading.items.some((item) => isKeyword(item, 'distinct'));
  const isRemark = reading.lexicon.remarks.includes(first) && isHead(reading, first, noun);
  const own = isRemark ? first : partlyFilled(reading, noun);
  if (!own || isDistinct) return false;
  countFilled(reading, own, items);
  return true;
}

function countFilled(reading: Reading, column: string, items: Item[]): void {
  consume(reading, 'event', ...items);
  const isTold = reading.text_column === column || reading.plan.filters.some((one) => one.column === column);
  const [item] = items;
  const hasZero = columnNamed(reading, column)?.lacks?.zero === true;
  const filled: Condition = hasZero
    ? { column, op: '>', values: ['0'] }
    : { column, op: 'filled', values: [] };
  if (!isTold && item) addFilter(reading, filled, item);
  addMeasure(reading, 'count', null);
}

const baseOf = (reading: Reading, item: Item | undefined): string =>
  reading.words[item?.from ?? 0]?.base ?? '';
const isHead = (reading: Reading, column: string, item: Item | undefined): boolean =>
  reading.lexicon.heads.get(column) === baseOf(reading, item);

/** First words of columns about a thing: two such columns of one thing show that some rows have it. */
const NOTED_OF = /^(?:valor|vl|vlr|preco|situacao|status|st|estado|tipo|motivo|taxa|data|dia|prazo)$/;

const AMOUNT_OF = /^(?:valor|vl|vlr|preco|taxa)$/;

/** A column of the amount of a thing, else of its state, where nothing in the table is called as the thing itself. */
function partlyFilled(reading: Reading, noun: Item): string | null {
  const base = baseOf(reading, noun);
  if (reading.lexicon.rows.has(base) || reading.lexicon.row_nouns.has(base)) return null;
  const names = [...(reading.lexicon.columns.get(base) ?? [])];
  const named = names
    .flatMap((name) => columnNamed(reading, name) ?? [])
    .filter((column) => !isPlannedDay(column));
  const reason = onlyOne(named);
  if (isReasonOfSome(reason)) return reason?.name ?? null;
  if (named.length < 2 || !named.every((column) => NOTED_OF.test(firstWord(column)))) return null;
  return (named.find((column) => AMOUNT_OF.test(firstWord(column))) ?? named[0])?.name ?? null;
}

const firstWord = ({ label }: TableColumn): string => wordsOf(fold(label))[0] ?? '';

/**
 * «quantos livros foram emprestados» of loans with the «título» of each: what was done to them is counted, as often as it
 * was done. A column of that very name, of people or of numbers of things, counts each once.
 */
export function isEventOfThing(reading: Reading, at: number, name: string): boolean {
  const column = columnNamed(reading, name);
  const noun = reading.items[at];
  const base = baseOf(reading, noun);
  const own = [column?.label ?? '', ...(column?.synonyms ?? [])].flatMap((one) => wordsOf(one).map(baseForm));
  const isDone = reading.items.slice(at + 1, at + 4).some((item) => isParticiple(formOf(reading, item)));
  return (
    isDone && column?.kind !== 'identifier' && !own.includes(base) && !PERSON.test(formOf(reading, noun))
  );
}
