/** Whether one word is meant as a value: it may be spelled like one by chance, ask for a figure too («média», «alta»), or be a part of another name. */

import { isContentWord } from '../../../../language/stop-words.ts';
import { numberAt } from '../../../../language/values/numbers.ts';
import { periodAt } from '../../../../language/values/periods.ts';
import { REGIONS } from '../../../../language/values/states.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { isSortHead } from '../words/columns/complements.ts';
import { isOfOrganisations } from '../words/columns/telling-names.ts';
import { KEYWORDS, type Keyword } from '../words/keywords.ts';
import { sharesRoot } from '../words/roots.ts';
import type { ValuePhrase } from '../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { isDailyNoun } from '../words/vocabulary/daily-nouns.ts';
import { columnIn, isNameInside, isNoun, type Text } from './items.ts';

/** «Média» is a value only beside the name of its column: «prioridade média», «média prioridade». */
function isMeantAsValue(text: Text, at: number, column: string): boolean {
  const keyword = KEYWORDS.get(text.forms[at] ?? '');
  if (!keyword || keyword === 'empty' || isNameInside(text, at)) return true;
  return (
    (keyword === 'split' && !isSplit(text, at)) ||
    // «votou contra» of a table with the votes
    text.forms[at] === 'contra' ||
    isNoun(text, at) ||
    isQualityOfRows(text, at) ||
    isJoinedQuality(text, at, column) ||
    isOutcomeNoun(text, at, keyword) ||
    isBesideColumn(text, at, column)
  );
}

/** «distribuídas por área», and neither «ainda não distribuídas» nor «divididos entre 2 e 4». */
const isSplit = ({ words, forms }: Text, at: number): boolean =>
  /^(?:por|em|pel[oa]s?|n[oa]s?)$/.test(forms[at + 1] ?? '') ||
  (forms[at + 1] === 'entre' && numberAt(words, at + 2) === null);

const isBesideColumn = ({ bases, lexicon }: Text, at: number, column: string): boolean =>
  [at - 2, at - 1, at + 1, at + 2].some((place) => lexicon.columns.get(bases[place] ?? '')?.has(column));

/** «multas médias» beside «multas graves»: right after the plural of the rows, in the plural, and with no column after it. */
const isQualityOfRows = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  /s$/.test(forms[at] ?? '') &&
  lexicon.rows.has(bases[at - 1] ?? '') &&
  /s$/.test(forms[at - 1] ?? '') &&
  !/^d[eoa]s?$/.test(forms[at + 1] ?? '') &&
  !lexicon.columns.has(bases[at + 1] ?? '');

/** «saíram de alta», «quantas altas»: a noun, where nothing follows that it could be an adjective of. */
const isOutcomeNoun = ({ forms, bases, lexicon }: Text, at: number, keyword: Keyword): boolean =>
  (keyword === 'expensive' || keyword === 'cheap') &&
  /^(?:de|com|por|quant[oa]s|a|as)$/.test(forms[at - 1] ?? '') &&
  !lexicon.columns.has(bases[at + 1] ?? '') &&
  !lexicon.rows.has(bases[at + 1] ?? '') &&
  (forms[at + 1] === undefined || !isContentWord(forms[at + 1] ?? '') || KEYWORDS.has(forms[at + 1] ?? ''));

/** «risco baixo ou médio»: joined to another value of the same column. */
function isJoinedQuality({ forms, bases, lexicon }: Text, at: number, column: string): boolean {
  const link = /^[oa]s?$/.test(forms[at - 1] ?? '') ? at - 2 : at - 1;
  // «alta ou média prioridade»
  const isBefore =
    /^(?:e|ou)$/.test(forms[at + 1] ?? '') && lexicon.columns.get(bases[at + 3] ?? '')?.has(column) === true;
  return (
    isBefore ||
    (/^(?:e|ou|nem)$/.test(forms[link] ?? '') &&
      (lexicon.phrases.get(bases[link - 1] ?? '') ?? []).some((phrase) => phrase.column === column))
  );
}

