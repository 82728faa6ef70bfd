/** Other words for what a question asks about, as the bases have them. */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { AskedSynonym } from '../../../../language/synonyms/asked-synonyms.ts';
import type { SynonymGroup } from '../../../../language/synonyms/synonym-groups.ts';
import type { SearchScope } from '../passage.ts';

/** An alternative weighs half of a word that was typed; the words of a phrase share that. */
const TERM_WEIGHT = 0.5;
const ALTERNATIVES_MAX = 64;
/** The synonyms that the asked bases have of their own. */
export async function ownSynonyms(db: Queryable, { synonyms }: SearchScope): Promise<SynonymGroup[]> {
  if (!synonyms) return [];
  const { rows } = await db.execute<{ word: string; others: string[]; weight: number }>(synonyms);
  return rows.map(({ word, others, weight }) => ({ words: [word, ...others], weight }));
}

/** A subquery of the alternatives that passages of the scope have, each lexeme once: `lexeme`, `weight`, `document_frequency`. */
export function relatedTerms(synonyms: readonly AskedSynonym[], { terms }: SearchScope): SQL {
  const alternatives = synonyms.flatMap((one) => one.alternatives).slice(0, ALTERNATIVES_MAX);
  const texts = sql.param(alternatives.map(({ text }) => text));
  const weights = sql.param(alternatives.map(({ weight }) => TERM_WEIGHT * weight));
  return sql`
    select word.lexeme, max(given.weight / sqrt(given.words))::float8 weight, (
        select sum(t.document_frequency)::int from ${terms} t where t.lexeme = word.lexeme
      ) document_frequency
    from (
      select text, weight, length(to_tsvector('public.pt_ua', text)) words
      from unnest(${texts}::text[], ${weights}::float8[]) as alternative(text, weight)
    ) given cross join lateral unnest(to_tsvector('public.pt_ua', given.text)) word
    where given.words > 0
    group by word.lexeme`;
}
