/** The words that no rule has used: text to look for in the main column, names that the table does not have, fillers. */

import { baseForm } from '../../../language/word-forms.ts';
import { isEnglishFunctionWord } from '../../../language/written-language.ts';
import type { Item } from './chunk/items.ts';
import { readLinks } from './links.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isTakenBy,
  isUsed,
  type Reading,
  textOf,
} from './reading.ts';
import { isSaidOtherwise } from './said-otherwise.ts';
import { EMPTY_WORDS } from './words/common-words.ts';
import { hasSameRoot, rootsMeet, sharesRoot } from './words/roots.ts';
import { isVerbOf } from './words/rows/themes.ts';
import { GENERAL_ROWS } from './words/thesaurus.ts';
import { isFiniteVerb, isGerund, isOutcome, isParticiple } from './words/verbs.ts';

export function readLeftovers(reading: Reading): void {
  readLinks(reading);
  consume(reading, 'apposition', ...reading.items.filter((item) => isOfNamed(reading, item)));
  const left = reading.items.filter((item) => !isUsed(reading, item) && isLeft(reading, item));
  const words = left.filter((item) => item.kind === 'word' || item.kind === 'number');
  for (const item of left) {
    if (item.kind === 'number' && isNumberOfText(reading, item, left)) consume(reading, 'text', item);
    else if (item.kind === 'number') refuseNumber(reading, item);
    else if (item.kind === 'column') consumeColumn(reading, item);
  }
  refuseLostKeyword(reading);
  const text = words.filter(
    (item) => item.kind === 'word' && !isEventOfTable(reading, item) && !isLetter(reading, item),
  );
  if (text.length === 0) return;
  const sorts = text.filter((item) => isSaidOtherwise(reading, item));
  consume(reading, 'noun', ...sorts);
  for (const item of sorts) text.splice(text.indexOf(item), 1);
  refuseUnknownDeeds(reading, text);
  reading.texts = stretches(reading, text).map((items) => {
    consume(reading, 'text of a name', ...items.slice(1));
    return { item: items[0] as Item, text: stretchText(reading, items) };
  });
}

/**
 * «quantos foram entregues»: what was done to the rows is no word of their remarks, so that a remark that happens to have
 * it would give another figure. Takes them out of `text`.
 */
function refuseUnknownDeeds(reading: Reading, text: Item[]): void {
  const deeds = text.filter((item) => {
    const before = reading.items[reading.items.indexOf(item) - 1];
    const isDone = isParticiple(formOf(reading, item)) || /^entregues?$/.test(formOf(reading, item));
    // The outcome may be written in the remarks alone: «cargas que foram recusadas».
    const isTold = reading.mentioned.includes(item) || isOutcome(formOf(reading, item));
    return isDone && AUXILIARY.test(formOf(reading, before)) && !isTold;
  });
  for (const item of deeds) {
    consume(reading, 'verb between', item);
    reading.refusals.push(`Não sei o que «${textOf(reading, item)}» pede nesta pergunta.`);
    text.splice(text.indexOf(item), 1);
  }
}

const AUXILIARY =
  /^(?:foi|foram|e|sao|era|eram|seja|sejam|ser|serem|sendo|sido|esta|estao|estava|estavam|ja|fosse|fossem)$/;

/** «a bomba 3»: the number is a part of the name before it. */
const isNumberOfText = (reading: Reading, item: Item, left: Item[]): boolean => {
  const before = reading.items[reading.items.indexOf(item) - 1];
  return before?.kind === 'word' && left.includes(before) && item.kind === 'number' && item.number.isBare;
};

/** Nearly every text has such letters: behind a number they are part of a unit («60 km/h»), elsewhere nobody knows their meaning. */
function isLetter(reading: Reading, item: Item): boolean {
  if (item.to !== item.from + 1) return false;
  if (/^(?:ta|tao|to|tava|tavam)$/.test(formOf(reading, item))) {
    consume(reading, 'verb between', item);
    return true;
  }
  const { length } = formOf(reading, item);
  const isShortWord =
    length === 2 && (/\p{Lu}/u.test(textOf(reading, item)) || isEnglishFunctionWord(formOf(reading, item)));
  if (length > 2 || isShortWord) return false;
  const before = reading.words.slice(Math.max(0, item.from - 2), item.from).map(({ form }) => form);
  if (!before.some((form) => /\d/.test(form) || form === 'km'))
    reading.refusals.push(`Não sei a que «${textOf(reading, item)}» se refere.`);
  consume(reading, 'letter', item);
  return true;
}