/** A value that is named by several words is always meant. */
export function isMeant(
  text: Text,
  at: number,
  { bases, column, strength, values, isAcronym, isSaid }: ValuePhrase,
): boolean {
  if (isSaid && !tellsState(text, at, bases.length)) return false;
  if (strength !== 'whole' && isSorted(text, at)) return false;
  if (isUnitOfMoney(text, at) && !/moeda|currency/.test(column)) return false;
  if (bases.length > 1) return true;
  if (isAcronym) return isWrittenAcronym(text, at);
  return (
    !(/^(?:head|part)$/.test(strength) && isThing(text, at, column)) &&
    !(strength === 'head' && isWhereItStays(text, at, column)) &&
    !(strength === 'part' && isThingOfName(text, at)) &&
    !(strength === 'head' && isRowsOfOtherGender(text, at, values)) &&
    !(/^(?:part|short)$/.test(strength) && isNounInName(text, at, values)) &&
    !(strength !== 'whole' && isAskedFor(text, at)) &&
    isMeantAsValue(text, at, column) &&
    !isNameOfOther(text, at, column) &&
    !(isRank(text, at) && strength !== 'whole')
  );
}

/** «por tipo de portão» asks for the sorts of a thing, and narrows to no «Portão de carga». */
const isSorted = ({ forms, bases }: Text, at: number): boolean =>
  /^d[eoa]s?$/.test(forms[at - 1] ?? '') &&
  isSortHead(bases[at - 2] ?? '') &&
  /^(?:por|cada)$/.test(forms[at - 3] ?? '');

/** «em reais», «300 reais» are no value «Real». */
const isUnitOfMoney = ({ forms }: Text, at: number): boolean =>
  forms[at] === 'reais' && /^(?:em|de|mil|milh(?:ao|oes)|[\d.,]+)$/.test(forms[at - 1] ?? '');

/** «qual unidade consumiu menos?» asks for one of the units, and says nothing of the type «Unidade de saúde». */
export const isAskedFor = ({ words, forms }: Text, at: number): boolean =>
  /^(?:qual|quais)$/.test(forms[at - 1] ?? '') &&
  /^\p{Ll}/u.test(words[at]?.text ?? '') &&
  !isFiniteVerb(forms[at] ?? '') &&
  !isParticiple(forms[at] ?? '');

/**
 * Whether a word that people have for a value is not about something else: a day of the table tells the event («pagos» of the
 * day of payment), a verb has an object («perderam o prazo») or compares («quem mais entregou»), or says how it ended («terminaram em acordo»).
 */
function tellsState({ forms, words, lexicon, today }: Text, at: number, length: number): boolean {
  const form = forms[at + length - 1] ?? '';
  const isVerb = isFiniteVerb(form);
  if (!isVerb && !isParticiple(form)) return true;
  if (
    length === 1 &&
    lexicon.table.columns.some((column) => column.kind === 'date' && sharesRoot(form, column))
  )
    return false;
  if (!isVerb) return true;
  const next = forms[at + length] ?? '';
  const isCompared = [forms[at - 1], next].some((one) => /^(?:mais|menos)$/.test(one ?? ''));
  const isEnding =
    /^(?:termin|acab|conclu|encerr|finaliz|resolv|fech)/.test(form) && /^(?:em|com|como)$/.test(next);
  const hasObject =
    LINKS_OBJECT.test(next) ||
    (isContentWord(next) && !KEYWORDS.has(next) && !periodAt(words, at + length, today));
  return !isCompared && !isEnding && !(next !== '' && hasObject);
}

const LINKS_OBJECT = /^(?:a|o|as|os|de|d[oa]s?|aos?|para|por|pel[oa]s?|um|uma)$/;

/** «Loja Sul» names a shop, and «sul» no region. */
const isNameOfOther = ({ bases, lexicon }: Text, at: number, column: string): boolean => {
  const before = lexicon.columns.get(bases[at - 1] ?? '');
  return Object.hasOwn(REGIONS, bases[at] ?? '') && before !== undefined && !before.has(column);
};

