/** Columns that a question names and of which the plan holds nothing. */
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { type ColumnItem, isDoneToAmount, isNounOfCode, isPeopleOfRows } from '../nouns-of-rows.ts';
import { plannedColumns } from '../plan/planned-columns.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  itemsBefore,
  namesOf,
  nextIndex,
  type Reading,
  textOf,
} from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { rootsMeet } from '../words/roots.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isParticiple, SPENDING } from '../words/verbs.ts';

/** A column that is named, and of which the plan holds nothing. */
export function isColumnLost(reading: Reading, item: Item, index: number): boolean {
  if (item.kind !== 'column' || reading.plan.rows || !isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  if (isNounOfCode(reading, index)) return false;
  if (item.columns.some((name) => planned.has(name)) || isVerbLike(formOf(reading, item))) return false;
  return isShareLost(reading, item, index) || isKeyLost(reading, item, index);
}

/** A column that the plan holds nothing of says no more only as the noun for the rows, beside one of its values, or as a verb. */
export function isMentionLost(reading: Reading, item: Item, index: number): boolean {
  if (item.kind !== 'column') return false;
  if (isMisspeltParticiple(reading, item, index)) return true;
  if (!isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  if (item.columns.some((name) => planned.has(name))) return false;
  const form = formOf(reading, item);
  if (isFiniteVerb(form) || EMPTY_WORDS.has(form)) return false;
  return !SAYS_NO_MORE.some((says) => says(reading, item, index, planned));
}

/** «quantas foram sepultadas» of a table of «sepultamentos» with the day of it: what was done to all rows. */
const isDoneToRows = (reading: Reading, { columns, from }: ColumnItem): boolean =>
  isParticiple(reading.words[from]?.form ?? '') &&
  columns.every((name) => name === reading.lexicon.table.date_column) &&
  wordsOf(fold(reading.lexicon.table.rows_word.one)).some(
    (word) => word.length >= 5 && rootsMeet(reading.words[from]?.form ?? '', word),
  );

/** «a nota que os hóspedes deram»: all rows are of some of them. */
const isSubjectOfClause = (reading: Reading, { columns }: ColumnItem, index: number): boolean =>
  formAt(reading, index - 2) === 'que' &&
  /^[oa]s$/.test(formAt(reading, index - 1)) &&
  /^(?:deram|fizeram|tiveram|receberam)$/.test(formAt(reading, index + 1)) &&
  columns.every((name) => /^(?:category|text)$/.test(columnNamed(reading, name)?.kind ?? ''));

/** «quantos falecidos» of a table with the name of one in each row. */
const isNameOfRows = (reading: Reading, { columns, from }: ColumnItem, index: number): boolean =>
  isKeyword(reading.items[index - 1], 'how_many') &&
  columns.every(
    (name) =>
      name === reading.lexicon.table.main_column &&
      columnNamed(reading, name)?.repeats !== true &&
      baseForm(columnNamed(reading, name)?.label ?? '') === reading.words[from]?.base,
  );

/** «pedidos entrege em Recife»: the slip stands for a state of the rows sooner than for the column beside the value. */
function isMisspeltParticiple(reading: Reading, item: ColumnItem, index: number): boolean {
  const word = reading.words[item.from];
  const isCorrected = word !== undefined && word.base !== baseForm(word.form);
  return (
    isCorrected &&
    isTakenBy(reading, item, 'column of a value') &&
    reading.items[index - 1]?.kind === 'rows' &&
    /^(?:em|no|na|nos|nas)$/.test(formAt(reading, index + 1))
  );
}

/** «empréstimos de livros», «a idade do leitor»: the column's own noun, which all rows have; a synonym may be one of its values. */
function isComplement(reading: Reading, item: ColumnItem, index: number): boolean {
  const base = baseOf(reading, item);
  return (
    /^(?:de|do|da|dos|das)$/.test(formAt(reading, index - 1)) &&
    !isKeyword(reading.items[index - 2], 'share') &&
    !isParticiple(formOf(reading, item)) &&
    item.columns.every((name) => {
      const column = columnNamed(reading, name);
      const isWords = column?.kind === 'category' || column?.kind === 'text';
      if (column?.kind === 'text') return true;
      return column?.kind === 'date'
        ? isTimeBefore(reading, index)
        : isWords &&
            baseForm(column?.label ?? '')
              .split(' ')
              .includes(base);
    })
  );
}

/** «qual mês teve mais contratos» of a table that is described as one of «contratos», with a column of their value. */
const isRowNoun = (reading: Reading, item: ColumnItem): boolean =>
  isOwnNoun(reading, item) ||
  (reading.lexicon.table.row_nouns ?? [])
    .slice(0, 1)
    .some((noun) => baseForm(noun) === baseOf(reading, item) && formOf(reading, item) !== baseForm(noun));

/** «devolução prevista»: the planned day of it. */
const isOfNextDay = (reading: Reading, index: number, planned: Set<string>): boolean =>
  candidates(reading.items[index + 1]).some(
    (name) => planned.has(name) && columnNamed(reading, name)?.kind === 'date',
  );

type Says = (reading: Reading, item: ColumnItem, index: number, planned: Set<string>) => boolean;

/** Ways in which the name of a column says nothing that the plan would have to hold. */
const SAYS_NO_MORE: Says[] = [
  (reading, _item, index, planned) => isOfNextDay(reading, index, planned),
  (reading, _item, index) => isNounOfCode(reading, index),
  (reading, _item, index, planned) => isDoneToAmount(reading, index, planned),
  (reading, item, index) => isPeopleOfRows(reading, item, index),
  (reading, item) => isDoneToRows(reading, item),
  (reading, item, index) => isSubjectOfClause(reading, item, index),
  (reading, item, index) => isNameOfRows(reading, item, index),
  (reading, _item, index) => isHeadNoun(reading, index),
  (reading, _item, index) => standsBeside(reading, index),
  (reading, _item, index) => isPlace(reading, index),
  (reading, item, index) => isNarrowed(reading, item, index),
  (reading, item, index) => isComplement(reading, item, index),
  (reading, item, _index, planned) => isOfPlanned(reading, formOf(reading, item), planned),
  (reading, item) => isRowNoun(reading, item),
  (reading, _item, index) => isPersonInOrder(reading, index),
];

/** «quem foi a última pessoa a …»: the noun says no more than «quem». */
const isPersonInOrder = (reading: Reading, index: number): boolean =>
  formAt(reading, index) === 'pessoa' &&
  formAt(reading, 0) === 'quem' &&
  /^(?:ultim|primeir)/.test(formAt(reading, index - 1));

/** «quem pede mais exame» of a table of «exames» with the name of each: only after «por», «cada» and «qual» is it the column. */
function isOwnNoun(reading: Reading, item: ColumnItem): boolean {
  const before = formAt(reading, reading.items.indexOf(item) - 1);
  // «qual abastecimento» of a table with the number of each asks for the row.
  const isRow = item.columns.every((name) => columnNamed(reading, name)?.kind === 'identifier');
  return (
    baseForm(reading.lexicon.table.rows_word.one) === baseOf(reading, item) &&
    (!/^(?:por|cada|qual|quais)$/.test(before) || ((isRow || reading.plan.rows) && before === 'qual'))
  );
}

/** «o tempo médio de conclusão»: how long it took until that day. */
const isTimeBefore = (reading: Reading, index: number): boolean =>
  itemsBefore(reading, index, 3).some(
    (item) => /^(?:tempo|prazo|dias)$/.test(formOf(reading, item)) && isUsed(reading, item),
  );

/** «tempo médio de conclusão» of the column «dias para concluir». */
const isOfPlanned = (reading: Reading, form: string, planned: Set<string>): boolean =>
  [...planned].some((name) =>
    namesOf(reading, name)
      .split(/[ _]/)
      .some((word) => word.length >= 5 && rootsMeet(form, word)),
  );

/** «quantos livros foram devolvidos», «livros de poesia»: what the rows are called here. */
function isHeadNoun(reading: Reading, index: number): boolean {
  const form = formAt(reading, index);
  const before = nextIndex(reading, index, -1);
  const lead = reading.items[before];
  const isFirst =
    lead === undefined ||
    isKeyword(lead, 'how_many', 'number_of', 'list', 'which', 'total', 'share', 'how_much') ||
    lead.kind === 'number';
  // «chegadas por turno»: the event of a day has the form of a participle.
  const isDay = candidates(reading.items[index]).every((name) => columnNamed(reading, name)?.kind === 'date');
  const isPlural = (reading.words[reading.items[index]?.from ?? 0]?.base ?? form) !== form;
  return isFirst && isPlural && (isDay || !isParticiple(form));
}

/** «quantidade pedida e entregue»: the second of two amounts, of which the plan has the first alone. */
export function isSecondLost(reading: Reading, item: Item, index: number): boolean {
  const before = reading.items[index - 2];
  const isAmount = (each: Item | undefined) =>
    each?.kind === 'column' && each.columns.some((name) => isNumeric(columnNamed(reading, name)));
  if (item.kind !== 'column' || !isAmount(item) || !isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  return (
    isKeyword(reading.items[index - 1], 'and') &&
    isAmount(before) &&
    !item.columns.some((name) => planned.has(name) && !candidates(before).includes(name)) &&
    item.columns.some((name) => !candidates(before).includes(name))
  );
}

/** «quanto pagamos de aditivos»: for what was paid is a column, of which the plan has nothing. */
export function isObjectLost(reading: Reading, item: Item, index: number): boolean {
  if (item.kind !== 'column' || reading.plan.rows || !isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  const isObject =
    /^(?:de|com|em)$/.test(formAt(reading, index - 1)) && SPENDING.test(formAt(reading, index - 2));
  const isNumber = item.columns.every((name) => isNumeric(columnNamed(reading, name)));
  return isObject && isNumber && !item.columns.some((name) => planned.has(name));
}

/** «taxa de indeferimento»: the share is of the rows that the word tells. */
const isShareLost = (reading: Reading, { columns }: ColumnItem, index: number): boolean =>
  reading.plan.share &&
  reading.shareAt >= 0 &&
  reading.shareAt < index &&
  index <= reading.shareAt + 3 &&
  columns.every((name) => isQuality(reading, name));

/** «tipo de benefício x situação»: beside other groups, a category that is named in the singular is a group too. */
function isKeyLost(reading: Reading, item: ColumnItem, index: number): boolean {
  if (reading.plan.group_by.length === 0 || reading.plan.share) return false;
  const base = baseOf(reading, item);
  const isSingular = base === formOf(reading, item) || !/s$/.test(formOf(reading, item));
  const isKey = item.columns.every(
    (name) => columnNamed(reading, name)?.kind === 'category' && reading.lexicon.heads.get(name) === base,
  );
  return isKey && isSingular && !standsBeside(reading, index) && !isPlace(reading, index);
}

const isQuality = (reading: Reading, name: string): boolean =>
  ['category', 'boolean', 'date'].includes(columnNamed(reading, name)?.kind ?? '');

const isMentioned = (reading: Reading, item: Item): boolean =>
  (reading.used.get(item) ?? 'mentioned column') === 'mentioned column';

const isVerbLike = (form: string): boolean =>
  EMPTY_WORDS.has(form) || isFiniteVerb(form) || isParticiple(form) || columnsOfVerb(form).length > 0;

/** «na oficina», «para a oficina», «cancelaram o plano»: the one that all rows have. */
function isPlace(reading: Reading, index: number): boolean {
  const [lead, before] = [index - 2, index - 1].map((at) => formAt(reading, at));
  // «com criança», «com aditivo» of a number of them is a condition; «com dinheiro do tesouro» is none.
  const item = reading.items[index];
  const isNumber =
    candidates(item).some((name) => isNumeric(columnNamed(reading, name))) &&
    !/^(?:dinheiro|verbas?|recursos?|valor(?:es)?|custos?)$/.test(formOf(reading, item));
  if (before === 'com' && isNumber) return false;
  if (/^(?:na|no|pela|pelo|com|ao|aos|pro|pros|pra|pras)$/.test(before ?? '')) return true;
  return /^[oa]$/.test(before ?? '') && (/^para$/.test(lead ?? '') || isFiniteVerb(lead ?? ''));
}

/** «nas escolas do Centro»: the ones that a value after them tells, which narrows the rows. */
function isNarrowed(reading: Reading, item: ColumnItem, index: number): boolean {
  const next = reading.items[index + 2];
  return (
    /^(?:em|nas|nos|das|dos|pelas|pelos)$/.test(formAt(reading, index - 1)) &&
    /^(?:de|do|da|dos|das|em|no|na)$/.test(formAt(reading, index + 1)) &&
    next?.kind === 'value' &&
    isTakenBy(reading, next, 'value') &&
    item.columns.every((name) => /^(?:category|text)$/.test(columnNamed(reading, name)?.kind ?? ''))
  );
}

/** «no Posto Ipiranga», «a categoria rural»: the name of what is in the column stands after the word. */
function standsBeside(reading: Reading, index: number): boolean {
  const next = reading.items
    .slice(index + 1, index + 4)
    .find((each) => !isFiller(reading, each) && !isTakenBy(reading, each, 'mentioned column'));
  const item = reading.items[index];
  const isOwn =
    next?.kind === 'value' && next.phrases.some(({ column }) => candidates(item).includes(column));
  const isNext =
    next !== undefined &&
    reading.items
      .slice(index + 1, reading.items.indexOf(next))
      .every((each) => /^(?:d[eoa]s?|o|a|n|numero)$/.test(formOf(reading, each)));
  return isOwn || (isNext && next?.kind === 'word' && /^\p{Lu}/u.test(textOf(reading, next)));
}
