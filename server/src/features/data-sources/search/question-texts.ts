/** Looks for the words of a question that no rule took: in the main column as they are, else in any form and column. */
import type { Condition } from '#contract/table-plan.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { stemOf } from '../../../language/stems.ts';
import { isFunctionWord } from '../../../language/stop-words.ts';
import { singular } from '../../../language/word-forms.ts';
import { fold } from '../../../language/words.ts';
import { isEnglishFunctionWord, type Language } from '../../../language/written-language.ts';
import { countIf, type TableCell } from '../compile/cells.ts';
import { conditionsSql } from '../compile/conditions.ts';
import { dialectOf } from '../compile/dialect-of.ts';
import { stemPatternOf } from './prefix-patterns.ts';
import type { Statement } from './ranked-rows.ts';
import { termsOf } from './terms.ts';

export type QuestionTexts = {
  /** For the words that the main column holds. */
  conditions: Condition[];
  /** The words of these conditions, each with the column that holds it. */
  held: { word: string; column: string }[];
  /** Words that rows have only in another form, or in another column. */
  loose: string[];
  /** Words that no row has. */
  missing: string[];
  statements: Statement[];
};

type QuestionTextsParams = {
  words: string[];
  /** The main column, then that of remarks, where they may be asked: a word is taken where it is found first. */
  looked: TableCell[];
  /** One of the words is enough. */
  is_either?: boolean;
  /** The question says that they are mentioned there, so that their other forms are meant too. */
  is_mentioned?: boolean;
  language: Language;
};

/** Each word costs a scan of all rows. */
const WORDS_MAX = 8;

export async function findQuestionTexts(
  session: ContentSession,
  { words, looked, is_either = false, is_mentioned = false, language }: QuestionTextsParams,
): Promise<QuestionTexts> {
  const telling = language === 'english' ? words.filter((word) => !isEnglishFunctionWord(fold(word))) : words;
  const said = [...new Map(telling.map((text) => [fold(text), text])).values()].slice(0, WORDS_MAX);
  if (said.length === 0) return { conditions: [], held: [], loose: [], missing: [], statements: [] };
  const parts = [...new Set(said.flatMap(wordsOfText))];
  const held = new Map<string, Condition>();
  const statements: Statement[] = [];
  for (const cell of looked) {
    // The second column is asked for the words that the first lacks.
    const left = [...new Set([...said, ...parts])].filter(
      (word) => !held.has(word) && !isPartHeld(word, held),
    );
    if (left.length === 0) break;
    const found = await heldBy(session, cell, left, (word) =>
      (is_mentioned && DONE.test(fold(word)) ? stemsFor(word) : []).concat(formsOf(word)),
    );
    for (const [word, condition] of found.held) held.set(word, condition);
    statements.push(...found.statements);
    // «alergia» of remarks that only say «alérgico».
    const others = left.filter(
      (word) => !held.has(word) && !DONE.test(fold(word)) && stemsFor(word).length > 0,
    );
    if (others.length === 0 || (cell === looked[0] && !is_mentioned)) continue;
    const rooted = await heldBy(session, cell, others, stemsFor);
    for (const [word, condition] of rooted.held) held.set(word, condition);
    statements.push(...rooted.statements);
  }
  // A name in several words is looked for as a whole first; where no row has it, each of its words is.
  const asked = [...new Set(said.flatMap((text) => (held.has(text) ? [text] : wordsOfText(text))))];
  for (const text of held.keys()) if (!asked.includes(text)) held.delete(text);
  const others = asked.filter((word) => !held.has(word));
  const missing = await findMissingWords(session, others, language);
  return {
    conditions: is_either ? anyOf([...held.values()]) : [...held.values()],
    held: [...held].map(([word, { column }]) => ({ word, column })),
    loose: others.filter((word) => !missing.includes(word)),
    missing,
    statements,
  };
}

type HeldWord = QuestionTexts['held'][number];

/** «celular ao volante»: two words of one phrase that stand in different columns, so that rows with both are not about it. */
export function dividedPhrase(question: string, held: HeldWord[]): [HeldWord, HeldWord] | null {
  const text = fold(question);
  for (const one of held)
    for (const other of held) {
      const begins = text.indexOf(fold(one.word));
      const ends = text.indexOf(fold(other.word));
      if (one.column === other.column || begins < 0 || ends <= begins) continue;
      const between = text.slice(begins + fold(one.word).length, ends);
      if (WITHIN_PHRASE.test(between)) return [one, other];
    }
  return null;
}

