/** Which words of a question no row has. Rows that have the other words would else pass for what was asked for. */
import { quoteIdentifier } from '../../../adapters/content/columns.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { fold } from '../../../language/words.ts';
import type { Language } from '../../../language/written-language.ts';
import { stemPatternOf } from './prefix-patterns.ts';
import { cheapFirst, conditionsOf } from './ranked-rows.ts';
import { termsOf } from './terms.ts';

/** All rows are looked through for them. */
const WORDS_MAX = 4;
const BEGINNING = 4;

type MissingWordsParams = {
  words: string[];
  filters: Record<string, string[]>;
  language: Language;
  /** Some of the rows, or texts of some: what they have need not be looked for. */
  rows: unknown[];
};

/** Of the words those that stand in no column of any row that passes the filters. */
export async function findMissingWords(
  session: ContentSession,
  sought: MissingWordsParams,
): Promise<string[]> {
  const seen = fold(JSON.stringify(sought.rows));
  const missing = [...new Map(sought.words.map((word) => [fold(word), word]))]
    .filter(([form]) => !beginsIn(seen, form))
    .map(([, word]) => word)
    .slice(0, WORDS_MAX);
  const looks: { word: string; look: string }[] = [];
  for (const word of missing) {
    const [term] = await termsOf(session, word, sought.language);
    if (term) looks.push({ word, look: stemPatternOf(term) });
  }
  return looks.length ? unseen(session, sought.filters, looks) : [];
}

const beginsIn = (text: string, form: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${form.slice(0, Math.max(BEGINNING, form.length - 3))}`, 'u').test(text);

/** One look through all rows for all of them: a base query that sorts would sort at each. */
async function unseen(
  session: ContentSession,
  filters: Record<string, string[]>,
  looks: { word: string; look: string }[],
): Promise<string[]> {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const cells = session.columns
    .filter(({ type }) => type !== 'bytea')
    .map(({ name }) => `b.${quoteIdentifier(name)}::text`);
  const text = `concat_ws(' ', ${cells.join(', ')})`;
  const any = `${text} ~* ${bind(looks.map(({ look }) => look).join('|'))}`;
  const where = cheapFirst(conditionsOf(session, filters, bind), [any]);
  const asked = looks.map(({ look }, place) => `bool_or(${text} ~* ${bind(look)}) AS __${place}`);
  const [found] = await session.rows(
    `SELECT ${asked.join(', ')} FROM ${session.base}
WHERE ${where}`,
    params,
  );
  return looks.filter((_, place) => found?.[`__${place}`] !== true).map(({ word }) => word);
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
