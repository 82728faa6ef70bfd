/** Whether one word is meant as a value: it may be spelled like one by chance, ask for a figure too («média», «alta»), or be a part of another name. */

import { isContentWord } from '../../../../language/stop-words.ts';
import { numberAt } from '../../../../language/values/numbers.ts';
import { REGIONS } from '../../../../language/values/states.ts';
import { fold } from '../../../../language/words.ts';
import { KEYWORDS, type Keyword } from '../words/keywords.ts';
import type { ValuePhrase } from '../words/table-column.ts';
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
  { bases, column, strength, isAcronym }: ValuePhrase,
): boolean {
  if (bases.length > 1) return true;
  if (isAcronym) return isWrittenAcronym(text, at);
  return (
    !(strength === 'head' && isThing(text, at, column)) &&
    isMeantAsValue(text, at, column) &&
    !isNameOfOther(text, at, column) &&
    !(isRank(text, at) && strength !== 'whole')
  );
}

/** «Loja Sul» names a shop, and «sul» no region. */
const isNameOfOther = ({ bases, lexicon }: Text, at: number, column: string): boolean => {
  const before = lexicon.columns.get(bases[at - 1] ?? '');
  return Object.hasOwn(REGIONS, bases[at] ?? '') && before !== undefined && !before.has(column);
};

/** «são tubo», «itens de tubo», «bicho»: a thing that is written small, and no «Tubos Piratininga» that delivers it. */
const isThing = ({ words, forms, bases, lexicon }: Text, at: number, column: string): boolean =>
  /^\p{Ll}/u.test(words[at]?.text ?? '') &&
  (/^(?:sao|de|eram|tipo)$/.test(forms[at - 1] ?? '') ||
    (isDailyNoun(bases[at] ?? '') && !NAMING.test(forms[at - 1] ?? ''))) &&
  lexicon.table.main_column !== column &&
  ORGANISATIONS.test(fold(columnIn(lexicon, column)?.label ?? ''));

const ORGANISATIONS =
  /^(?:fornecedor|empresa|fabricante|razao social|contratad[oa]|credor|prestador|loja|convenio|plano de saude|operadora|seguradora|banco|marca)/;

/** «pelo bicho»: an organisation may be called by the first word of its name. */
const NAMING = /^(?:pel[oa]|n[oa]|d[oa]|com|convenio|plano|marca|banco|loja|empresa)$/;

/** «no RH», «do rh». */
const isWrittenAcronym = ({ words, forms }: Text, at: number): boolean =>
  /^\p{Lu}+$/u.test(words[at]?.text ?? '') || /^(?:n[oa]|d[oa]|pel[oa]|em|de)$/.test(forms[at - 1] ?? '');

/** «as 3 primeiras» counts, and names no «Primeira vez». */
export const isRank = ({ words, forms }: Text, at: number): boolean =>
  /^(?:primeir|ultim)[oa]s$/.test(forms[at] ?? '') &&
  (numberAt(words, at - 1) !== null || /^[oa]s$/.test(forms[at - 1] ?? ''));
