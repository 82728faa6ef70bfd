/** Questions that name no rows of their own and may be about the answer before as well as about the whole table: «quantas foram pagas?», «qual a idade média?», «quais empresas?». */
import type { Plan } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { columnNamed, formOf, isFiller, isKeyword, isNumeric, nextIndex, type Reading } from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';

/** Whether the rows that it counts, adds up or groups are most likely those of the answer before. */
export function isElliptical(reading: Reading): boolean {
  if (countsRowsAgain(reading) || asksForRowsAlone(reading)) return true;
  const isPerRow = (at: number) => isKeyword(reading.items[at - 1], 'by');
  if (
    reading.items.some((item, at) => (item.kind === 'rows' && !isPerRow(at)) || isNounOfItsOwn(reading, item))
  )
    return false;
  return (
    countsWithoutNoun(reading) ||
    addsUpAlone(reading) ||
    asksForFigureAlone(reading) ||
    asksForGroupsAlone(reading) ||
    listsWithoutNoun(reading)
  );
}

/** «mostra os de Recife», «quais são do Hugo?»: which rows they are, nothing says, so that they are some of those before. */
const listsWithoutNoun = (reading: Reading): boolean =>
  (reading.items.slice(0, 2).some((item) => isKeyword(item, 'list')) || asksWhichAre(reading)) &&
  namesOnlyValues(reading);

/** «quais são …» without a noun. */
export const asksWhichAre = ({ words }: Reading): boolean =>
  /^(?:e )?quais (?:sao|foram|eram|estao|estavam|ficam)\b/.test(words.map(({ form }) => form).join(' '));

const namesOnlyValues = ({ items }: Reading): boolean =>
  items.some(({ kind }) => kind === 'value' || kind === 'period') &&
  items.every(
    (item) => item.kind !== 'column' && (item.kind !== 'keyword' || isKeyword(item, 'list', 'which', 'and')),
  );

/** «quais contratos?», «quais contratos foram?»: the rows and nothing that tells which. */
export function asksForRowsAlone(reading: Reading): boolean {
  const said = reading.items.filter((item) => !isFiller(reading, item) && !isKeyword(item, 'and'));
  const [which, rows, verb, ...more] = said;
  return (
    isKeyword(which, 'which') &&
    formOf(reading, which) === 'quais' &&
    rows?.kind === 'rows' &&
    more.length === 0 &&
    (verb === undefined || LINK.test(formOf(reading, verb)))
  );
}

/** «quantas viagens foram?» after the freight of one customer: nothing but the rows and a verb that only links them to what was said. */
export function countsRowsAgain(reading: Reading): boolean {
  const said = reading.items.filter((item) => !isFiller(reading, item) && formOf(reading, item) !== 'e');
  const [count, rows, verb, ...more] = said;
  const goesOn = reading.words[0]?.form === 'e';
  const link = verb ? formOf(reading, verb) : (reading.words.at(-1)?.form ?? '');
  const isLinked = LINK.test(link) || (goesOn && (verb === undefined || LINK_OF_SAID.test(link)));
  // The «são» of «São Paulo» is no verb.
  const isVerb = verb === undefined || verb.kind === 'word';
  return isKeyword(count, 'how_many') && rows?.kind === 'rows' && isVerb && isLinked && more.length === 0;
}

const LINK = /^(?:sao|foram|eram|deram|deu|seriam)$/;
/** After «e» alone: «quantas viagens teve?» asks of the whole table. */
const LINK_OF_SAID = /^(?:teve|tiveram|houve|ficou|ficaram)$/;

/** A word that nothing explains may be what the question is about. */
const isNounOfItsOwn = (reading: Reading, item: Item): boolean =>
  item.kind === 'word' &&
  !isFiller(reading, item) &&
  !EMPTY_WORDS.has(formOf(reading, item)) &&
  formOf(reading, item) !== 'reais' &&
  !isFiniteVerb(formOf(reading, item)) &&
  !isParticiple(formOf(reading, item));

/** «quantas foram pagas?», «quantos são meninos?», «quantas passam de mil?», and not «quantos gatos?». */
function countsWithoutNoun(reading: Reading): boolean {
  const at = reading.items.findIndex((item) => isKeyword(item, 'how_many'));
  const next = reading.items[at + 1];
  if (at < 0 || at > 1 || !next) return false;
  const form = formOf(reading, next);
  const isCopula = COPULA.test(form);
  return (
    isCopula || next.kind === 'period' || isParticiple(form) || (next.kind === 'word' && isFiniteVerb(form))
  );
}

const COPULA =
  /^(?:e|sao|foi|foram|era|eram|esta|estao|estavam|ficou|ficaram|tem|tinham|tiveram|teve|ja|ainda|nao|passam|passaram|deu|deram|em|no|na)$/;

/** «qual a idade média?», «quanto custaram?»: a figure without a condition or a group. */
function asksForFigureAlone(reading: Reading): boolean {
  const isAsked = reading.items.some((item) =>
    isKeyword(item, 'which', 'how_much', 'average', 'median', 'sum', 'total', 'largest', 'smallest'),
  );
  return (
    isAsked &&
    reading.items.every(
      (item) =>
        item.kind === 'column' ||
        item.kind === 'rows' ||
        (item.kind === 'word' &&
          (item.isFunction ||
            isFiller(reading, item) ||
            isFiniteVerb(formOf(reading, item)) ||
            /^(?:reais|real|dinheiro)$/.test(formOf(reading, item)) ||
            isEmpty(reading, item))) ||
        isKeyword(
          item,
          'which',
          'how_much',
          'average',
          'median',
          'sum',
          'total',
          'largest',
          'smallest',
          'and',
          'by',
        ),
    )
  );
}

const isEmpty = (reading: Reading, item: Item): boolean => EMPTY_WORDS.has(formOf(reading, item));

/** «quantos quilos?», «quantos litros ao todo?»: the sum of a column, of rows that nothing names. */
function addsUpAlone(reading: Reading): boolean {
  const said = reading.items.filter(
    (item) =>
      !isFiller(reading, item) &&
      !isEmpty(reading, item) &&
      !isKeyword(item, 'and', 'total') &&
      !isFiniteVerb(formOf(reading, item)),
  );
  const [count, column, ...more] = said;
  return (
    isKeyword(count, 'how_many') &&
    column?.kind === 'column' &&
    more.length === 0 &&
    column.columns.every((name) => isNumeric(columnNamed(reading, name)))
  );
}

/** «quais empresas?», «em quais meses?». */
function asksForGroupsAlone(reading: Reading): boolean {
  const said = reading.items.filter((item) => !isFiller(reading, item) && !isEmpty(reading, item));
  const [which, noun, ...more] = said;
  return (
    isKeyword(which, 'which') &&
    noun?.kind === 'column' &&
    nextIndex(reading, reading.items.indexOf(which as Item)) === reading.items.indexOf(noun) &&
    more.every((item) => item.kind === 'column')
  );
}

/** Both have the same form, so that one may be offered beside the other. */
export const hasSameShape = (one: Plan, other: Plan): boolean =>
  JSON.stringify([one.group_by, one.rows, one.share, one.limit, one.having]) ===
  JSON.stringify([other.group_by, other.rows, other.share, other.limit, other.having]);