/** «são tubo», «itens de tubo», «bicho»: a thing that is written small, and no «Tubos Piratininga» that delivers it. */
const isThing = (text: Text, at: number, column: string): boolean =>
  /^\p{Ll}/u.test(text.words[at]?.text ?? '') &&
  (/^(?:sao|de|eram|tipo)$/.test(text.forms[at - 1] ?? '') ||
    (isDailyNoun(text.bases[at] ?? '') && !NAMING.test(text.forms[at - 1] ?? ''))) &&
  text.lexicon.table.main_column !== column &&
  namesCompanies(text, column);

/** «ficaram paradas na oficina»: where something stood, and no «Oficina Dois Irmãos» that was paid. */
export const isWhereItStays = (text: Text, at: number, column: string): boolean =>
  /^\p{Ll}/u.test(text.words[at]?.text ?? '') &&
  /^n[oa]s?$/.test(text.forms[at - 1] ?? '') &&
  /^(?:parad|guardad|retid|encostad|estacionad)[oa]s?$/.test(text.forms[at - 2] ?? '') &&
  namesCompanies(text, column);

/** Whether the names of a column are those of companies. */
const namesCompanies = ({ lexicon }: Text, name: string): boolean => {
  const column = columnIn(lexicon, name);
  return column !== undefined && isOfOrganisations(column);
};

/** «em casa»: a thing that is written small and without an article, and not the end of «Santa Casa». */
const isThingOfName = ({ words, forms, bases }: Text, at: number): boolean =>
  forms[at - 1] === 'em' && /^\p{Ll}/u.test(words[at]?.text ?? '') && isDailyNoun(bases[at] ?? '');

/**
 * «por agência» asks for one agency after the other, and names no «Oceanus Agência Marítima»; «quantos passageiros» are none
 * of the «Terminal de Passageiros»: a noun that is grouped by or counted is no later part of a name.
 */
function isNounInName({ words, forms, bases }: Text, at: number, values: string[]): boolean {
  const before = forms[at - 1] ?? '';
  if (!/^\p{Ll}/u.test(words[at]?.text ?? '')) return false;
  const isGrouped = /^(?:por|cada)$/.test(before);
  const isCounted = /^(?:quant[oa]s|qt[oa]s)$/.test(before) && !DEED.test(forms[at] ?? '');
  if (!isGrouped && !isCounted) return false;
  return values.every((value) => {
    const said = wordsOf(value);
    const place = said.findIndex((word) => baseForm(word) === bases[at]);
    const isComplement = /^d[aeo]s?$/.test(said[place - 1] ?? '');
    return place > 0 && (isCounted ? isComplement : !isComplement && isName(value));
  });
}

/** «pescado» of a table that is described as one of «pescado» is no «Pescada amarela». */
const isRowsOfOtherGender = ({ forms, lexicon }: Text, at: number, values: string[]): boolean =>
  (lexicon.table.row_nouns ?? []).includes(forms[at] ?? '') &&
  values.every((value) => fold(wordsOf(value)[0] ?? '') !== forms[at]);

/** «Oceanus Agência Marítima», and not «Material de limpeza». */
const isName = (value: string): boolean => !/\s(?!d[aeo]s?\s)\p{Ll}{3}/u.test(value);

/** «quantos cancelamentos» are the rows of «Pedido de cancelamento». */
const DEED = /(?:mento|cao|sao|agem)s?$|(?:coe|soe)s$/;

/** «pelo bicho»: an organisation may be called by the first word of its name. */
const NAMING = /^(?:pel[oa]|n[oa]|d[oa]|com|convenio|plano|marca|banco|loja|empresa)$/;

/** «no RH», «do rh». */
const isWrittenAcronym = ({ words, forms }: Text, at: number): boolean =>
  /^\p{Lu}+$/u.test(words[at]?.text ?? '') || /^(?:n[oa]|d[oa]|pel[oa]|em|de)$/.test(forms[at - 1] ?? '');

/** «as 3 primeiras» counts, and names no «Primeira vez». */
export const isRank = ({ words, forms }: Text, at: number): boolean =>
  /^(?:primeir|ultim)[oa]s$/.test(forms[at] ?? '') &&
  (numberAt(words, at - 1) !== null || /^[oa]s$/.test(forms[at - 1] ?? ''));
