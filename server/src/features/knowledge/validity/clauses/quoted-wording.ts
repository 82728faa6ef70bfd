/** The wording that a norm gives to another one stands in quotes, and is not read for clauses of its own. */

const ARTICLE_LINE = /^[ \t]*(?:[*_]{2})?art(?:igo|\.)?[ \t]*(\d{1,4})(?![\d/])/i;
const CLOSES = /[”"](?:\s*\(?NR\)?)?[\s.;,]*$/i;
const OPENS_STRAIGHT = /^[ \t]*"[ \t]*(?:(?:[*_]{2})?art|§|par[áa]grafo|[IVXLC]+\s*[-–—])/i;

/** The text with blanks for what is quoted, so that places stay. */
export function withoutQuoted(text: string): string {
  const quotation: Quotation = { depth: 0, article: 0 };
  return text.replace(/[^\n\f]+/g, (written) => {
    // «a alínea “b”» quotes no wording.
    const line = written.replace(/“(\p{L}{1,2})”/gu, ' $1 ');
    endAtNextArticle(line, quotation);
    if (quotation.depth > 0 || !OPENS_STRAIGHT.test(line)) return withoutQuotedLetters(line, quotation);
    if (!CLOSES.test(line.trimStart().slice(1))) quotation.depth = 1;
    return ' '.repeat(line.length);
  });
}

/** `depth`: how many marks are open; `article`: the last article of the norm's own words. */
type Quotation = { depth: number; article: number };

function withoutQuotedLetters(line: string, quotation: Quotation): string {
  const wasOpen = quotation.depth > 0;
  let kept = '';
  for (const [at, letter] of Array.from(line).entries()) {
    // Each paragraph of a long quotation may begin with the mark again.
    const isRepeated = letter === '“' && wasOpen && quotation.depth === 1 && !line.slice(0, at).trim();
    if (letter === '“' && !isRepeated) quotation.depth += 1;
    kept += quotation.depth > 0 ? ' ' : letter;
    if (letter === '”' && quotation.depth > 0) quotation.depth -= 1;
  }
  if (wasOpen && CLOSES.test(line)) quotation.depth = 0;
  return kept;
}

/** A mark that nobody closed ends where the norm goes on with its next article. */
function endAtNextArticle(line: string, quotation: Quotation): void {
  const own = ARTICLE_LINE.exec(line);
  if (!own) return;
  const number = Number(own[1]);
  if (quotation.depth > 0 && number !== quotation.article + 1) return;
  quotation.depth = 0;
  quotation.article = number;
}

/** The quotation that follows a place; empty where none does before the next article of the norm, or `until`. */
export function quotedAfter(
  text: string,
  masked: string,
  { at, until }: { at: number; until: number },
): string {
  const rest = masked.slice(at, until);
  const next = /\n[ \t]*(?:[*_]{2})?art(?:igo|\.)?[ \t]*\d/i.exec(rest);
  const end = next ? at + next.index : until;
  const lines: string[] = [];
  for (const { 0: line, index } of text.slice(at, end).matchAll(/[^\n\f]+/g)) {
    const places = Array.from({ length: line.length }, (_, place) => place).filter(
      (place) => masked[at + index + place] !== line[place],
    );
    const [first, last] = [places[0], places.at(-1)];
    if (first !== undefined && last !== undefined) lines.push(line.slice(first, last + 1));
  }
  return lines.join('\n');
}
