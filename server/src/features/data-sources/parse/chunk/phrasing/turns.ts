/** Turns of speech in the words that the rules know: «ao longo de 2025» is «em 2025», and «> 100» is «acima de 100». */
import type { QuestionWord } from '../../../../../language/question-words.ts';
import type { Day } from '../../../../../language/values/calendar.ts';
import { numberAt } from '../../../../../language/values/numbers.ts';
import { periodAt } from '../../../../../language/values/periods.ts';
import { singular, withoutGender } from '../../../../../language/word-forms.ts';
import { fold } from '../../../../../language/words.ts';
import { KEYWORDS } from '../../words/keywords.ts';
import type { Lexicon } from '../../words/lexicon.ts';

type Turn = {
  said: string[];
  meant: string[];
  /** The words mean this only where such a thing follows them. */
  before: 'period' | 'year' | 'key' | 'rows' | 'number' | 'value' | 'anything' | 'end or anything';
  /** Only right after a period. */
  isAfterPeriod?: boolean;
};

const turns = (before: Turn['before'], meant: string, said: string): Turn[] =>
  said.split('|').map((one) => ({ said: one.trim().split(' '), meant: meant.split(' '), before }));

/** The longer before those that they begin with. */
const TURNS: Turn[] = [
  ...turns(
    'period',
    'em',
    `ao longo de|ao longo do|ao longo da|ao longo deste|ao longo desta|no decorrer de|no decorrer do|no decorrer da|no decurso de|
     no transcorrer de|no exercicio financeiro de|no exercicio de|no periodo de|durante todo|durante toda|durante`,
  ),
  ...turns(
    'key',
    'por',
    `conforme o|conforme a|conforme|de acordo com o|de acordo com a|de acordo com|separando por|dividindo por|agrupando por|quebrando por|detalhando por|
     abrindo por|discriminado por|discriminada por|discriminados por|discriminadas por|detalhado por|detalhada por|detalhados por|detalhadas por|
     segmentado por|segmentada por|segmentados por|segmentadas por|desdobrado por|desdobrada por`,
  ),
  ...turns('period', 'a partir de', 'a contar de|contados de|contando de'),
  ...turns('period', 'desde', 'desde o inicio de|desde o comeco de|desde o inicio do|desde o comeco do'),
  ...turns('anything', 'ate hoje', 'ate agora|ate o momento|ate o presente momento|ate aqui').map((turn) => ({
    ...turn,
    isAfterPeriod: true,
  })),
  ...turns('end or anything', 'mais recentes', 'mais recentemente'),
  ...turns('key', 'com', 'cuja|cujo|cujas|cujos'),
  ...turns(
    'value',
    'de',
    'a cargo da|a cargo do|a cargo de|sob responsabilidade da|sob responsabilidade do|sob a responsabilidade da|sob a responsabilidade do|de responsabilidade da|de responsabilidade do',
  ),
  ...turns('key', 'valor', 'valor ja|valores ja'),
  ...turns(
    'rows',
    'lista de',
    'relacao de|relacao dos|relacao das|relacao completa dos|relacao completa das',
  ),
  ...turns('year', 'primeiro semestre de', 'primeira metade de|primeiros seis meses de|primeiros 6 meses de'),
  ...turns('year', 'segundo semestre de', 'segunda metade de|ultimos seis meses de|ultimos 6 meses de'),
  ...turns('year', 'primeiro trimestre de', 'primeiros tres meses de|primeiros 3 meses de'),
  ...turns(
    'number',
    'ate',
    'nao mais que|nao mais de|nao tem mais de|nao tem mais que|nao passa de|nao passam de|nao ultrapassa|nao ultrapassam|nao excede|nao excedem|nao supera|nao superam|com nao mais que|com nao mais de',
  ),
  ...turns(
    'number',
    'com no minimo',
    'nao menos que|nao menos de|nao tem menos de|nao tem menos que|com nao menos de|com nao menos que',
  ),
  ...turns('value', 'exceto', 'diferente de|diferente da|diferente do'),
  ...['soma', 'total', 'media', 'mediana', 'valor total', 'valor medio'].flatMap((figure) =>
    turns(
      'anything',
      `qual ${figure}`,
      ['da', 'deu', 'e', 'foi', 'fica', 'ficou', 'seria']
        .flatMap((verb) => ['a', 'o'].map((article) => `quanto ${verb} ${article} ${figure}`))
        .join('|'),
    ),
  ),
];

const BY_FIRST_WORD = Map.groupBy(TURNS, ({ said }) => said[0] ?? '');

