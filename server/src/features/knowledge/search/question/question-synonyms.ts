/** Other words for what a question asks about, as the bases' passages may have them. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { otherSpellings } from '../../../../language/spellings.ts';
import { stemOf } from '../../../../language/stems.ts';
import { fold } from '../../../../language/words.ts';
import type { SearchScope } from '../passage.ts';
import { SYNONYM_GROUPS, type SynonymGroup } from './synonyms-pt.ts';
import type { Term } from './term.ts';

/** A word or phrase of a question, with other words for it. */
export type AskedSynonym = {
  /** The words of the question, folded. */
  forms: string[];
  alternatives: { text: string; weight: number }[];
};

/** An alternative weighs half of a word that was typed; the words of a phrase share that. */
const TERM_WEIGHT = 0.5;
const ALTERNATIVES_MAX = 24;
const QUOTED = /"[^"]*"|«[^»]*»|“[^”]*”/gu;
const WORD = /[\p{L}\p{N}]+/gu;

type Entry = { words: string[]; group: SynonymGroup };

/** Entries by the stem of their first word, longest first. */
function indexOf(groups: readonly SynonymGroup[]): Map<string, Entry[]> {
  const entries = groups.flatMap((group) => group.words.map((text) => ({ words: wordsIn(text), group })));
  const index = Map.groupBy(entries, ({ words }) => stemOf(words[0] ?? ''));
  for (const some of index.values()) some.sort((one, other) => other.words.length - one.words.length);
  return index;
}

const wordsIn = (text: string): string[] => fold(text).match(WORD) ?? [];

const knownIndex = indexOf(SYNONYM_GROUPS);

/** The synonyms that the asked bases have of their own. */
export async function ownSynonyms(db: Queryable, { synonyms }: SearchScope): Promise<SynonymGroup[]> {
  if (!synonyms) return [];
  const { rows } = await db.execute<{ word: string; others: string[]; weight: number }>(synonyms);
  return rows.map(({ word, others, weight }) => ({ words: [word, ...others], weight }));
}

/**
 * A word in quotes, or one with a digit, stands for nothing but itself. Groups are not followed from one to the next.
 * Those of `own` come before those that are always known.
 */
export function synonymsIn(question: string, own: readonly SynonymGroup[] = []): AskedSynonym[] {
  const index = own.length ? indexOf(own) : null;
  const entriesOf = (word: string): Entry[] => {
    const stem = stemOf(word);
    const known = knownIndex.get(stem) ?? [];
    const all = index ? [...(index.get(stem) ?? []), ...known] : known;
    return index ? all.sort((one, other) => other.words.length - one.words.length) : all;
  };
  const words = wordsIn(question.replace(QUOTED, ' '));
  const found: AskedSynonym[] = [];
  for (let at = 0; at < words.length; ) {
    const entries = entriesOf(words[at] ?? '').filter((entry) =>
      entry.words.every((word, place) => isForm(words[at + place] ?? '', word)),
    );
    const length = entries[0]?.words.length ?? 1;
    const spelled = length === 1 ? otherSpellings(words[at] ?? '') : [];
    const listed = entries
      .filter((entry) => entry.words.length === length)
      .flatMap(({ group, words: own }) =>
        group.words
          .filter((text) => wordsIn(text).join(' ') !== own.join(' '))
          .map((text) => ({ text, weight: group.weight })),
      );
    const alternatives = [...listed, ...spelled.map((text) => ({ text, weight: 1 }))];
    if (alternatives.length) found.push({ forms: words.slice(at, at + length), alternatives });
    at += length;
  }
  return found;
}

/** Short stems are shared by words that have nothing in common: «comando» and «comida». */
const SURE_STEM = 5;
const SURE_VERB_STEM = 4;

function isForm(word: string, entry: string): boolean {
  if (word === entry || word.replace(/s$/, '') === entry.replace(/s$/, '')) return true;
  const stem = stemOf(entry);
  const isSure = stem.length >= (/[aei]r$/.test(entry) ? SURE_VERB_STEM : SURE_STEM);
  return isSure && stemOf(word) === stem;
}

/** The alternatives that passages of the scope have, without words that were typed: best first, each lexeme once. */
export async function relatedTerms(
  db: Queryable,
  synonyms: AskedSynonym[],
  { terms }: SearchScope,
): Promise<Term[]> {
  const alternatives = synonyms.flatMap((one) => one.alternatives).slice(0, ALTERNATIVES_MAX);
  if (!alternatives.length) return [];
  const { rows } = await db.execute<Term & { words: number }>(sql`
    select word.lexeme, max(given.weight / sqrt(given.words))::float8 weight, (
        select sum(t.document_frequency)::int from ${terms} t where t.lexeme = word.lexeme
      ) document_frequency
    from (
      select text, weight, length(to_tsvector('public.pt_ua', text)) words
      from unnest(${sql.param(alternatives.map(({ text }) => text))}::text[], ${sql.param(
        alternatives.map(({ weight }) => TERM_WEIGHT * weight),
      )}::float8[]) as alternative(text, weight)
    ) given cross join lateral unnest(to_tsvector('public.pt_ua', given.text)) word
    where given.words > 0
    group by word.lexeme
    order by word.lexeme collate "C"`);
  return rows.filter(({ document_frequency }) => document_frequency !== null);
}
