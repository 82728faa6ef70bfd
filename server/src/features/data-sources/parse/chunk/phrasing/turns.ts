/** Turns of speech in the words that the rules know: «ao longo de 2025» is «em 2025», and «> 100» is «acima de 100». */
import { type QuestionWord, wordAt } from '../../../../../language/question-words.ts';
import type { Day } from '../../../../../language/values/calendar.ts';
import { numberAt } from '../../../../../language/values/numbers.ts';
import { periodAt } from '../../../../../language/values/periods.ts';
import { KEYWORDS } from '../../words/keywords.ts';
import type { Lexicon } from '../../words/lexicon.ts';
import { withSigns } from './signs.ts';
import { inJoinedTurns, isOf } from './split-turns.ts';
import { TURNS, type Turn } from './turn-table.ts';

const BY_FIRST_WORD = Map.groupBy(TURNS, ({ said }) => said[0] ?? '');

/** «contratos por mês (2025)», «contratos - 2025»: a year that stands aside at the end is that of all before it. */
const withYearsAside = (words: QuestionWord[]): QuestionWord[] =>
  words.flatMap((word, at) => {
    const isAside =
      at > 0 &&
      at === words.length - 1 &&
      /^(?:19|20)\d\d$/.test(word.form) &&
      /^\s*\($|^\s+[-–—]\s*$/.test(word.before);
    const { start, before } = word;
    return isAside ? [wordAt('em', { start, end: start, before }), { ...word, before: ' ' }] : word;
  });

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
  const plain = withYearsAside(withoutEmphasis(withSigns(written, lexicon), lexicon));
  const words = sinceThen(bothNamed(inJoinedTurns(plain, lexicon), lexicon));
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
      known.push(wordAt(text, { start: word.start, end: last.end, before: place === 0 ? word.before : ' ' }));
    });
    at = afterArticle(words, at + turn.said.length, turn);
  }
  return known;
}

/** «tanto em Recife quanto em Natal» is «em Recife e em Natal». */
function bothNamed(words: QuestionWord[], lexicon: Lexicon): QuestionWord[] {
  const first = words.findIndex(
    ({ form }, at) =>
      form === 'tanto' && [1, 2].some((step) => lexicon.phrase_words.has(words[at + step]?.base ?? '')),
  );
  const second = words.findIndex(
    ({ form }, at) => at > first + 1 && at <= first + BOTH_REACH && /^(?:quanto|como)$/.test(form),
  );
  const link = words[second];
  if (first < 0 || !link) return words;
  return words.with(second, wordAt('e', link)).toSpliced(first, 1);
}

const BOTH_REACH = 8;

/** «de três meses pra cá» is «nos últimos três meses». */
function sinceThen(words: QuestionWord[]): QuestionWord[] {
  const end = words.findIndex(
    ({ form }, at) => form === 'ca' && /^(?:pra|para)$/.test(words[at - 1]?.form ?? ''),
  );
  const unit = words[end - 2];
  // «um» alone is an article, and no number elsewhere.
  const from = [end - 4, end - 5].find(
    (at) =>
      words[at]?.form === 'de' &&
      (numberAt(words, at + 1)?.to === end - 2 ||
        (at === end - 4 && /^uma?$/.test(words[at + 1]?.form ?? ''))),
  );
  const begin = words[from ?? -1];
  if (!unit || !begin || from === undefined || !/^(?:dia|semana|mes|ano)/.test(unit.form)) return words;
  const isOne = /^(?:uma?|1)$/.test(words[from + 1]?.form ?? '');
  const last = words[end] ?? unit;
  const amount = isOne ? ONE[unit.form] : undefined;
  const said = amount
    ? ['nos', 'ultimos', ...amount].map((text) => wordAt(text, { ...begin, end: last.end }))
    : [...['nos', 'ultimos'].map((text) => wordAt(text, begin)), ...words.slice(from + 1, end - 1)];
  return words.toSpliced(from, end - from + 1, ...said);
}

/** «o último ano» may be that of the calendar. */
const ONE: Record<string, string[]> = { ano: ['12', 'meses'], mes: ['30', 'dias'], semana: ['7', 'dias'] };

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
  if (turn.isFirst && at > 0 && !/[,.;:!?]/.test(words[at]?.before ?? '')) return false;
  if (turn.isAfterState && !STANDING.test(words[at - 1]?.form ?? '')) return false;
  if (turn.isAfterPeriod) return isAfterPeriod(words, at, today);
  const next = afterArticle(words, at + turn.said.length, turn);
  if (turn.before === 'period') return periodAt(words, next, today) !== null;
  // «a primeira metade de março» is no half of a year.
  if (turn.before === 'year') return /^(?:ano|(?:19|20)\d\d)$/.test(words[next]?.form ?? '');
  if (turn.before === 'key')
    return KEYWORDS.get(words[next]?.form ?? '') === 'unit' || lexicon.columns.has(words[next]?.base ?? '');
  // «nunca passaram por restauro» of a table with the day of it
  if (turn.before === 'event')
    return lexicon.table.columns.some(
      ({ name, kind }) => kind === 'date' && lexicon.columns.get(words[next]?.base ?? '')?.has(name),
    );
  // «volume de cargas» is a column where there is one of that name.
  if (turn.before === 'rows')
    return lexicon.rows.has(words[next]?.base ?? '') && !lexicon.columns.has(words[at]?.base ?? '');
  if (turn.before === 'number') return numberAt(words, next) !== null;
  if (turn.before === 'value')
    return lexicon.phrase_words.has(words[next]?.base ?? '') && !/^\d/.test(words[next]?.form ?? '');
  // «número de fornecedores» of a table with a column «número»; «número do contrato» is that column.
  if (turn.before === 'things')
    return /s$/.test(words[next]?.form ?? '') && isOf(lexicon, words[next], 'category', 'text');
  if (turn.before === 'state')
    return (lexicon.phrases.get(words[next]?.base ?? '') ?? []).some(({ column }) => STATE.test(column));
  return turn.before === 'end or anything' || next < words.length;
}

/** «vigentes hoje» are so now, and «canceladas hoje» were that today. */
const STANDING =
  /^(?:vigente|ativ[oa]|inativ[oa]|pendente|disponive(?:l|i)|ocupad[oa]|livre|vag[oa]|atrasad[oa]|parad[oa]|inadimplente)s?$/;

const STATE = /situa|status|estado|fase|etapa/;

/** Whether a period ends right before a word: «de 2025 até hoje». */
export const isAfterPeriod = (words: QuestionWord[], at: number, today: Day): boolean =>
  [1, 2, 3, 4].some((length) => at >= length && periodAt(words, at - length, today)?.to === at);
