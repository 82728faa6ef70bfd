/** Talk around a question that asks nothing of a source: greetings, «queria saber», «dá pra ver», «por gentileza», «na planilha», «obrigada desde já». */
import type { QuestionWord } from '../question-words.ts';
import {
  ANYWHERE,
  CAN,
  CAN_ALONE,
  DEADLINE,
  GREETINGS,
  IMPERATIVES,
  NAMED_BY_TEXT,
  OPENERS,
  PEOPLE_CALLED,
  PURPOSE,
  TAILS,
  TASK,
  WANTS,
  WHO_ASKS,
} from './talk-phrases.ts';

/** First word → the word after the last of a stretch of talk. */
export type Talk = Map<number, number>;

/** Whether a word is a noun of the source that is asked; in its base form. */
export type IsOfSource = (base: string) => boolean;

const at = (source: string): RegExp => new RegExp(`^(?:${source})(?= |$)`);
const LEADS = [GREETINGS, WANTS, CAN, CAN_ALONE, IMPERATIVES].map(at);
const PURPOSE_AT = at(PURPOSE);
/** Set off by a comma or the end, or right before a word that asks. */
const LOOSE_LEADS = [at(OPENERS), at(PEOPLE_CALLED), PURPOSE_AT];
const ASKING =
  /^(?:quant[oa]s?|q(?:n)?t[oa]?s?|qual|quais|quem|quando|onde|que|o que|media|total|soma|tem|teve|ha|houve|existe|me|quer[oi]a?|preciso|gostaria)\b/;

/** No stretch of talk has more words. */
const REACH = 24;

/** The stretches of a question that are only talk. A noun of theirs that the source knows is none; a subject may be one that narrows nothing (`narrows`). */
export function talkOf(
  words: QuestionWord[],
  isOfSource: IsOfSource,
  narrows: IsOfSource = isOfSource,
): Talk {
  const talk: Talk = new Map();
  let isOpening = true;
  for (let from = 0; from < words.length; ) {
    isOpening = from === 0 || isOpening || isBroken(words, from);
    const to = stretchAt(words, { from, isOpening, isOfSource, narrows });
    if (to === null) {
      isOpening = false;
      from += 1;
      continue;
    }
    talk.set(from, to);
    from = to;
  }
  // A question of nothing but talk is left to the rules.
  return [...talk].reduce((sum, [from, to]) => sum + to - from, 0) === words.length ? new Map() : talk;
}