/** Signs before a number, in words. */
const SIGNS: Record<string, string> = {
  '>': 'acima de',
  '>=': 'a partir de',
  '≥': 'a partir de',
  '<': 'abaixo de',
  '<=': 'ate',
  '≤': 'ate',
};
const SIGN = /[<>≤≥]=?/;

const asWord = (text: string, { start, end, before }: Pick<QuestionWord, 'start' | 'end' | 'before'>) => {
  const form = fold(text);
  return { text, form, base: withoutGender(singular(form)), start, end, before };
};

/** At most so many words stand between a negation and the noun that it is about. */
const REACH = 4;

/** «sem convênio nenhum» is «sem convênio»: after its noun, and with a negation before, the word says nothing more. */
const withoutEmphasis = (words: QuestionWord[], lexicon: Lexicon): QuestionWord[] =>
  words.filter(({ form }, at) => {
    if (!/^nenhuma?$/.test(form) || !lexicon.columns.has(words[at - 1]?.base ?? '')) return true;
    const before = words.slice(Math.max(0, at - 1 - REACH), at - 1);
    return !before.some((word) => /^(?:sem|nao|nunca|nem|jamais)$/.test(word.form));
  });

export function inKnownTurns(written: QuestionWord[], lexicon: Lexicon, today: Day): QuestionWord[] {
  const hasSigns = written.some(({ before }) => SIGN.test(before)) && !hasSignsInValues(lexicon);
  const words = withoutEmphasis(hasSigns ? withSigns(written) : written, lexicon);
  const known: QuestionWord[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    const turn = BY_FIRST_WORD.get(word.form)?.find((one) => isSaidAt(words, at, one, { lexicon, today }));
    if (!turn) {
      known.push(word);
      at += 1;
      continue;
    }
    const last = words[at + turn.said.length - 1] ?? word;
    turn.meant.forEach((text, place) => {
      known.push(asWord(text, { start: word.start, end: last.end, before: place === 0 ? word.before : ' ' }));
    });
    at = afterArticle(words, at + turn.said.length, turn);
  }
  return known;
}

/** «durante o ano de 2025» is «em ano de 2025». */
const afterArticle = (words: QuestionWord[], at: number, { before }: Turn): number =>
  before === 'period' && /^[oa]s?$/.test(words[at]?.form ?? '') ? at + 1 : at;

function isSaidAt(
  words: QuestionWord[],
  at: number,
  turn: Turn,
  { lexicon, today }: { lexicon: Lexicon; today: Day },
): boolean {
  if (turn.said.some((form, place) => words[at + place]?.form !== form)) return false;
  if (turn.isAfterPeriod) return isAfterPeriod(words, at, today);
  const next = afterArticle(words, at + turn.said.length, turn);
  if (turn.before === 'period') return periodAt(words, next, today) !== null;
  // «a primeira metade de março» is no half of a year.
  if (turn.before === 'year') return /^(?:ano|(?:19|20)\d\d)$/.test(words[next]?.form ?? '');
  if (turn.before === 'key')
    return KEYWORDS.get(words[next]?.form ?? '') === 'unit' || lexicon.columns.has(words[next]?.base ?? '');
  if (turn.before === 'rows') return lexicon.rows.has(words[next]?.base ?? '');
  if (turn.before === 'number') return numberAt(words, next) !== null;
  if (turn.before === 'value') return lexicon.phrase_words.has(words[next]?.base ?? '');
  return turn.before === 'end or anything' || next < words.length;
}

/** Whether a period ends right before a word: «de 2025 até hoje». */
export const isAfterPeriod = (words: QuestionWord[], at: number, today: Day): boolean =>
  [1, 2, 3, 4].some((length) => at >= length && periodAt(words, at - length, today)?.to === at);

/** «Renda > 3 salários» is a value as it stands. */
const hasSignsInValues = ({ table }: Lexicon): boolean =>
  table.columns.some(({ values }) => values.some((value) => SIGN.test(value)));

function withSigns(words: QuestionWord[]): QuestionWord[] {
  return words.flatMap((word) => {
    const sign = /^(?:\d|r\$)/.test(word.form) ? SIGN.exec(word.before) : null;
    const meant = sign && SIGNS[sign[0]];
    if (!sign || !meant) return word;
    const start = word.start - word.before.length + sign.index;
    const place = { start, end: start + sign[0].length };
    const said = meant
      .split(' ')
      .map((text, at) => asWord(text, { ...place, before: at === 0 ? word.before : ' ' }));
    return [...said, { ...word, before: ' ' }];
  });
}
