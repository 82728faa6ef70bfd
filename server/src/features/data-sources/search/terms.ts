/** What is searched for, as PostgreSQL's own dictionaries see it. They are in every PostgreSQL; extensions are not. */
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { wordsOf } from '../../../language/words.ts';
import { isEnglishFunctionWord, type Language } from '../../../language/written-language.ts';

/** One word of the search, by its stems: with its accents and without, where the stemmer makes two of them. */
export type Term = string[];

const TERMS_MAX = 24;
const PREFIX_FROM = 6;
const READ_LENGTH = 100_000;

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucn';

/** Small letters first: `translate` looks every letter up one by one, and so in half as many. */
const plain = (text: string) => `translate(lower(${text}), '${ACCENTED}', '${PLAIN}')`;

/** The text with and without its accents, each as a vector: the Portuguese stemmer makes different stems of the two. */
function vectorsOf(text: string, language: Language): string[] {
  const bare = `to_tsvector('${language}', ${plain(text)})`;
  return language === 'english' ? [bare] : [`to_tsvector('${language}', ${text})`, bare];
}

const textOf = (cell: string) => `coalesce(left(${cell}::text, ${READ_LENGTH}), '')`;

export const vectorOf = (cell: string, language: Language): string =>
  `(${vectorsOf(textOf(cell), language).join(' || ')})`;

/** Whether the cell has what the query asks for; of two vectors the second is made only where the first has not. */
export const matches = (cell: string, language: Language, query: string): string =>
  `(${vectorsOf(textOf(cell), language)
    .map((vector) => `${vector} @@ ${query}::tsquery`)
    .join(' OR ')})`;

/** The words that say something, in their order. What is a stop word in either language is none of them. */
export async function termsOf(
  session: Pick<ContentSession, 'rows'>,
  search: string,
  language: Language,
): Promise<Term[]> {
  const telling = search.replace(/[\p{L}\p{N}]+/gu, (word) => (tells(word) ? word : ' '));
  if (!telling.trim()) return [];
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

function tells(word: string): boolean {
  const [form] = wordsOf(word);
  return form !== undefined && isContentWord(form) && !isEnglishFunctionWord(form);
}

const quotedTerm = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** Any of the words. A long Portuguese stem also by its beginning, which more endings share. */
export function anyOf(terms: Term[], language: Language): string {
  const parts = terms.flat().flatMap((lexeme) => {
    const term = quotedTerm(lexeme);
    if (language === 'english' || lexeme.length < PREFIX_FROM) return [term];
    return [term, `${quotedTerm(lexeme.slice(0, Math.max(4, lexeme.length - 3)))}:*`];
  });
  return [...new Set(parts)].join(' | ');
}

/** Every word, in one of its forms. */
export const allOf = (terms: Term[]): string =>
  terms.map((term) => `(${term.map(quotedTerm).join(' | ')})`).join(' & ');