const isBroken = (words: QuestionWord[], place: number): boolean =>
  place >= words.length || /[,.;:!?()\n–—-]\s|[,.;:!?(\n]/.test(words[place]?.before ?? '');

/** A stretch of talk that a pattern has found: `to` is the word after its last. */
type Found = { words: QuestionWord[]; from: number; to: number; isOpening: boolean; isOfSource: IsOfSource };
type Place = Pick<Found, 'from' | 'isOpening' | 'isOfSource'> & { narrows: IsOfSource };

/** Where talk of each kind may stand; the first that fits is taken. A noun that the source knows is no talk, but after a lead. */
const KINDS: { patterns: RegExp[]; fits: (found: Found) => boolean }[] = [
  {
    patterns: [at(DEADLINE)],
    fits: (found) => found.from > 0 && isBroken(found.words, found.from) && isClosed(found),
  },
  { patterns: LEADS, fits: ({ isOpening, to, words }) => isOpening && to < words.length },
  {
    patterns: LOOSE_LEADS,
    fits: (found) => found.isOpening && isSetOff(found) && !isKnown(found) && !isCorrection(found),
  },
  {
    patterns: [at(NAMED_BY_TEXT)],
    fits: (found) =>
      found.from > 0 && /[a-z]{3}/.test(found.words[found.from - 1]?.form ?? '') && !isKnown(found),
  },
  { patterns: [at(ANYWHERE)], fits: (found) => !isKnown(found) },
  {
    patterns: [at(TAILS)],
    fits: (found) => found.from > 0 && isClosed(found) && !isKnown(found) && !isCompared(found),
  },
  {
    patterns: [at(PEOPLE_CALLED), PURPOSE_AT],
    fits: (found) =>
      found.from > 0 &&
      found.to >= found.words.length &&
      isBroken(found.words, found.from) &&
      !isKnown(found),
  },
];

function stretchAt(words: QuestionWord[], place: Place): number | null {
  const { from, isOpening } = place;
  const said = formsFrom(words, from, REACH);
  const whole = isOpening ? introduction({ words, from, isOfSource: place.isOfSource }, said) : null;
  if (whole !== null) return whole;
  const task = isOpening ? taskAt(words, place, said) : null;
  if (task !== null) return task;
  for (const { patterns, fits } of KINDS)
    for (const pattern of patterns) {
      const found = pattern.exec(said)?.[0];
      const to = found ? endOfStretch(words, from, from + found.split(' ').length, pattern) : null;
      if (to !== null && fits({ words, ...place, to })) return to;
    }
  return null;
}

/** «para uma auditoria, do total de …»: the complement of a purpose stands before the break. */
function endOfStretch(words: QuestionWord[], from: number, to: number, pattern: RegExp): number {
  if (pattern !== PURPOSE_AT) return to;
  for (let at = from + 1; at < to; at += 1) if (isBroken(words, at)) return at;
  return to;
}

const formsFrom = (words: QuestionWord[], from: number, count: number): string =>
  words
    .slice(from, from + count)
    .map(({ form }) => form)
    .join(' ');

/** «mais de 3, desculpe, mais de 5»: the words after it take the place of those before. */
const isCorrection = ({ words, from }: Found): boolean =>
  from > 0 && /^(?:desculp[ae]|alias)$/.test(words[from]?.form ?? '');

/** «responde mais rápido» asks, and «rápido!» urges. */
const isCompared = ({ words, from }: Found): boolean => /^(?:mais|menos)$/.test(words[from - 1]?.form ?? '');

/** A break follows, or a word that asks. */
const isSetOff = ({ words, to }: Found): boolean =>
  to < words.length && (isBroken(words, to) || ASKING.test(formsFrom(words, to, 2)));

/**
 * «sou jornalista do Correio, quantas …»: up to the next break, or to the word that asks. Where somebody asks through the
 * one who writes, and the source knows a word after the verb, the verb is the end: «o chefe quer saber em Campinas, …».
 */
function introduction(
  { words, from, isOfSource }: Omit<Found, 'to' | 'isOpening'>,
  said: string,
): number | null {
  const opening = WHO_ASKS.exec(said)?.[0];
  if (!opening) return null;
  const isAsked = ASKED.test(opening);
  const verb = from + opening.split(' ').length;
  const afterVerb = /^(?:saber|ver|conhecer)$/.test(words[verb]?.form ?? '') ? verb + 1 : verb;
  const to = endOfIntroduction(words, from, verb);
  if (to === null) return isAsked ? afterVerb : null;
  const named = nameOfAnother(words, from, to);
  if (named !== null) return named;
  const isOfOther = isAsked && isKnown({ words, from: Math.min(verb, to), to, isOfSource, isOpening: true });
  return isOfOther ? afterVerb : to;
}

/** «preciso fechar o mês: quanto …», «faço uma matéria sobre o porto e queria saber …»: up to the break, where no word of it narrows. */
function taskAt(words: QuestionWord[], { from, isOfSource, narrows }: Place, said: string): number | null {
  const task = TASK.exec(said)?.[0];
  const to = task ? endOfIntroduction(words, from, from + task.split(' ').length) : null;
  if (to === null) return null;
  const about = words.findIndex(({ form }, at) => at > from && at < to && form === 'sobre');
  const end = about < 0 ? to : about;
  const isOfRows = isKnown({ words, from, to: end, isOfSource, isOpening: true });
  return isOfRows || isKnown({ words, from: end, to, isOfSource: narrows, isOpening: true }) ? null : to;
}

/**
 * «sou sobrinha da Cecília Gouveia, em que leito ela está?»: the place of the name of whom the question is about, by what they
 * are to the one who asks, or by a word that points back, «de lá»; null where somebody only says who they are.
 */
function nameOfAnother(words: QuestionWord[], from: number, to: number): number | null {
  const isName = (place: number): boolean => /^\p{Lu}\p{Ll}/u.test(words[place]?.text ?? '');
  for (let at = from + 1; at < to; at += 1) {
    const link = words[at - 1]?.form ?? '';
    if (!isName(at) || !/^(?:d[eoa]|n[oa]|em|pel[oa])$/.test(link)) continue;
    const isKin = /^d/.test(link) && RELATIVES.test(words[at - 2]?.form ?? '');
    const isPointedAt = words
      .slice(to)
      .some(({ form }) => (/^d/.test(link) && /^d?el[ea]$/.test(form)) || POINTS_TO_PLACE.test(form));
    // «sou o João da Silva Neto»: the end of the name of who asks is no place.
    if (isKin || (isPointedAt && isName(at + 1) && !isName(at - 2))) return at;
  }
  return null;
}

const POINTS_TO_PLACE = /^(?:la|ali|dali)$/;

const RELATIVES =
  /^(?:mae|pai|filh[oa]|irma|irmao|ti[oa]|sobrinh[oa]|net[oa]|avo|espos[oa]|marido|mulher|companheir[oa]|namorad[oa]|noiv[oa]|cunhad[oa]|prim[oa]|nora|genro|sogr[oa]|viuv[oa]|enteado|enteada|padrinho|madrinha|cuidador|cuidadora|acompanhante|tutora?|responsavel|procuradora?|advogad[oa]|amig[oa]|vizinh[oa])$/;

/** The next break, or the word that asks; null where neither is near. */
function endOfIntroduction(words: QuestionWord[], from: number, verb: number): number | null {
  for (let to = from + 2; to < words.length && to - from <= INTRODUCTION; to += 1)
    if (isBroken(words, to) || (to >= verb && INTRODUCED.test(formsFrom(words, to, 2)))) return to;
  return null;
}
const INTRODUCED = new RegExp(`^(?:e )?(?:${ASKING.source.slice(1)}|list[ae]\\b|mostr[ae]\\b)`);
/** Somebody who asks through the one who writes. */
const ASKED = /(?:pediu|pediram|quer|perguntou|perguntaram|mandou|mandaram|solicitou|precisa|cobrou)$/;
const INTRODUCTION = 12;

const CLOSING = new RegExp(`^(?:(?:${TAILS}|${ANYWHERE}|${PEOPLE_CALLED})(?: |$))+$`);

/** The sentence ends here, or with other words that close it. */
const isClosed = ({ words, to }: Found): boolean =>
  to >= words.length || CLOSING.test(formsFrom(words, to, REACH));

/** Whether a longer word of the stretch is one of the source's own. */
const isKnown = ({ words, from, to, isOfSource }: Found): boolean =>
  words
    .slice(from, to)
    .some(({ base }) => base.length >= LETTERS_MIN && !LITTLE.test(base) && isOfSource(base));

const LETTERS_MIN = 4;
const LITTLE = /^(?:para|nossa?|favor|acordo|tod[oa]?|aqui|este|esta|pode)$/;
