/** Portuguese documents of the question sets, set into pages: the same lines as text and as pictures of a scanner. */
import { linesAt, type PdfText, pdfOf } from '../../tests/fixtures/pdf.ts';
import { type ScanWishes, scannedPdf, scanOf, scanPicture } from '../../tests/fixtures/scans.ts';
import { type QuestionSet, sampleOf } from '../retrieval/question-sets.ts';

export type PrintedDocument = {
  name: string;
  pages: string[][];
  /** The pages on which each passage stands, from 1. */
  places: Map<string, Set<number>>;
};

const LETTERS_OF_LINE = 80;
const LINES_OF_PAGE = 48;
/** Longer documents take pages without more questions for each. */
const PAGES_OF_DOCUMENT = 6;
/** Letters that the font of drawn pages lacks. */
const NOT_PRINTED = /[^\n\x20-\x7e\xa0-\xff–“”]/g;

/** Whole documents, spread evenly over all sets, of about so many pages together. */
export function printedDocuments(sets: QuestionSet[], pages: number): PrintedDocument[] {
  const short = sets
    .flatMap(({ documents }) => documents)
    .map((document, index) => printed(document.passages, `documento-${index + 1}.pdf`))
    .filter((document) => document.pages.length <= PAGES_OF_DOCUMENT);
  const mean = short.reduce((sum, document) => sum + document.pages.length, 0) / short.length;
  return sampleOf(short, Math.ceil(pages / mean));
}

function printed(passages: { id: string; text: string }[], name: string): PrintedDocument {
  const lines: string[] = [];
  const places = new Map<string, Set<number>>();
  for (const { id, text } of passages) {
    const own = linesOf(text.replace(NOT_PRINTED, '').replaceAll('–', '-').replace(/[“”]/g, '"'));
    places.set(id, new Set(own.map((_, at) => Math.floor((lines.length + at) / LINES_OF_PAGE) + 1)));
    lines.push(...own, '');
  }
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_OF_PAGE) }, (_, page) =>
    lines.slice(page * LINES_OF_PAGE, (page + 1) * LINES_OF_PAGE),
  );
  return { name, pages, places };
}

function linesOf(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1) ?? '';
    if (line && line.length + word.length >= LETTERS_OF_LINE) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

const textsOf = (lines: string[]): PdfText[] => linesAt(lines, { x: 60, y: 80, size: 11, pitch: 15 });

export const asText = ({ pages }: PrintedDocument) => pdfOf(pages.map(textsOf));

export const asScan = ({ pages }: PrintedDocument, wishes: ScanWishes = {}) =>
  scannedPdf(pages.map((lines) => scanPicture(scanOf(textsOf(lines), wishes))));

export const wordsOf = (lines: string[]): string => lines.join(' ');
