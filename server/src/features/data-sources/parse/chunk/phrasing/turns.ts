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
  before: 'period' | 'year' | 'key' | 'rows' | 'number' | 'value' | 'state' | 'anything' | 'end or anything';
  /** Only right after a period. */
  isAfterPeriod?: boolean;
  /** Only right after a word for how something is. */
  isAfterState?: boolean;
  /** Only where a sentence begins. */
  isFirst?: boolean;
};

const turns = (before: Turn['before'], meant: string, said: string): Turn[] =>
  said.split('|').map((one) => ({ said: one.trim().split(' '), meant: meant.split(' '), before }));

const firstTurns = (before: Turn['before'], meant: string, said: string): Turn[] =>
  turns(before, meant, said).map((turn) => ({ ...turn, isFirst: true }));

/** «superam os», «que superam os» and «que superam», the longer before those that they begin with. */
const thatPass = (verbs: string): string =>
  verbs
    .split(' ')
    .flatMap((verb) => [`que ${verb} os`, `que ${verb} a`, `que ${verb}`, `${verb} os`, verb])
    .join('|');

const withBoth = (nouns: string, link: string): string =>
  nouns
    .split(' ')
    .flatMap((noun) => [`${noun}s ${link}`, `${noun} ${link}`])
    .join('|');

