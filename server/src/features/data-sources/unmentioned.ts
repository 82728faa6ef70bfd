/** Which words of a question no row has. Rows that have the other words would else pass for what was asked for. */
import { quoted } from '../../adapters/content/columns.ts';
import type { ContentRow, ContentSession } from '../../adapters/content/sql-reader.ts';
import { fold } from '../knowledge/words.ts';
import type { Language } from './languages.ts';
import { lookOf } from './look.ts';
import { conditionsOf, inTurn } from './relational-search.ts';
import { allOf, matches, termsOf } from './terms.ts';

/** All rows are looked through for each. */
const WORDS_MAX = 4;
/** What begins alike is stemmed to be sure, a quarter of a millisecond each; with more of it nothing is said. */
const STEMMED_MAX = 300;
const BEGINNING = 4;

type Sought = {
  words: string[];
  filters: Record<string, string[]>;
  language: Language;
  /** Some rows with most of the words: what they have need not be looked for. */
  rows: ContentRow[];
};

/** Of the words those that stand in no column of any row that passes the filters. */
export async function wordsNowhere(session: ContentSession, sought: Sought): Promise<string[]> {
  const seen = fold(sought.rows.map((row) => JSON.stringify(Object.values(row))).join('\n'));
  const missing = [...new Map(sought.words.map((word) => [fold(word), word]))]
    .filter(([form]) => !beginsIn(seen, form))
    .map(([, word]) => word)
    .slice(0, WORDS_MAX);
  const nowhere: string[] = [];
  for (const word of missing) if (await isNowhere(session, sought, word)) nowhere.push(word);
  return nowhere;
}

const beginsIn = (text: string, form: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${form.slice(0, Math.max(BEGINNING, form.length - 3))}`, 'u').test(text);

async function isNowhere(
  session: ContentSession,
  { filters, language }: Sought,
  word: string,
): Promise<boolean> {
  const terms = await termsOf(session, word, language);
  const [term] = terms;
  if (!term) return false;
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const cells = session.columns
    .filter(({ type }) => type !== 'bytea')
    .map(({ name }) => `b.${quoted(name)}::text`);
  const text = `concat_ws(' ', ${cells.join(', ')})`;
  const where = inTurn(conditionsOf(session, filters, bind), [`${text} ~* ${bind(lookOf(term))}`]);
  const [found] = await session.rows(
    `SELECT count(*)::int AS alike, coalesce(bool_or(${matches('t.words', language, bind(allOf(terms)))}), false) AS has
FROM (SELECT ${text} AS words FROM ${session.base}
  WHERE ${where}
  LIMIT ${STEMMED_MAX}) AS t`,
    params,
  );
  return found?.has === false && Number(found.alike) < STEMMED_MAX;
}

const hasCapitalOrDigit = (word: string) => /[\p{Lu}\p{N}]/u.test(word);
/** "trabalham", "gastou", "recebendo": what a question says of a thing is seldom a word of its rows. */
const VERB = /(?:am|em|ou|iu|eu|ndo)$/;

/** Those that rows are expected to have. Rows in another language than the question's share only names with it. */
export const expectedIn = (words: string[], language: Language): string[] =>
  words.filter(
    (word) =>
      hasCapitalOrDigit(word) || (language === 'portuguese' && word.length > 3 && !VERB.test(fold(word))),
  );

/** "«a» nem «b»" */
export const neither = (words: string[]): string => words.map((word) => `«${word}»`).join(' nem ');
