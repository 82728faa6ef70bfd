/** Words as people shorten them in messages: «qdo», «tbm», «c/ atraso», «p/ pagar». */
import type { QuestionWord } from '../question-words.ts';
import { singular, withoutGender } from '../word-forms.ts';
import { fold } from '../words.ts';

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
    quanto: 'qto qnto',
    quantos: 'qtos qntos',
    quanta: 'qta qnta',
    quantas: 'qtas qntas',
    qual: 'ql',
    é: 'eh',
    valor: 'vlr',
    que: 'q',
    todos: 'tds',
    beleza: 'blz',
    não: 'n',
  }).flatMap(([whole, short]) => short.split(' ').map((one) => [one, whole])),
);

/** Before a stroke: «c/», «s/», «p/». */
const BEFORE_STROKE: Record<string, string> = { c: 'com', s: 'sem', p: 'para' };

/** Words by which people ask, which are written out where one of their letters is missing or has changed its place. Folded. */
const ASKING =
  'quanto quantos quanta quantas quando tempo prazo valor horario preciso precisa custa documento documentos telefone endereco'.split(
    ' ',
  );

/** «quado», «przao»: a slip of the fingers in a word by which people ask. */
const SLIPS: ReadonlyMap<string, string> = new Map(
  ASKING.flatMap((word) => slipsOf(word).map((slip) => [slip, word] as const)),
);

function slipsOf(word: string): string[] {
  const places = Array.from({ length: word.length - 1 }, (_, at) => at);
  const missing = places.slice(1).map((at) => word.slice(0, at) + word.slice(at + 1));
  const swapped = places.map((at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
  return [...missing, ...swapped].filter((slip) => !ASKING.includes(slip));
}

/** The word that was meant; the same where it is none of those. Folded. */
export const withoutSlip = (form: string): string => SLIPS.get(form) ?? form;

/** A shortened word that is one of the source's own is left as it is. */
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
