/** Participles and gerunds that say which of the rows are meant, and nouns that only end as they do. */
import type { Item } from './chunk/items.ts';
import { isOfTable } from './guard/lost-predicates.ts';
import { isOfMoney } from './measures/how-much.ts';
import {
  candidates,
  columnNamed,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  type Reading,
  textOf,
} from './reading.ts';
import { isDoneToAny } from './words/deeds.ts';
import { isGerund, isParticiple } from './words/verbs.ts';

/**
 * «fêmeas castradas na Vila Nova», «bombas rodando na Vila Nova»: what not every row does, or has had done to it, says which
 * of them are meant, whatever follows but who did it.
 */
export const isStateBefore = (reading: Reading, index: number, form: string): boolean =>
  (isParticiple(form) || (isGerund(form) && !RELATING.test(form))) &&
  !/^(?:por|pelo|pela|pelos|pelas)$/.test(formAt(reading, index + 1)) &&
  isHeadBefore(reading, reading.items[index - 1]) &&
  !isOfMoney(form) &&
  !isDoneToAny(form) &&
  // «valendo em Campinas» are those in force, although there is a «valor».
  (form === 'valendo' || !isOfTable(reading, form));

/** «com ressalvas», «à vista»: after such a word it is a noun that ends as participles do. */
export const isNounAfterLink = (reading: Reading, index: number): boolean => {
  const before = reading.items[index - 1];
  return (
    before !== undefined &&
    (/^(?:com|sem|para|por)$/.test(formOf(reading, before)) || /^às?$/i.test(textOf(reading, before)))
  );
};

/** «morando em», «usando», «sendo de»: they only join rows to what is said of them. */
const RELATING =
  /^(?:mor|resid|viv|habit|fic|est|s|t|cont|hav|atu|trabalh|estud|oper|servi?|atend|ocorr|acontec|pertenc|particip|curs|ocup|v|sa|cheg|us|utiliz|envolv|abrang|inclu|compreend|possu|apresent|mostr|exib|tra[tg]|fal|cit|mencion|cham|refer|const|busc|procur|faz|diz|pass|cust|receb|ped|solicit|compr|vend|alug|lev|precis|som|tot|consider|represent|corresp|form|gast|pag|dev|cobr)(?:[aei]|iz[ae])?ndo$/;

/** The rows, some of them, what is added up of them, or the word that counts them. */
const isHeadBefore = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'rows' ||
  item?.kind === 'value' ||
  isKeyword(item, 'how_many') ||
  candidates(item).some((name) => isNumeric(columnNamed(reading, name)));
