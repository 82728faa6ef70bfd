/** Words that ask for a figure or an order and are values too: «média» of «prioridade média», «alta» of «saíram de alta». */
import { isContentWord } from '../../../../language/stop-words.ts';
import { numberAt } from '../../../../language/values/numbers.ts';
import { KEYWORDS, type Keyword } from '../words/keywords.ts';
import { isNameInside, isNoun, type Text } from './items.ts';

/** «Média» is a value only beside the name of its column: «prioridade média», «média prioridade». */
export function isMeantAsValue(text: Text, at: number, column: string): boolean {
  const { bases, forms, lexicon } = text;
  const keyword = KEYWORDS.get(forms[at] ?? '');
  if (!keyword || keyword === 'empty' || isNameInside(text, at)) return true;
  // «ainda não distribuídas», and not «distribuídas por área».
  if (keyword === 'split' && !/^(?:por|em|entre|pel[oa]s?|n[oa]s?)$/.test(forms[at + 1] ?? '')) return true;
  if (keyword === 'split' && forms[at + 1] === 'entre' && numberAt(text.words, at + 2) !== null) return true;
  // «votou contra» of a table with the votes
  if (keyword === 'versus' && forms[at] === 'contra') return true;
  if (isNoun(text, at)) return true;
  if (isQualityOfRows(text, at) || isJoinedQuality(text, at, column) || isOutcomeNoun(text, at, keyword))
    return true;
  const near = [bases[at - 2], bases[at - 1], bases[at + 1], bases[at + 2]];
  return near.some((base) => base !== undefined && lexicon.columns.get(base)?.has(column));
}

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