const WITHIN_PHRASE = /^s?\s+(?:(?:a|ao|aos|as|de|do|da|dos|das|em|no|na|nos|nas)\s+)?$/;

/** One condition for each column, with the words of all. */
const anyOf = (conditions: Condition[]): Condition[] =>
  [...Map.groupBy(conditions, ({ column }) => column)].map(([column, same]) => ({
    column,
    op: 'contains',
    values: same.flatMap(({ values }) => values),
  }));

/** A word of a name that is held as a whole. */
const isPartHeld = (word: string, held: Map<string, Condition>): boolean =>
  [...held.keys()].some((text) => wordsOfText(text).includes(word));

const wordsOfText = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '' && !isFunctionWord(fold(word)));

/** Word → its condition, for the words that some row has. */
async function heldBy(
  session: ContentSession,
  cell: TableCell,
  words: string[],
  forms: (word: string) => string[],
) {
  const conditions = words.map(
    (word): Condition => ({ column: cell.name, op: 'contains', values: forms(word) }),
  );
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const notation = { sql: dialectOf(session), bind };
  const asked = conditions.map(
    (condition, place) => `${countIf(conditionsSql([cell], [condition], notation))} AS __${place}`,
  );
  const sql = `WITH q AS (SELECT * FROM ${session.base}) SELECT ${asked.join(', ')} FROM q`;
  const [found] = await session.rows(sql, params);
  const held = new Map<string, Condition>();
  for (const [place, word] of words.entries()) {
    const condition = conditions[place];
    if (condition && Number(found?.[`__${place}`]) > 0) held.set(word, condition);
  }
  return { held, statements: [{ sql, params: params.map(String), rows: 1 }] };
}

/** The beginning that the forms of one word share; none where it is too short to tell one word from another. */
function stemsFor(word: string): string[] {
  const form = fold(word).trim();
  const stem = /^\p{L}+$/u.test(form) ? stemOf(singular(form)) : '';
  return stem.length >= STEM_LETTERS ? [stem] : [];
}

const STEM_LETTERS = 5;

/** Remarks tell a deed in any of its forms: «reclamou», «reclamando». */
const DONE = /(?:ou|aram|eram|iram|avam?|eu|iu|ando|endo|indo)$/;

/** In the singular, which is mostly the beginning of the plural; both where it is not. What was done has either gender. */
function formsOf(word: string): string[] {
  const form = fold(word).trim();
  const one = singular(form);
  if (/[aiu]d[oa]$/.test(one) && !one.includes(' ')) return [`${one.slice(0, -1)}o`, `${one.slice(0, -1)}a`];
  return form.startsWith(one) ? [one] : [one, form];
}

/** Words that stand in no column of any row. */
async function findMissingWords(
  session: ContentSession,
  words: string[],
  language: Language,
): Promise<string[]> {
  const patterns: { word: string; pattern: string }[] = [];
  for (const word of words) {
    const [term] = await termsOf(session, word, language);
    if (term) patterns.push({ word, pattern: stemPatternOf(term) });
  }
  const others = words.filter((word) => !patterns.some((one) => one.word === word));
  return patterns.length ? [...(await withoutAnyRow(session, patterns)), ...others] : others;
}

/** One statement for all words, because a base query that sorts would sort for each. */
async function withoutAnyRow(
  session: ContentSession,
  patterns: { word: string; pattern: string }[],
): Promise<string[]> {
  const bound: unknown[] = [];
  const bind = (value: unknown) => `$${bound.push(value)}`;
  const { mentions, quote, text: plain } = dialectOf(session);
  const cells = session.columns
    .filter(({ type }) => type !== 'bytea')
    .map(({ name }) => plain(`b.${quote(name)}`));
  const text = `concat_ws(' ', ${cells.join(', ')})`;
  const any = mentions(text, bind, patterns.map(({ pattern }) => pattern).join('|'));
  const asked = patterns.map(
    ({ pattern }, place) => `${countIf(mentions(text, bind, pattern))} AS __${place}`,
  );
  const [found] = await session.rows(
    `SELECT ${asked.join(', ')} FROM ${session.base}
WHERE ${any}`,
    bound,
  );
  return patterns.filter((_, place) => !(Number(found?.[`__${place}`]) > 0)).map(({ word }) => word);
}
