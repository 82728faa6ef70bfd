/** The paragraphs of all pages as one text, with the marks of Markdown for headings and code. */

import { fenced, literal } from '../text/fences.ts';
import type { Table } from './page/lines.ts';
import type { Paragraph } from './paragraphs.ts';
import { readTable } from './tables/table-rows.ts';

const HEADING_LEVELS = 4;
const LEVEL_MAX = 6;
/** «Capítulo 3» above the title of the chapter. */
const PART_LABEL =
  /^(?:cap[íi]tulo|parte|anexo|ap[êe]ndice|chapter|part|appendix)\s+(?:\d{1,3}|[IVXLC]+|[A-Z])$/iu;

/** Form feeds between pages. A paragraph that goes on over the page is not torn by an empty line. */
export function writeText(pages: Paragraph[][], hasOutline: boolean): string {
  const joined = withoutLargeWords(withoutTitleBlock(pages)).map(withWholeTitles);
  const levels = headingLevels(joined.flat());
  const write = writer(levels, hasOutline);
  let text = '';
  for (const [index, paragraphs] of joined.entries()) {
    if (index) text += goesOn(joined[index - 1] ?? [], paragraphs) ? '\f' : '\n\f';
    text += paragraphs
      .map((paragraph, place) => write(paragraph, place === 0))
      .filter(Boolean)
      .join('\n\n');
  }
  return text.normalize('NFC');
}

const NUMBERED = /^(?:\d{1,3}(?:\.\d{1,3}){0,3}|[IVXLC]+)[.)]?\s/;

/** Words of a paragraph from which on a page has running text. */
const RUNNING_WORDS = 25;

const isRunning = ({ kind, text, table }: Paragraph): boolean =>
  kind === 'text' && !table && text.split(/\s+/).length >= RUNNING_WORDS;

/**
 * Large lines below the title of a file name its author, its day or its publisher: they head nothing. The last one does
 * where text follows on the same page. Pages with covers repeat the title, each in its largest letters.
 */
function withoutTitleBlock(pages: Paragraph[][]): Paragraph[][] {
  const first = pages.findIndex(({ length }) => length > 0);
  const running = pages.findIndex((page) => page.some(isRunning));
  return pages.map((page, index) => {
    if (index < running) return withLargest(page);
    return index === first || index === running ? withoutNames(page) : page;
  });
}

/** A page without running text, before the first with some: only its largest lines may head what follows. */
function withLargest(page: Paragraph[]): Paragraph[] {
  const largest = Math.max(
    ...page.filter(({ kind }) => kind === 'heading').map(({ size }) => Math.round(size)),
  );
  return page.map((paragraph) => {
    const { kind, level, size, text } = paragraph;
    const isBelow = kind === 'heading' && level === undefined && !NUMBERED.test(text);
    return isBelow && (Math.round(size) < largest || isDay(text))
      ? { ...paragraph, kind: 'text' }
      : paragraph;
  });
}

function withoutNames(page: Paragraph[]): Paragraph[] {
  const end = page.findIndex(({ kind }) => kind !== 'heading');
  const last = end < 0 ? page.length : end - 1;
  return page.map((paragraph, place) =>
    place > 0 && isBelowTitle(paragraph, place < last) ? { ...paragraph, kind: 'text' } : paragraph,
  );
}

const MONTH = 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro';
/** «24 de abril de 2006», «Brasília, maio de 2022», «2019-01-16», each perhaps with a version. */
const DAY = new RegExp(
  `^(?:\\p{Lu}[\\p{L} ]{2,30},? )?(?:(?:de )?(?:\\d{1,2}º? de )?(?:${MONTH})(?: de|,)? \\d{4}|\\d{4}[-–]\\d\\d[-–]\\d\\d)(?:,? v[-.\\d\\p{Ll}]* ?[\\d.]*)?$`,
  'iu',
);
/** «Brasil 2018, v-1.9.7»: on covers only, since «Orçamento 2024» heads a section. */
const PLACE_AND_YEAR = /^\p{Lu}[\p{L} ]{2,30},? \d{4}(?:,? v\S*)?$/u;
/** A name with initials: «Carlos A. P. Campani». */
const PERSON = /^(?:\p{Lu}\p{Ll}+ )+(?:\p{Lu}\. ?)+(?:(?:d[aeo]s? )?\p{Lu}\p{Ll}+ ?)+$/u;

