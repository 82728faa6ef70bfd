/** Words as people shorten them in messages: «qdo», «tbm», «c/ atraso», «p/ pagar». */
import type { QuestionWord } from '../../../../../language/question-words.ts';
import { singular, withoutGender } from '../../../../../language/word-forms.ts';
import { fold } from '../../../../../language/words.ts';

const WRITTEN_OUT: Record<string, string> = Object.fromEntries(
  Object.entries({
    quando: 'qdo qd qnd qndo',
    hoje: 'hj',
    também: 'tb tbm tmb',
    mesmo: 'msm',
    muito: 'mto mt',
    depois: 'dps dpois',
    antes: 'ants',
    porque: 'pq',
    você: 'vc',
    quem: 'qm',
    valor: 'vlr',
    que: 'q',
    todos: 'tds',
    beleza: 'blz',
    não: 'n',
  }).flatMap(([whole, short]) => short.split(' ').map((one) => [one, whole])),
);

/** Before a stroke: «c/», «s/», «p/». */
const BEFORE_STROKE: Record<string, string> = { c: 'com', s: 'sem', p: 'para' };

/** A shortened word that is one of the table's own is left as it is. */
export const writtenOut = (words: QuestionWord[], isKnown: (base: string) => boolean): QuestionWord[] =>
  words.map((word, at) => {
    const isStroke = words[at + 1]?.before.startsWith('/') === true;
    const whole = (isStroke ? BEFORE_STROKE[word.form] : undefined) ?? WRITTEN_OUT[word.form];
    // «n 1009» is a number.
    const isNumber =
      word.form === 'n' && /^\d|^[.º]/.test(words[at + 1]?.form ?? words[at + 1]?.before ?? '');
    if (whole === undefined || isNumber || isKnown(word.base)) return word;
    const form = fold(whole);
    return { ...word, form, base: withoutGender(singular(form)) };
  });
