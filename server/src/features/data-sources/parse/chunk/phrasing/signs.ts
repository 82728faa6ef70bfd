/** Signs of comparison in a question, in words. */
import { type QuestionWord, wordAt } from '../../../../../language/question-words.ts';
import type { Lexicon } from '../../words/lexicon.ts';

/** Signs before a number, in words. */
const SIGNS: Record<string, string> = {
  '>': 'acima de',
  '>=': 'a partir de',
  '≥': 'a partir de',
  '<': 'abaixo de',
  '<=': 'ate',
  '≤': 'ate',
};
/** «3+ aditivos». */
const AND_MORE = /^\+\s/;
const SIGN = /[<>≤≥]=?/;

/** «Renda > 3 salários» is a value as it stands. */
const hasSignsInValues = ({ table }: Lexicon): boolean =>
  table.columns.some(({ values }) => values.some((value) => SIGN.test(value)));

/** «> 100» as «acima de 100», and «3+» as «a partir de 3», unless values of the table have such signs. */
export function withSigns(written: QuestionWord[], lexicon: Lexicon): QuestionWord[] {
  const hasSigns = written.some(({ before }) => SIGN.test(before) || AND_MORE.test(before));
  return hasSigns && !hasSignsInValues(lexicon) ? inWords(written) : written;
}

function inWords(words: QuestionWord[]): QuestionWord[] {
  return words.flatMap((word, at) => {
    if (/^\d+$/.test(word.form) && AND_MORE.test(words[at + 1]?.before ?? ''))
      return [
        ...['a', 'partir', 'de'].map((text) =>
          wordAt(text, { start: word.start, end: word.start, before: word.before }),
        ),
        { ...word, before: ' ' },
      ];
    const sign = /^(?:\d|r\$)/.test(word.form) ? SIGN.exec(word.before) : null;
    const meant = sign && SIGNS[sign[0]];
    if (!sign || !meant) return word;
    const start = word.start - word.before.length + sign.index;
    const place = { start, end: start + sign[0].length };
    const said = meant
      .split(' ')
      .map((text, at) => wordAt(text, { ...place, before: at === 0 ? word.before : ' ' }));
    return [...said, { ...word, before: ' ' }];
  });
}