/** Neighbouring words that are written as one name: «Alto Paraíso», «Nossa Senhora da Guia». */
function stretches(reading: Reading, items: Item[]): Item[][] {
  const found: Item[][] = [];
  for (const item of items) {
    const last = found.at(-1)?.at(-1);
    const between = last
      ? reading.items.slice(reading.items.indexOf(last) + 1, reading.items.indexOf(item))
      : [];
    const isNext =
      last !== undefined &&
      [last, item].every(
        (each) => /^\p{Lu}/u.test(textOf(reading, each)) || reading.mentioned.includes(each),
      ) &&
      between.every((each) => each.kind === 'word' && each.isFunction);
    if (isNext) found.at(-1)?.push(item);
    else found.push([item]);
  }
  return found;
}

/** As it was written; a word that was misspelt, as the table spells it. */
function stretchText(reading: Reading, items: Item[]): string {
  const [first] = items;
  const word =
    first && items.length === 1 && first.to === first.from + 1 ? reading.words[first.from] : undefined;
  const next = reading.items[reading.items.indexOf(items.at(-1) as Item) + 1];
  const isNumbered = next !== undefined && isTakenBy(reading, next, 'text');
  if (word && !isNumbered && word.base !== baseForm(word.form)) return word.base;
  const to = (isNumbered ? next : items.at(-1))?.to ?? 0;
  return textOf(reading, { ...(first as Item), to });
}

/** «ações do município» of a table that is described as that of the município. */
const isDescribed = ({ lexicon, words }: Reading, item: Item): boolean =>
  item.kind === 'word' && item.to === item.from + 1 && lexicon.described.has(words[item.from]?.base ?? '');

/** «o gasto total do município»: those whose table it is, without a name that would make it one of several. */
function isOwner(reading: Reading, item: Item): boolean {
  const form = formOf(reading, item);
  if (
    item.kind !== 'word' ||
    !/^(?:municipio|cidade|prefeitura|empresa|instituicao|organizacao|companhia|coop|cooperativa|gente)$/.test(
      form,
    )
  )
    return false;
  const at = reading.items.indexOf(item);
  const next = reading.items[at + 1];
  const isNamed = next !== undefined && /^\p{Lu}/u.test(textOf(reading, next));
  return (
    /^(?:o|a|do|da|no|na|pelo|pela)$/.test(formAt(reading, at - 1)) &&
    !isNamed &&
    !/^d[eoa]$/.test(formOf(reading, next))
  );
}

/** «no ano passado inteiro». */
export const isWholePeriod = (reading: Reading, item: Item): boolean =>
  /^inteir[oa]s?$/.test(formOf(reading, item)) &&
  reading.items[reading.items.indexOf(item) - 1]?.kind === 'period';

/** «boa tarde» is a greeting; «à tarde», «nota boa» say something. */
function isGreeting(reading: Reading, item: Item): boolean {
  const form = formOf(reading, item);
  const at = reading.items.indexOf(item);
  const [before, after] = [at - 1, at + 1].map((place) => formAt(reading, place));
  if (/^(?:tarde|noite)$/.test(form)) return before === 'boa';
  return !/^bo[am]$/.test(form) || /^(?:dia|tarde|noite|ideia)$/.test(after ?? '');
}

/** «gasto por secretaria, em reais» of an amount of money. */
const isUnitOfFigure = (reading: Reading, item: Item): boolean =>
  formOf(reading, item) === 'reais' &&
  formAt(reading, reading.items.indexOf(item) - 1) === 'em' &&
  reading.plan.measures.some(({ column }) => columnNamed(reading, column ?? '')?.kind === 'money');

const isLeft = (reading: Reading, item: Item): boolean => {
  if (item.kind === 'word' && (item.isTalk || isWholePeriod(reading, item))) return false;
  if (isUnitOfFigure(reading, item)) return false;
  if (item.kind === 'word' && !isGreeting(reading, item)) return true;
  if (isDescribed(reading, item) || isOwner(reading, item)) return false;
  if (item.kind === 'keyword' || item.kind === 'rows' || item.kind === 'comparison') return false;
  return item.kind !== 'word' || (!isFiller(reading, item) && !EMPTY_WORDS.has(formOf(reading, item)));
};

