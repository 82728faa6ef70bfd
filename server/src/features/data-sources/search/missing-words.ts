/** Finds words of a question that no row has: rows with only the other words must not pass for the answer. */
import { quoteIdentifier } from '../../../adapters/content/columns.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { fold } from '../../../language/words.ts';
import type { Language } from '../../../language/written-language.ts';
import { stemPatternOf } from './prefix-patterns.ts';
import { cheapFirst, conditionsOf } from './ranked-rows.ts';
import { termsOf } from './terms.ts';

/** Each word costs a scan of all rows. */
const WORDS_MAX = 4;
const BEGINNING = 4;

type MissingWordsParams = {
  words: string[];
  filters: Record<string, string[]>;
  language: Language;
  /** A sample of rows or texts: words that it has are not searched for. */
  rows: unknown[];
};

/** Words that stand in no column of any row that passes the filters. */
export async function findMissingWords(
  session: ContentSession,
  params: MissingWordsParams,
): Promise<string[]> {
  const seen = fold(JSON.stringify(params.rows));
  const missing = [...new Map(params.words.map((word) => [fold(word), word]))]
    .filter(([form]) => !beginsIn(seen, form))
    .map(([, word]) => word)
    .slice(0, WORDS_MAX);
  const patterns: { word: string; pattern: string }[] = [];
  for (const word of missing) {
    const [term] = await termsOf(session, word, params.language);
    if (term) patterns.push({ word, pattern: stemPatternOf(term) });
  }
  return patterns.length ? withoutAnyRow(session, params.filters, patterns) : [];
}

const beginsIn = (text: string, form: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${form.slice(0, Math.max(BEGINNING, form.length - 3))}`, 'u').test(text);

/** One statement for all words, because a base query that sorts would sort for each. */
async function withoutAnyRow(
  session: ContentSession,
  filters: Record<string, string[]>,
  patterns: { word: string; pattern: string }[],
): Promise<string[]> {
  const bound: unknown[] = [];
  const bind = (value: unknown) => `$${bound.push(value)}`;
  const cells = session.columns
    .filter(({ type }) => type !== 'bytea')
    .map(({ name }) => `b.${quoteIdentifier(name)}::text`);
  const text = `concat_ws(' ', ${cells.join(', ')})`;
  const any = `${text} ~* ${bind(patterns.map(({ pattern }) => pattern).join('|'))}`;
  const where = cheapFirst(conditionsOf(session, filters, bind), [any]);
  const asked = patterns.map(({ pattern }, place) => `bool_or(${text} ~* ${bind(pattern)}) AS __${place}`);
  const [found] = await session.rows(
    `SELECT ${asked.join(', ')} FROM ${session.base}
WHERE ${where}`,
    bound,
  );
  return patterns.filter((_, place) => found?.[`__${place}`] !== true).map(({ word }) => word);
}

const hasCapitalOrDigit = (word: string) => /[\p{Lu}\p{N}]/u.test(word);
/** Verb endings, as in "trabalham", "gastou", "recebendo": rows seldom repeat the verb of a question. */
const VERB = /(?:am|em|ou|iu|eu|ndo)$/;

/** Words that the rows are expected to have. English rows share only names and numbers with a Portuguese question. */
export const expectedIn = (words: string[], language: Language): string[] =>
  words.filter(
    (word) =>
      hasCapitalOrDigit(word) || (language === 'portuguese' && word.length > 3 && !VERB.test(fold(word))),
  );

/** "«a» nem «b»" */
export const neither = (words: string[]): string => words.map((word) => `«${word}»`).join(' nem ');
