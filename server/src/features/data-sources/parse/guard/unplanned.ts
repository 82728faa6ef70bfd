/** Parts that the question asks for and the plan does not hold as a whole: a mark, a group, a count, a choice of rows, one of several amounts. */
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { plannedColumns } from '../plan/planned-columns.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  formOf,
  isFiller,
  isFlag,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  nextIndex,
  type Reading,
  textOf,
} from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';

/** The sentence for the reader; null where nothing is missing. */
export const unplannedPart = (reading: Reading): string | null =>
  lostMark(reading) ??
  lostGroup(reading) ??
  lostSubject(reading) ??
  lostCount(reading) ??
  allRows(reading) ??
  oneOfSeveralAmounts(reading);

/** «famílias com idoso»: a mark that is named narrows, and the plan has nothing of it. */
function lostMark(reading: Reading): string | null {
  if (reading.plan.rows) return null;
  const planned = plannedColumns(reading);
  const lost = reading.items.find(
    (item) =>
      item.kind === 'column' &&
      isTakenBy(reading, item, 'mentioned column') &&
      !isVerb(formOf(reading, item)) &&
      baseOf(reading, item) === baseForm(formOf(reading, item)) &&
      item.columns.every((column) => !planned.has(column) && isMark(reading, column)),
  );
  return lost ? unknownWord(reading, lost) : null;
}

const unknownWord = (reading: Reading, item: Item): string =>
  `Não sei o que «${textOf(reading, item)}» pede nesta pergunta.`;

const isVerb = (form: string): boolean =>
  EMPTY_WORDS.has(form) || isFiniteVerb(form) || isParticiple(form) || columnsOfVerb(form).length > 0;

function isMark(reading: Reading, name: string): boolean {
  const column = columnNamed(reading, name);
  return column !== undefined && isFlag(column);
}

/** «inscrições por órgão» of a table that has no such column. */
function lostGroup(reading: Reading): string | null {
  if (reading.plan.group_by.length > 0 || reading.texts.length > 0) return null;
  const at = reading.items.findIndex((item) => isKeyword(item, 'by', 'each') && !isUsed(reading, item));
  const next = reading.items[at + 1];
  if (at < 0 || !next || isFiller(reading, next) || /^(?:gente|pessoas?)$/.test(formOf(reading, next)))
    return null;
  const isFree = !isUsed(reading, next) || isTakenBy(reading, next, 'mentioned column');
  const isKey = isFree && (next.kind === 'column' || next.kind === 'word');
  const planned = plannedColumns(reading);
  if (candidates(next).some((column) => planned.has(column))) return null;
  return isKey ? noGroup(reading, next) : null;
}

/** «que prédios passam de 15 mil por mês?»: months are no answer where another column is asked for. */
function lostSubject(reading: Reading): string | null {
  const [lead, noun] = reading.items;
  const isAsked =
    formOf(reading, lead) === 'que' &&
    noun?.kind === 'column' &&
    isTakenBy(reading, noun, 'mentioned column') &&
    reading.plan.group_by.length > 0;
  const planned = plannedColumns(reading);
  return isAsked && !candidates(noun).some((name) => planned.has(name)) ? noGroup(reading, noun) : null;
}

/** «quantas baixas em 2025»: rows in an order are no answer to a count. */
function lostCount(reading: Reading): string | null {
  const item = reading.items.find(
    (each, at) =>
      isKeyword(each, 'how_many', 'number_of') ||
      // «as 5 maiores e quanto já pagamos»
      (isKeyword(each, 'how_much') && isKeyword(reading.items[at - 1], 'and')),
  );
  // «quantos anos tinha Ana Prado?»
  if (!reading.plan.rows || !item || reading.plan.show || reading.isFollowUp) return null;
  const next = reading.items[nextIndex(reading, reading.items.indexOf(item))] ?? item;
  return `Não sei contar «${textOf(reading, next)}» nesta tabela.`;
}

