/** Which lines of a document are headings, and how deep. */
import { fold } from '../../../language/words.ts';

export type Span = { start: number; end: number };
export type Line = Span & { text: string; isBlank: boolean };
export type Heading = { level: number; title: string };

const LIST_ITEM = /^\s*(?:[-*+•▪◦·–—]|\d{1,3}[.)]|[a-zA-Z][.)]|[IVXLCivxlc]{1,6}(?:[.)]|\s*[-–—]))\s+\S/;

/** Whether a line opens an item of a list. */
export const opensItem = (line: string): boolean => LIST_ITEM.test(line.slice(0, 80));

const LINE_MAX = 200;
const ATX = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
/** Parts of a law or a contract, by depth. */
const PART =
  /^(LIVRO|PARTE|ANEXO|T[ÍI]TULO|CAP[ÍI]TULO|SE[ÇC][ÃA]O|SUBSE[ÇC][ÃA]O)\s+([IVXLCDM]+|\d+|[A-Z]|[ÚU]NIC[AO])\b/iu;
const PART_LEVELS = ['livro', 'parte', 'titulo', 'capitulo', 'secao', 'subsecao'];
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+[-–—]?\s*(\p{Lu}.*)$/u;
/** Parts of a line that stand in columns. */
const CELLS = /\S\s{3,}\S/;
/** Levels from here on are guessed from capitals or a number. */
export const GUESSED_LEVEL = 10;
export const NUMBERED_LEVEL = 11;
/** Heads of boxes: their text stays with them. */
const LABEL =
  /^(?:notas?|note|avisos?|aten[çc][ãa]o|importante|dicas?|exemplos?|obs\.?|observa[çc](?:[ãa]o|[õo]es)|cuidado|warning|tip|figura|tabela|quadro|fonte)(?:\s+[\d.]+)?$/iu;
const WORDS_MAX = 14;

/** `# Title` to `###### Title`. */
export function markdownHeading(line: string): Heading | null {
  if (line.length > LINE_MAX) return null;
  const found = ATX.exec(line);
  if (!found) return null;
  const title = plain((found[2] ?? '').replace(/[ \t]#+[ \t]*$/, ''));
  return title ? { level: found[1]?.length ?? 1, title } : null;
}

/**
 * "CAPÍTULO II", "3.1 Prazos", "DAS FÉRIAS". `isAlone`: empty lines stand on both sides; without them only lines
 * that can hardly be anything else count, since a numbered line may be an item of a list. `isMarked`: the text marks
 * its headings, so that of the others only parts of laws and contracts count.
 */
export function plainHeading(line: string, isAlone: boolean, isMarked = false): Heading | null {
  const title = line.trim();
  if (line.length > LINE_MAX || !mayBeTitle(title)) return null;
  const [, part, number = ''] = PART.exec(title) ?? [];
  // A text that marks its headings has marked «Parte 1» too, unless it stands in a figure.
  const isPart = isAlone && !(isMarked && /^\d/.test(number));
  if (part && (isPart || isInCapitals(title))) return { level: partLevel(part), title };
  return isMarked ? null : guessedHeading(title, isAlone);
}

function guessedHeading(title: string, isAlone: boolean): Heading | null {
  if (CELLS.test(title)) return null;
  const [, number, words = ''] = NUMBERED.exec(title) ?? [];
  if (number && (isAlone || isInCapitals(words)))
    return { level: NUMBERED_LEVEL + number.split('.').length, title };
  return isAlone && isInCapitals(title) ? { level: GUESSED_LEVEL, title } : null;
}

const mayBeTitle = (title: string) =>
  !/\t|[.;:,]$/.test(title) && !LABEL.test(title) && title.split(/\s+/).length <= WORDS_MAX;

function partLevel(name: string): number {
  return Math.max(0, PART_LEVELS.indexOf(fold(name))) + 1;
}

function isInCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= 5 && /\p{L}{3}/u.test(text) && text === text.toUpperCase();
}

/** A title as it is shown: without the marks of Markdown and of HTML. */
const plain = (title: string) =>
  title
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .trim();

const OWN_NUMBER = /^(\d{1,3}(?:\.\d{1,3}){1,5})\b/;
const ANY_NUMBER = /^(?:cap[íi]tulo\s+|se[çc][ãa]o\s+)?(\d{1,3}(?:\.\d{1,3}){0,5})\b/iu;

/** «6.10» does not stand under «Capítulo 7», whatever their levels are. */
export function standsUnder(title: string, above: string): boolean {
  const own = OWN_NUMBER.exec(title)?.[1];
  const number = ANY_NUMBER.exec(above)?.[1];
  return !own || !number || own.startsWith(`${number}.`);
}