const isDay = (text: string): boolean => DAY.test(text) || PLACE_AND_YEAR.test(text);

const isBelowTitle = ({ kind, text, level }: Paragraph, isBetween: boolean): boolean =>
  kind === 'heading' &&
  level === undefined &&
  (DAY.test(text) || PERSON.test(text) || (isBetween && !NUMBERED.test(text) && !PART_LABEL.test(text)));

/** Pages that begin with a heading of one size, as slides do, at least and as a share of all. */
const SLIDES_MIN = 10;
const SLIDES = 0.6;

/** On slides words that are larger than the titles, and stand below one, show something and head nothing. */
function withoutLargeWords(pages: Paragraph[][]): Paragraph[][] {
  const tops = pages.flatMap(([top]) =>
    top?.kind === 'heading' && top.level === undefined ? [Math.round(top.size)] : [],
  );
  const [usual = 0, times = 0] =
    [...Map.groupBy(tops, (size) => size)]
      .map(([size, all]) => [size, all.length])
      .sort((one, other) => (other[1] ?? 0) - (one[1] ?? 0))[0] ?? [];
  if (times < Math.max(SLIDES_MIN, SLIDES * pages.length)) return pages;
  return pages.map((page) =>
    page.map((paragraph, place) =>
      place > 0 &&
      paragraph.kind === 'heading' &&
      paragraph.level === undefined &&
      Math.round(paragraph.size) > usual
        ? { ...paragraph, kind: 'text' }
        : paragraph,
    ),
  );
}

/** The label of a chapter and its title are one heading. */
function withWholeTitles(paragraphs: Paragraph[]): Paragraph[] {
  const whole: Paragraph[] = [];
  for (const paragraph of paragraphs) {
    const before = whole.at(-1);
    const isTitle = paragraph.kind === 'heading' && before !== undefined && before.level === undefined;
    if (isTitle && PART_LABEL.test(before.text))
      whole.splice(-1, 1, { ...paragraph, text: `${before.text} ${paragraph.text}` });
    else whole.push(paragraph);
  }
  return whole;
}

/** Whether a paragraph is torn between the end of a page or a column and the beginning of the next. */
export function goesOn(before: Paragraph[], after: Paragraph[]): boolean {
  const [last, first] = [before.at(-1), after[0]];
  if (last?.kind !== 'text' || first?.kind !== 'text') return false;
  return /[\p{L}\p{N},-]$/u.test(last.text) && /^\p{Ll}/u.test(first.text);
}

/** The largest headings are of the first level; among those of one size the numbers tell. */
function headingLevels(paragraphs: Paragraph[]): number[] {
  const ranks = paragraphs.filter(({ kind, level }) => kind === 'heading' && level === undefined).map(rankOf);
  return [...new Set(ranks)].sort((a, b) => b - a);
}

const rankOf = ({ size, depth }: Paragraph): number => Math.round(size) - depth / 10;

/** Writes paragraph after paragraph; `isFirst`: it is the first one of its page. */
function writer(levels: number[], hasOutline: boolean): (paragraph: Paragraph, isFirst: boolean) => string {
  /** The level of the bookmark under which the text stands. */
  let open = 0;
  let before: { table: Table; names: string[] | null } | null = null;
  const heading = (paragraph: Paragraph) => {
    const rank = levels.indexOf(rankOf(paragraph)) + 1;
    if (paragraph.level !== undefined) open = paragraph.level;
    const level = paragraph.level ?? (hasOutline && open ? open + rank : Math.min(HEADING_LEVELS, rank));
    return `${'#'.repeat(Math.min(LEVEL_MAX, level))} ${paragraph.text.replace(/\s+/g, ' ')}`;
  };
  return (paragraph, isFirst) => {
    const above = isFirst ? before : null;
    before = null;
    if (paragraph.kind === 'heading') return heading(paragraph);
    if (paragraph.kind === 'code') return fenced(paragraph.text);
    if (!paragraph.table) return literal(paragraph.text);
    const { names, sentences } = readTable(paragraph.table, above);
    before = { table: paragraph.table, names };
    return literal(sentences.join('\n'));
  };
}
