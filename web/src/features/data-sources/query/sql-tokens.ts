/** Splits SQL into tokens for highlighting. Nothing else relies on it. */
export type SqlToken = { kind: 'keyword' | 'string' | 'number' | 'comment' | 'plain'; text: string };

/** The order matters: a comment or string hides its content. An unclosed one extends to the end. */
const PIECES =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'(?:[^']|'')*(?:'|$)|\$(?<tag>[A-Za-z_]*)\$[\s\S]*?(?:\$\k<tag>\$|$))|(?<quoted>"(?:[^"]|"")*(?:"|$))|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)/gu;

const KEYWORDS = new Set(
  `all and any array as asc between both by case cast collate cross current_date current_timestamp desc distinct
  else end escape except exists extract false fetch filter first following for from full group grouping having
  ilike in inner intersect interval into is join last lateral leading left like limit natural next not null nulls
  offset on only or order ordinality over partition preceding range recursive right row rows select similar some
  tablesample then ties to trailing true unbounded union using values when where window with within`.split(
    /\s+/,
  ),
);

export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  for (const match of sql.matchAll(PIECES)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: sql.slice(at, match.index) });
    tokens.push({ kind: kindOf(match), text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < sql.length) tokens.push({ kind: 'plain', text: sql.slice(at) });
  return tokens;
}

/** Whether the query has an ORDER BY, so that pages do not overlap. */
export function isOrdered(sql: string): boolean {
  const words = sqlTokens(sql)
    .filter(({ kind }) => kind === 'keyword')
    .map(({ text }) => text.toLowerCase());
  return words.some((word, place) => word === 'order' && words[place + 1] === 'by');
}

function kindOf({ 0: text, groups }: RegExpExecArray): SqlToken['kind'] {
  if (groups?.comment !== undefined) return 'comment';
  if (groups?.string !== undefined) return 'string';
  if (groups?.number !== undefined) return 'number';
  return groups?.word !== undefined && KEYWORDS.has(text.toLowerCase()) ? 'keyword' : 'plain';
}