/** «sou mãe da Joana Braga, qual o quarto dela?»: the pronoun stands for the name before it. */
const isOfNamed = (reading: Reading, item: Item): boolean =>
  /^del[ea]$/.test(formOf(reading, item)) &&
  reading.items
    .slice(0, reading.items.indexOf(item))
    .some(
      (each) =>
        each.from > 0 && each.kind === 'word' && !each.isFunction && /^\p{Lu}/u.test(textOf(reading, each)),
    );

/** A number that no rule could place changes what is asked. */
function refuseNumber(reading: Reading, item: Item): void {
  consume(reading, 'number without a place', item);
  reading.refusals.push(`Não sei a que «${textOf(reading, item)}» se refere.`);
}

/** A negation or a superlative that no rule could place would turn the figure into another one. */
function refuseLostKeyword(reading: Reading): void {
  const lost = reading.items.find(
    (item, at) =>
      !isUsed(reading, item) &&
      (isKeyword(item, 'except', 'nor', 'expensive', 'cheap', 'well', 'empty') ||
        (isKeyword(item, 'recent', 'old') && !isWithinDays(reading)) ||
        (isKeyword(item, 'not', 'without') && !isCorrection(reading, at))),
  );
  if (!lost || reading.plan.group_by.length > 0) return;
  consume(reading, 'keyword without a place', lost);
  reading.refusals.push(`Não sei a que «${textOf(reading, lost)}» se aplica nesta tabela.`);
}

/** «as novas dos últimos 12 meses»: the days say which are new. */
export const isWithinDays = (reading: Reading): boolean =>
  reading.plan.filters.some(({ column }) => columnNamed(reading, column)?.kind === 'date');

/** «5 agentes, não, 3 agentes», «não é?»: nothing is excluded. */
const isCorrection = (reading: Reading, at: number): boolean => {
  const next = reading.items[at + 1];
  const isBroken = next !== undefined && /[,.;]/.test(reading.words[next.from]?.before ?? '');
  return next === undefined || isBroken || /^(e|sei)$/.test(formOf(reading, next));
};

/** A column that is only mentioned says nothing more, unless nothing else is asked: then its values are. */
function consumeColumn(reading: Reading, item: Item): void {
  consume(reading, 'mentioned column', item);
}

/** «homologadas» where the column of days has that root, a verb such as «abriram», or that of the rows: «multaram». */
const isEventOfTable = (reading: Reading, item: Item): boolean => {
  const form = formOf(reading, item);
  // «restaurador» is somebody.
  if (/[aei](?:dor|tor|sor)(?:a|es|as)?$/.test(form)) return false;
  const days = reading.lexicon.table.columns.filter(
    (column) => column.kind === 'date' && sharesRoot(form, column),
  );
  const isSaid = days.some(
    ({ name }) =>
      name === reading.lexicon.table.date_column ||
      reading.plan.filters.some(({ column }) => column === name) ||
      reading.plan.group_by.some(({ column }) => column === name),
  );
  // «sobraram» of the column «sobra» that is added up
  const isMeasured =
    isFiniteVerb(form) &&
    reading.plan.measures.some(({ column }) => {
      const measured = column === null ? undefined : columnNamed(reading, column);
      return measured !== undefined && sharesRoot(form, measured);
    });
  const isEvent =
    isMeasured ||
    (days.length > 0 && (isSaid || !isOutcome(form) || /[aei]r$/.test(form))) ||
    isVerbOf(form, reading.lexicon.row_verbs) ||
    isOfRows(reading, form);
  if (isEvent) consume(reading, 'event', item);
  return isEvent;
};

/** «multaram», «enterros»: a verb has the root of a word for the rows, and a noun has nearly all of it («telepatia» is no «telecom»). */
const isOfRows = (reading: Reading, form: string): boolean => {
  const meets = isVerbLike(form) ? rootsMeet : hasSameRoot;
  return [...reading.lexicon.rows].some(
    (word) => !GENERAL_ROWS.has(word) && word.length >= 5 && form.length >= 5 && meets(form, word),
  );
};

const isVerbLike = (form: string): boolean =>
  isFiniteVerb(form) || isParticiple(form) || isGerund(form) || /[aei]r$/.test(form);
