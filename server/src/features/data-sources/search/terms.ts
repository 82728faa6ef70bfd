/** Search terms stemmed by PostgreSQL's built-in dictionaries, which need no extension, or here for other servers. */
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { stemOf } from '../../../language/stems.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { wordsOf } from '../../../language/words.ts';
import { isEnglishFunctionWord, type Language } from '../../../language/written-language.ts';

/** The stems of one word: the Portuguese stemmer makes different stems with and without accents. */
export type Term = string[];

const TERMS_MAX = 24;
const PREFIX_FROM = 6;
const READ_LENGTH = 100_000;

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucn';

/** Lower case first: `translate` compares letter by letter, and the list is half as long this way. */
const plain = (text: string) => `translate(lower(${text}), '${ACCENTED}', '${PLAIN}')`;

/** One vector of the text with its accents and one without. */
function vectorsOf(text: string, language: Language): string[] {
  const bare = `to_tsvector('${language}', ${plain(text)})`;
  return language === 'english' ? [bare] : [`to_tsvector('${language}', ${text})`, bare];
}

const textOf = (cell: string) => `coalesce(left(${cell}::text, ${READ_LENGTH}), '')`;

export const vectorOf = (cell: string, language: Language): string =>
  `(${vectorsOf(textOf(cell), language).join(' || ')})`;

/** The terms in their order, without the stop words of either language. */
export async function termsOf(
  session: Pick<ContentSession, 'rows' | 'server'>,
  search: string,
  language: Language,
): Promise<Term[]> {
  const telling = search.replace(/[\p{L}\p{N}]+/gu, (word) => (tells(word) ? word : ' '));
  if (!telling.trim()) return [];
  if (session.server !== 'postgres') return stemTerms(wordsOf(telling)).slice(0, TERMS_MAX);
  const found = await session.rows(
    `SELECT p.place::int AS place, l.lexeme FROM ts_parse('default', $1) WITH ORDINALITY AS p(kind, token, place),
  LATERAL (SELECT DISTINCT v.lexeme FROM unnest(${vectorsOf('p.token', language).join(' || ')}) AS v) AS l
WHERE to_tsvector('portuguese', p.token) <> ''::tsvector AND to_tsvector('english', p.token) <> ''::tsvector
ORDER BY 1, 2 LIMIT $2`,
    [telling, TERMS_MAX],
  );
  const terms = new Map<unknown, Term>();
  for (const { place, lexeme } of found) {
    const term = terms.get(place);
    if (term) term.push(String(lexeme));
    else terms.set(place, [String(lexeme)]);
  }
  return [...terms.values()];
}

/** The terms of words, without their endings, for servers that do not stem. */
const stemTerms = (words: string[]): Term[] => [...new Set(words.map(stemOf))].map((stem) => [stem]);

function tells(word: string): boolean {
  const [form] = wordsOf(word);
  return form !== undefined && isContentWord(form) && !isEnglishFunctionWord(form);
}

const quotedTerm = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** A query for any of the terms; long Portuguese stems also match by prefix. */
export function anyOf(terms: Term[], language: Language): string {
  const parts = terms.flat().flatMap((lexeme) => {
    const term = quotedTerm(lexeme);
    if (language === 'english' || lexeme.length < PREFIX_FROM) return [term];
    return [term, `${quotedTerm(lexeme.slice(0, Math.max(4, lexeme.length - 3)))}:*`];
  });
  return [...new Set(parts)].join(' | ');
}
