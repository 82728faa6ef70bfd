/**
 * The words of a question differ in what they are for: things are asked about, deeds and the story before the question only
 * say how somebody came to ask. A document has other words for deeds and none for the story; it must have the things.
 */
import { isContentWord } from '../../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { askingPart } from '../question/asking-part.ts';

export type WordKind = 'thing' | 'deed' | 'story';

const words = (list: string): Set<string> => new Set(list.split(/\s+/));

/** After these stands a noun, or a word that is used as one. */
const DETERMINERS = words(
  `a o as os um uma uns umas d da do das dos num numa na no nas nos ao aos pelo pela pelos pelas qual quais quanto quantos quantas
  meu minha meus minhas seu sua seus suas nosso nossa nossos nossas esse essa este esta aquele aquela cada todo toda todos todas
  outro outra outros outras algum alguma e ou de em com sem por para pra pro pras pros sobre entre ate`,
);
/** After these stands a verb, too: «para pedir», «sem avisar». */
const BEFORE_VERBS_TOO = words('de para pra por sem ao');
/** After these a verb is likelier than a noun. */
const BEFORE_VERBS = words(
  `eu ele ela eles elas voce voces gente quem se nao ja me te lhe nos onde como quando ainda vou vai vao posso pode podem devo deve
  tenho preciso quero queria consigo`,
);
const VERB_LETTERS = 4;
/** Infinitives, gerunds, persons of the past and conditionals. Folded. */
const VERB = /(?:[aeio]r|ndo|riam?|[aei]ram|avam?|ou|e[iu]|iu|[^aeiou]i|[aei]mos|[aei]sse|[aei]rem|ste)$/;

/** By each word, folded. */
export function wordKinds(question: string): Map<string, WordKind> {
  const asking = new Set(wordsOf(askingPart(question)));
  const kinds = new Map<string, WordKind>();
  let before = '';
  for (const [place, written] of (question.match(/[\p{L}\p{N}]+/gu) ?? []).entries()) {
    const word = fold(written);
    const isName = isCode(written) || (place > 0 && /^\p{Lu}/u.test(written));
    const kind = isName || !isDeed(word, before) ? 'thing' : 'deed';
    if (!kinds.has(word) || isName) kinds.set(word, asking.has(word) ? kind : 'story');
    before = word;
  }
  return kinds;
}

function isDeed(word: string, before: string): boolean {
  if (/^\d+$/.test(word)) return false;
  const isNoun = DETERMINERS.has(before);
  if (BEFORE_VERBS.has(before) && !isNoun) return true;
  return word.length >= VERB_LETTERS && VERB.test(word) && (!isNoun || BEFORE_VERBS_TOO.has(before));
}

/** «E4», «P2», «VPN»: who writes such a sign means it and nothing else. */
export const isCode = (written: string): boolean =>
  /^(?=.*\p{L})(?=.*\p{N})/u.test(written) || /^\p{Lu}{2,}$/u.test(written);

/** Words that say of what kind a thing is, and leave the thing to the noun after them: «o valor da mensalidade». */
const MEASURES = words(
  `ano anos custo data dia dias empresa forma hora horas horario jeito limite local lugar maxima maximo mes meses minima minimo modo nome numero
  parte percentual pessoa prazo preco quantidade tamanho tempo tipo total valor vez vezes`,
);
const ASKED =
  /\b(?:cade|onde|qua(?:l|is)|quant[oa]s?|que|quem)((?: (?:e|sao|foi|foram|era|sera|seria|ficam?|esta|estao|custam?|[oa]s?|d[aeo]s?))*) (\p{L}+)(?: d[aeo]s? (\p{L}+))?/gu;
/** Not folded: «da» is no «dá». */
const HAD =
  /(?<!\p{L})(?:aceita|cobre|dá|dão|existem?|há|ha|oferece|tem) (?:(?:uma?|algum|alguma|[oa]s?) )*(\p{L}+)/giu;

/** The words of a question that only say of what kind the answer is, folded: «qual o nome da …», «em que horário …», «número máximo de …». */
export const askedMeasures = (question: string): Set<string> => {
  const words = wordsOf(askingPart(question));
  const first = words.findIndex((word) => MEASURES.has(word));
  const isAsked = first >= 0 && words.slice(0, first).every((word) => OPENING.has(word));
  return new Set(
    isAsked ? words.slice(first, first + MEASURE_WORDS).filter((word) => MEASURES.has(word)) : [],
  );
};
/** «Número máximo»: a measure and its adjective. */
const MEASURE_WORDS = 2;
const OPENING = words('a o as os de em por ate para com qual quais que e sao foi seria cada da do na no');

/** The nouns that a question asks for, folded: «qual o telefone», «tem estacionamento», «o valor da mensalidade». */
export function askedHeads(question: string): Set<string> {
  const asking = askingPart(question);
  const asked = [...wordsOf(asking).join(' ').matchAll(ASKED)].map(([, , noun = '', other]) =>
    MEASURES.has(noun) && other !== undefined ? other : noun,
  );
  const had = [...asking.matchAll(HAD)].map(([, noun = '']) => fold(noun));
  return new Set([...asked, ...had].filter(isContentWord));
}
