/** The synonyms of a base of its own: shown and replaced as a whole. */
import { asc, eq, sql } from 'drizzle-orm';
import type { BaseSynonym, BaseSynonyms } from '#contract/knowledge.ts';
import { AppError, filledDetail } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { knowledge_base_synonyms, knowledge_bases } from '../../../db/tables/knowledge.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import { cleanStrings } from '../../../text/clean-text.ts';

export type StoredSynonyms = Omit<BaseSynonyms, 'known'>;

/** In a smaller base most passages may well speak of the one thing that a synonym is wanted for. */
const BASE_MIN = 100;
const SHARE_MAX = 0.5;

export async function storedSynonyms(db: Queryable, id: number): Promise<StoredSynonyms> {
  const [base] = await db
    .select({ updated_at: knowledge_bases.synonyms_updated_at })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, id));
  if (!base) throw new AppError('knowledge_base_not_found');
  const { word, others, weight } = knowledge_base_synonyms;
  const rows = await db
    .select({ word, others, weight })
    .from(knowledge_base_synonyms)
    .where(eq(knowledge_base_synonyms.knowledge_base_id, id))
    .orderBy(asc(knowledge_base_synonyms.id));
  // The column is a float of four bytes: 0.6 comes back with more digits than it was given.
  const entries = rows.map((row) => ({
    ...row,
    weight: (Math.round(row.weight * 10) / 10) as 1 | 0.6 | 0.3,
  }));
  return { updated_at: base.updated_at?.toISOString() ?? null, entries };
}

/** Gives the former list. Throws `stale_change`, `validation`, `synonym_too_common` or `knowledge_base_not_found`. */
export async function replaceSynonyms(
  tx: Transaction,
  id: number,
  given: { updated_at: string | null; entries: BaseSynonym[] },
): Promise<StoredSynonyms> {
  await tx.select().from(knowledge_bases).where(eq(knowledge_bases.id, id)).for('no key update');
  const before = await storedSynonyms(tx, id);
  if (before.updated_at !== given.updated_at) throw new AppError('stale_change');
  const entries = cleanStrings(given.entries);
  refuseItself(entries);
  await refuseCommon(tx, id, [...new Set(entries.flatMap(({ word, others }) => [word, ...others]))]);
  await tx.delete(knowledge_base_synonyms).where(eq(knowledge_base_synonyms.knowledge_base_id, id));
  if (entries.length)
    await tx
      .insert(knowledge_base_synonyms)
      .values(entries.map((entry, place) => ({ knowledge_base_id: id, id: place, ...entry })));
  // Two changes within one millisecond are two versions.
  await tx
    .update(knowledge_bases)
    .set({
      synonyms_updated_at: sql`greatest(date_trunc('milliseconds', clock_timestamp()), synonyms_updated_at + interval '1 millisecond')`,
    })
    .where(eq(knowledge_bases.id, id));
  return before;
}

const ITSELF = 'Uma palavra não é sinônimo dela mesma.';

function refuseItself(entries: BaseSynonym[]): void {
  const place = entries.findIndex(({ word, others }) => others.some((other) => fold(other) === fold(word)));
  if (place < 0) return;
  const field = `entries.${place}.others`;
  throw new AppError('validation', { detail: ITSELF, errors: [{ field, message: ITSELF }] });
}

/** A phrase is as common as the rarest of its words, at most. */
async function refuseCommon(tx: Transaction, id: number, texts: string[]): Promise<void> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select given.text from unnest(${sql.param(texts)}::text[]) with ordinality given(text, place)
    left join lateral (
      select count(*) lexemes, min(coalesce(t.document_frequency, 0)) frequency
      from unnest(to_tsvector('public.pt_ua', given.text)) word
      left join passage_terms t on t.knowledge_base_id = ${id} and t.lexeme = word.lexeme
    ) known on true
    join knowledge_bases b on b.id = ${id}
    where known.lexemes = 0 or (b.passage_count >= ${BASE_MIN} and known.frequency > ${SHARE_MAX}::float8 * b.passage_count)
    order by given.place`);
  const common = texts.find((text) => !wordsOf(text).some(isContentWord)) ?? rows[0]?.text;
  if (common === undefined) return;
  const detail = filledDetail('synonym_too_common', { word: common });
  throw new AppError('synonym_too_common', { detail });
}
