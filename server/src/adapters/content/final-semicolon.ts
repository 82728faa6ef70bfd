/** Removes final semicolons, because a base query becomes part of other statements. */

/** Tokens of PostgreSQL's lexer; an unclosed one extends to the end of the text. */
const PIECES = [
  /[eE]'[^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*(?:'|$)/,
  /'[^']*(?:''[^']*)*(?:'|$)/,
  /"[^"]*(?:""[^"]*)*(?:"|$)/,
  // A dollar inside a name begins no dollar quote.
  /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
  /\$(?<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[\s\S]*?(?:\$\k<tag>\$|$)/,
];
const PIECE = new RegExp(PIECES.map(({ source }) => source).join('|'), 'y');
const SPACE_OR_LINE_COMMENT = /\s+|--[^\n\r]*/y;
const BLOCK_EDGE = /\/\*|\*\//g;

/** The query without its final semicolons and the comments after them. */
export function withoutFinalSemicolon(query: string): string {
  let end: number | null = null;
  let at = 0;
  while (at < query.length) {
    const blank = lengthAt(SPACE_OR_LINE_COMMENT, query, at) || blockCommentLength(query, at);
    if (blank === null) return query;
    if (blank) at += blank;
    else if (query[at] === ';') {
      end ??= at;
      at += 1;
    } else {
      end = null;
      at += lengthAt(PIECE, query, at) || 1;
    }
  }
  return end === null ? query : query.slice(0, end);
}

/** The length of the comment, quoted text or name that begins here; 0 for anything else. */
export function tokenLength(query: string, at: number): number {
  const comment = query.startsWith('--', at) ? lengthAt(SPACE_OR_LINE_COMMENT, query, at) : 0;
  return comment || (blockCommentLength(query, at) ?? query.length - at) || lengthAt(PIECE, query, at);
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Block comments nest. Null for an unclosed one, which the grammar refuses. */
function blockCommentLength(text: string, at: number): number | null {
  if (!text.startsWith('/*', at)) return 0;
  let depth = 0;
  BLOCK_EDGE.lastIndex = at;
  for (let edge = BLOCK_EDGE.exec(text); edge; edge = BLOCK_EDGE.exec(text)) {
    depth += edge[0] === '/*' ? 1 : -1;
    if (depth === 0) return BLOCK_EDGE.lastIndex - at;
  }
  return null;
}
