/** The expectation of a check that is kept from an answer: the citation and the words that carry it. */

import type { Source } from '#contract/citations.ts';
import type { Expectation } from '#contract/expectations.ts';
import { citedFirst } from '../../conversation/sources/source-words.ts';

const TEXTS_MAX = 2;
/** Shorter words say little about the subject of a sentence. */
const WORD_MIN_LETTERS = 6;

/** The same document must be cited again, with the same facts; an answer that cites nothing must stay a refusal. */
export function expectationOf(
  { text, sources }: { text: string; sources: Source[] },
  question: string,
): Expectation {
  const { cited } = citedFirst(text, sources);
  const source = cited.find(({ kind }) => kind === 'document') ?? cited[0];
  if (!source) return { kind: 'refuses', value: null };
  const contains = tellingTexts(sentencesOf(text, source.index, question), question);
  if (!contains.length) return { kind: 'cites', value: source.title };
  const cites = { kind: 'cites' as const, value: source.title };
  return { kind: 'all', of: [cites, ...contains.map((value) => ({ kind: 'contains' as const, value }))] };
}

/**
 * The sentences that the source stands for: those between the marker before and its own, without Markdown and without those
 * that only lead to a list. Of a list
 * that is cited as a whole, as a passage of a regulation, only the items that answer the question count.
 */
function sentencesOf(text: string, index: number, question: string): string[] {
  const before = text.slice(0, text.indexOf(`[${index}]`)).replace(/(?:\s*\[\d+\])+$/, '');
  const own = before.slice(before.lastIndexOf(']') + 1);
  return answeringItems(own, question)
    .replace(PLACE, ' ')
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => sentence.replace(/[*_`#>|]/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && (!sentence.endsWith(':') || /\d/.test(sentence)));
}

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)/;

/** The lines without the marks of their list; several items leave only the one that has the rarest words of the question, or all where none has any. */
function answeringItems(text: string, question: string): string {
  const lines = text.split('\n');
  const items = lines.filter((line) => LIST_ITEM.test(line)).map((line) => line.replace(LIST_ITEM, ''));
  if (items.length < 2) return lines.map((line) => line.replace(LIST_ITEM, '')).join('\n');
  const best = nearestTo(question, items);
  return best ?? items.join('\n');
}

/** A day or a month that the question names tells more than its subject: «A biblioteca abre aos sábados?». */
const CALENDAR_WORD =
  /^(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|feriado|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)/;
const CALENDAR_WEIGHT = 4;

/** The text with the words of the question that fewest others have; null where none has any. */
function nearestTo(question: string, texts: string[]): string | null {
  const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const asked = wordsOf(question);
  const matches = texts.map((text) => {
    const words = wordsOf(text);
    // A plural or another ending is the same word.
    return asked.filter((word) => words.some((other) => other.startsWith(word) || word.startsWith(other)));
  });
  const weights = matches.map((found) =>
    found.reduce((sum, word) => {
      const others = matches.filter((each) => each.includes(word)).length;
      return sum + (CALENDAR_WORD.test(word) ? CALENDAR_WEIGHT : 1) / others;
    }, 0),
  );
  const highest = Math.max(...weights);
  return highest > 0 ? (texts[weights.indexOf(highest)] ?? null) : null;
}

/** Figures with their unit decide what an answer says; without figures, long words that the question lacks do. */
function tellingTexts(sentences: string[], question: string): string[] {
  const asked = folded(question);
  const isNew = (text: string) => !asked.includes(folded(text));
  const facts = nearestFigures(sentences, question, isNew);
  if (facts.length) return facts.slice(0, TEXTS_MAX);
  const words = [...new Set(sentences[0]?.match(/\p{L}+/gu) ?? [])];
  const telling = words.filter((word) => word.length >= WORD_MIN_LETTERS && isNew(word));
  const longest = telling.toSorted((a, b) => b.length - a.length).slice(0, TEXTS_MAX);
  return telling.filter((word) => longest.includes(word));
}

/** The parts of a sentence that each say a thing of their own: «de segunda a sexta, das 8h às 18h, e aos sábados, das 9h às 13h». */
const CLAUSES = /[;,](?!\d)\s*|\s+(?=(?:e|mas|porém|ou|enquanto|já)\s)/u;

/**
 * The figures of the sentence nearest to the question that stand beside its words: in their clause, else in one of the
 * clauses after it, since a figure follows its subject, else before it. All of them where no sentence has such a word.
 */
function nearestFigures(sentences: string[], question: string, isNew: (text: string) => boolean): string[] {
  const wanted = ASKS_WHEN.test(folded(question)) ? DAY_OR_FIGURE : FIGURE;
  const figuresOf = (text: string) => [...new Set(text.match(wanted) ?? [])].filter(isNew);
  const withFigures = sentences.filter((sentence) => figuresOf(sentence).length);
  const sentence = nearestTo(question, withFigures);
  if (sentence === null) return figuresOf(withFigures.join('\n'));
  const clauses = sentence.split(CLAUSES).filter(Boolean);
  const at = clauses.indexOf(nearestTo(question, clauses) ?? '');
  const inOrder = [...clauses.slice(at), ...clauses.slice(0, at).toReversed()];
  return inOrder.map(figuresOf).find((figures) => figures.length) ?? figuresOf(sentence);
}

const PLACE_NAMES = [
  ...[
    'arts?\\.',
    'artigos?',
    'incs?\\.',
    'incisos?',
    'parágrafos?',
    '§{1,2}',
    'item',
    'itens',
    'subitem',
    'subitens',
  ],
  ...[
    'págs?\\.',
    'pp?\\.',
    'páginas?',
    'fls?\\.',
    'folhas?',
    'cap\\.',
    'capítulos?',
    'seção',
    'seções',
    'anexos?',
  ],
  ...[
    'cláusulas?',
    'tabelas?',
    'quadros?',
    'figuras?',
    'lei',
    'lei complementar',
    'decreto',
    'portaria',
    'resolução',
  ],
].join('|');
const PLACE_NUMBER = '\\d[\\d./-]*(?:[ºª°](?:-\\p{Lu})?)?';
/** The place of a text is no fact of it: «Art. 6º», «§§ 2º e 3º», «item 3.2», «páginas 4 a 6», «Lei nº 8.112/1990». */
const PLACE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PLACE_NAMES})\\s*(?:n\\.?[º°]\\s*)?${PLACE_NUMBER}(?:(?:\\s*,|\\s+[ea]|\\s+ao|\\s+até)\\s+${PLACE_NUMBER}(?=[\\s,.;:)\\]]|$)(?!\\s+\\p{Ll}{4,}))*`,
  'giu',
);

/** «R$ 1.250,00», «2%», «30 minutos», «13h30»: the word after an amount of money is no unit of it. */
const FIGURE =
  /R\$\s?\d+(?:[.,]\d+)*(?:\s(?:mil|milhão|milhões|bilhão|bilhões)\b)?|\d{1,2}h(?:\d{2})?(?![\p{L}\d])|\d+(?:[.,/:]\d+)*(?:\s?%|\s\p{Ll}{4,})?/gu;

const ASKS_WHEN = /^(?:\W*(?:e|em|a partir de|desde|ate)\s)?\W*(?:quando|que dias?|quais dias|qual o dia)\b/;
/** «sexta-feira», «5 de maio»: what a question for the day is answered with. */
const DAY_OR_FIGURE = new RegExp(
  `(?:segunda|terça|quarta|quinta|sexta)-feira|sábados?|domingos?|\\d{1,2}º? de \\p{Ll}{4,9}|${FIGURE.source}`,
  'giu',
);

const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
