/** A question taken apart for comparing: stems, keys, negation and class. */

import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { fold, namesWithin, tokensOf } from '../../../language/words.ts';
import {
  CLASS_RULES,
  COURTESY_WORDS,
  FUNCTION_WORDS,
  NEGATIONS,
  NOUN_RULES,
  type QuestionClass,
} from './question-words.ts';

export type QuestionParts = {
  /** Stems of the words that say what is asked; no numbers, no courtesy. Each once, sorted. */
  stems: string[];
  /** Numbers, dates and money in one form. Each once, sorted. */
  keys: string[];
  /** Folded words that begin with a capital inside a sentence. */
  names: string[];
  /** Stems of the names. */
  name_stems: string[];
  /** All words, folded. */
  words: string[];
  negated: boolean;
  question_class: QuestionClass;
};

const IS_NUMBER = /^\p{N}/u;

/** One form for 1.000, 1000 and 1.000,00; a law or a process keeps its parts. */
export function numberKey(token: string): string {
  const plain = token.replace(/\.(?=\d{3}(?:\D|$))/g, '');
  return plain.replace(/,0+$/, '').replace(/(,\d*?)0+$/, '$1');
}

export function classOf(question: string): QuestionClass {
  const folded = fold(question).replace(/\s+/g, ' ').trim();
  const bare = folded.replace(/(?<![?!.…])[?!.…]+$/, '').trim();
  const found = CLASS_RULES.map(([pattern, kind]) => ({ at: bare.search(pattern), kind }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)[0];
  if (found) return found.kind;
  const noun = NOUN_RULES.find(([pattern]) => pattern.test(bare));
  if (noun) return noun[1];
  return folded.endsWith('?') ? 'yes_no' : 'what';
}

/** Everything but the stems, which only the stemmer of the search knows. */
function partsWithoutStems(
  question: string,
): Omit<QuestionParts, 'stems' | 'name_stems'> & { content: string[] } {
  const text = question.normalize('NFC');
  const tokens = tokensOf(text);
  const isContent = (word: string) =>
    !IS_NUMBER.test(word) && !FUNCTION_WORDS.has(word) && !COURTESY_WORDS.has(word) && !NEGATIONS.has(word);
  const names = namesWithin(text).flatMap(tokensOf);
  return {
    content: [...new Set(tokens.filter(isContent))],
    keys: [...new Set(tokens.filter((token) => IS_NUMBER.test(token)).map(numberKey))].sort(),
    names: [...new Set(names.filter(isContent))].sort(),
    words: [...new Set(tokens)],
    negated: tokens.some((token) => NEGATIONS.has(token)),
    question_class: classOf(text),
  };
}

/** With the stemmer of the search, which is asked in one statement for the words whose stems are not known yet. */
export async function partsOf(db: Queryable, questions: string[]): Promise<QuestionParts[]> {
  const parts = questions.map(partsWithoutStems);
  const stems = await stemsOfWords(db, [...new Set(parts.flatMap(({ content }) => content))]);
  const stemsOf = (words: string[]) => [...new Set(words.map((word) => stems.get(word) ?? word))].sort();
  return parts.map(({ content, ...rest }) => ({
    ...rest,
    stems: stemsOf(content),
    name_stems: stemsOf(rest.names),
  }));
}

/** The words of a language are asked again and again: their stems never change, and are kept while there is room. */
const knownStems = new Map<string, string>();
const KEPT_STEMS = 20_000;

/** A stop word of the dictionary that changes what is asked stays itself. */
async function stemsOfWords(db: Queryable, words: string[]): Promise<Map<string, string>> {
  const stems = new Map(words.map((word) => [word, knownStems.get(word)]));
  const unknown = words.filter((word) => stems.get(word) === undefined);
  if (unknown.length) {
    const { rows } = await db.execute<{ word: string; stem: string }>(sql`
      select word, coalesce((ts_lexize('pg_catalog.portuguese_stem', word))[1], word) stem
      from unnest(${sql.param(unknown)}::text[]) word`);
    if (knownStems.size + rows.length > KEPT_STEMS) knownStems.clear();
    for (const { word, stem } of rows) {
      stems.set(word, stem);
      knownStems.set(word, stem);
    }
  }
  return new Map([...stems].map(([word, stem]) => [word, stem ?? word]));
}