/** The longer before those that they begin with. */
const TURNS: Turn[] = [
  ...turns(
    'period',
    'em',
    `ao longo de|ao longo do|ao longo da|ao longo deste|ao longo desta|no decorrer de|no decorrer do|no decorrer da|no decurso de|
     no transcorrer de|no exercicio financeiro de|no exercicio de|no periodo de|durante todo|durante toda|durante|dentro de|dentro do|
     no correr de|no correr do|no ano calendario de|no ano calendario|relativos a|relativas a|relativo a|relativa a|relativos ao|relativas ao`,
  ),
  ...turns('year', 'em', 'do exercicio financeiro|do exercicio|no exercicio|no ano base|no ano fiscal'),
  ...turns(
    'key',
    'por',
    `conforme o|conforme a|conforme|de acordo com o|de acordo com a|de acordo com|separando por|dividindo por|agrupando por|quebrando por|detalhando por|
     abrindo por|discriminado por|discriminada por|discriminados por|discriminadas por|detalhado por|detalhada por|detalhados por|detalhadas por|
     segmentado por|segmentada por|segmentados por|segmentadas por|segmentando por|desdobrado por|desdobrada por|com quebra por|com abertura por|
     discriminando por|discriminando a|discriminando o|segundo a|segundo o|em funcao da|em funcao do|em funcao de|
     nas diferentes|nos diferentes|nas diversas|nos diversos|das diferentes|dos diferentes|das diversas|dos diversos|
     ${withBoth('classificado classificada organizado organizada estratificado estratificada', 'por')}`,
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
  ...turns(
    'value',
    'de',
    'da localidade de|da localidade|relativos a|relativas a|relativo a|relativa a|no ambito de|no ambito da|no ambito do|especificamente em|especificamente na|especificamente no|pertencentes a|pertencente a|pertencentes ao|pertencentes aos',
  ),
  ...turns(
    'value',
    'que sao',
    withBoth(
      'tido tida considerado considerada declarado declarada dado dada classificado classificada listado listada',
      'como',
    ).concat('|considerados|consideradas|declarados|declaradas'),
  ),
  ...turns('value', 'de', 'igual a|igual ao|iguais a'),
  ...turns('state', 'atualmente', 'hoje'),
  ...turns('end or anything', 'atualmente', 'hoje').map((turn) => ({ ...turn, isAfterState: true })),
  ...turns('rows', 'quantidade de', 'volume de|volume dos|volume das'),
  ...turns('key', 'valor', 'valor ja|valores ja'),
  ...turns(
    'rows',
    'lista de',
    'relacao de|relacao dos|relacao das|relacao completa dos|relacao completa das',
  ),
  ...firstTurns(
    'rows',
    'quantos',
    'conta os|conta as|conta|conte|contar os|contar as|contar|contabilize os|contabilize as|contabiliza os|contabiliza as',
  ),
  ...firstTurns(
    'rows',
    'liste',
    `traz os|traz as|traz|ver os|ver as|ver|apresentar os|apresentar as|apresentar|manda a lista de|manda a lista dos|manda a lista das|aponte os|aponte as|
     puxa os|puxa as|puxa|puxe os|puxe as|puxe|busca os|busca as|consultar os|consultar as|consultar|consulte os|consulte as|pesquisar|pesquise os|pesquise as|
     extrair|extraia os|extraia as|imprima os|imprima as|detalhe os|detalhe as|detalha os|detalha as|selecione os|selecione as|seleciona os|seleciona as|
     abre os|abre as|quadro de|quadro dos|quadro das`,
  ),
  ...firstTurns(
    'anything',
    'soma de',
    'totalize os|totalize as|totalize o|totalize a|totalize|totalizar os|totalizar as|totalizar o|totalizar a|totalizar',
  ),
  ...turns('anything', 'media', 'media aritmetica|media simples|tirando a media|tirar a media'),
  ...turns(
    'number',
    'acima de',
    thatPass('superam supera superaram superou extrapolam extrapola extrapolaram excederam excedeu').concat(
      '|superando|extrapolando|excedendo|que passaram dos|que passaram de|que passam dos|que passou dos|que passou de|passaram dos|passam dos|acima da casa dos|acima da casa de|acima da marca de|acima da marca dos|acima do patamar de|acima da faixa de|acima da faixa dos|mais caros que|mais caras que|mais caros do que|mais caras do que|mais altos que|mais altas que|mais altos do que',
    ),
  ),
  ...turns(
    'number',
    'abaixo de',
    'abaixo da casa dos|abaixo da casa de|abaixo da marca de|abaixo do patamar de|abaixo da faixa de|mais baratos que|mais baratas que|mais baratos do que|mais baratas do que|mais baixos que|mais baixas que',
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
        .concat(`qual seria a ${figure}`, `qual seria o ${figure}`)
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

/** «contratos por mês (2025)», «contratos - 2025»: a year that stands aside at the end is that of all before it. */
const withYearsAside = (words: QuestionWord[]): QuestionWord[] =>
  words.flatMap((word, at) => {
    const isAside =
      at > 0 &&
      at === words.length - 1 &&
      /^(?:19|20)\d\d$/.test(word.form) &&
      /^\s*\($|^\s+[-–—]\s*$/.test(word.before);
    const { start, before } = word;
    return isAside ? [asWord('em', { start, end: start, before }), { ...word, before: ' ' }] : word;
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
  const hasSigns = written.some(({ before }) => SIGN.test(before)) && !hasSignsInValues(lexicon);
  const words = withYearsAside(withoutEmphasis(hasSigns ? withSigns(written) : written, lexicon));
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
  if (turn.isFirst && at > 0 && !/[,.;:!?]/.test(words[at]?.before ?? '')) return false;
  if (turn.isAfterState && !STANDING.test(words[at - 1]?.form ?? '')) return false;
  if (turn.isAfterPeriod) return isAfterPeriod(words, at, today);
  const next = afterArticle(words, at + turn.said.length, turn);
  if (turn.before === 'period') return periodAt(words, next, today) !== null;
  // «a primeira metade de março» is no half of a year.
  if (turn.before === 'year') return /^(?:ano|(?:19|20)\d\d)$/.test(words[next]?.form ?? '');
  if (turn.before === 'key')
    return KEYWORDS.get(words[next]?.form ?? '') === 'unit' || lexicon.columns.has(words[next]?.base ?? '');
  // «volume de cargas» is a column where there is one of that name.
  if (turn.before === 'rows')
    return lexicon.rows.has(words[next]?.base ?? '') && !lexicon.columns.has(words[at]?.base ?? '');
  if (turn.before === 'number') return numberAt(words, next) !== null;
  if (turn.before === 'value')
    return lexicon.phrase_words.has(words[next]?.base ?? '') && !/^\d/.test(words[next]?.form ?? '');
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