/** All rows are shown only to a question that asks for no less. */
function allRows(reading: Reading): string | null {
  const { plan } = reading;
  const isWhole =
    plan.rows && plan.filters.length + plan.order.length + reading.texts.length === 0 && plan.limit === null;
  if (!isWhole || reading.isFollowUp) return null;
  if (reading.items.some((item) => /^(?:onde|como|quando|porque)$/.test(formOf(reading, item))))
    return 'Não sei responder a isso com esta tabela: pergunte por uma coluna dela.';
  const lost = reading.items.find(
    (item) =>
      (item.kind === 'column' || item.kind === 'value') &&
      (!isUsed(reading, item) || isTakenBy(reading, item, 'mentioned column')) &&
      isKeyword(reading.items[reading.items.indexOf(item) - 1], 'by', 'each'),
  );
  return lost ? noGroup(reading, lost) : null;
}

const noGroup = (reading: Reading, item: Item): string =>
  `Não sei agrupar por «${textOf(reading, item)}» nesta tabela.`;

/** How far an amount has got, or how it is reckoned: «valor pago», «valor total», «valor mensal». What is no such word names a part. */
const STAGE =
  /([ai]d[oa]s?|pag[oa]|al|ais|bruto|liquido|unitari[oa]|venal|medi[oa]|previst[oa]|causa|minim[oa]|maxim[oa]|base|mensalidade|atualizad[oa]|devid[oa]|gast[oa]|aberto)$/;
/** They come on top of an amount, or are taken from it. */
const ASIDE =
  /^(icms|iss|ipi|pis|cofins|iof|impostos?|taxas?|juros|multas?|descontos?|glosas?|frete|seguro|franquia|caucao|garantia|sinal|entrada|gorjeta|troco|aditivos?|acrescimos?|reajustes?|complementos?|bonus|gratificac\w+)$/;
const AMOUNT = /^(valor(es)?|vl|vlr|custos?|despesas?|gastos?|preco|r|rs)$/;

/** The words of a column of money that say for what it is, of «valor das peças» and «valor da mão de obra»; null where it is no part. */
function partOf(reading: Reading, name: string): string[] | null {
  const words = wordsOf(fold(columnNamed(reading, name)?.label ?? '')).filter((word) => word.length > 2);
  const [first = '', ...rest] = words;
  if (!AMOUNT.test(first) || rest.length === 0) return null;
  const { rows, table } = reading.lexicon;
  const nouns = (table.row_nouns ?? []).slice(0, 1).flatMap((noun) => baseForm(noun).split(' '));
  const isWhole = rest.some((word) => rows.has(baseForm(word)) || nouns.includes(baseForm(word)));
  return isWhole || rest.some((word) => STAGE.test(word) || ASIDE.test(word)) ? null : rest;
}

/** «quanto gastamos» of a table with an amount for parts and one for labour: neither alone is what was spent. */
function oneOfSeveralAmounts(reading: Reading): string | null {
  const { money_column, is_money_guessed, columns } = reading.lexicon.table;
  if (!money_column || is_money_guessed !== true || !plannedColumns(reading).has(money_column)) return null;
  const own = partOf(reading, money_column);
  const parts = columns.filter(
    ({ name, kind, hidden }) => kind === 'money' && !hidden && partOf(reading, name),
  );
  if (!own || parts.length < 2) return null;
  const others = parts.filter(({ name }) => name !== money_column).map(({ name }) => name);
  const isNamed = reading.items.some((item) => {
    const named = candidates(item).filter((name) => isNumeric(columnNamed(reading, name)));
    return named.includes(money_column) && !others.some((name) => named.includes(name));
  });
  const isBoth = others.every((name) => plannedColumns(reading).has(name));
  if (isNamed || isBoth || reading.isFollowUp) return null;
  const labels = parts.map(({ label }) => `«${label}»`).join(' e ');
  return `Não sei qual valor somar: esta tabela o divide em ${labels}. Diga qual deles quer.`;
}
