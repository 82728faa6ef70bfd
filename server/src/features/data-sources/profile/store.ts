/** Stores profiles of data sources. A lease keeps two processes from computing the same one. */
import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { RagConfig } from '#contract/data-sources.ts';
import type { ComputedProfile } from '#contract/table-profile.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { data_source_profiles, data_sources } from '../../../db/tables/data-sources.ts';

export type StoredProfile = typeof data_source_profiles.$inferSelect;

export type ProfileBase = { connection_id: number; rag_config: RagConfig };

/** A hash of the settings that a computed profile depends on beside the rows. */
export function basisOf({ connection_id, rag_config }: ProfileBase): string {
  const { document_search, profile_extraction } = rag_config;
  const { base_sql_query, main_content_column } = document_search;
  const parameters = Object.keys(profile_extraction.terminology_mapping);
  return createHash('sha256')
    .update(JSON.stringify([connection_id, base_sql_query, main_content_column, parameters]))
    .digest('base64url');
}

export async function findProfile(db: Queryable, id: number): Promise<StoredProfile | null> {
  const [stored] = await db
    .select()
    .from(data_source_profiles)
    .where(eq(data_source_profiles.data_source_id, id));
  return stored ?? null;
}

/** The profile of a source of which nothing is stored yet. */
export const newProfile = (data_source_id: number, updated_at: Date): StoredProfile => ({
  data_source_id,
  state: 'ready',
  computed: null,
  computed_at: null,
  computed_from: null,
  rows_word: null,
  date_column: null,
  money_column: null,
  failure: null,
  columns: [],
  asked_at: null,
  lease_until: null,
  updated_at,
});

/** Leaves the settings and their `updated_at` as they are. Stores nothing for a data source that was deleted meanwhile. */
export function storeComputed(
  db: Database,
  id: number,
  { computed, computed_from, now }: { computed: ComputedProfile; computed_from: string; now: Date },
): Promise<void> {
  const found = {
    state: 'ready' as const,
    failure: null,
    computed,
    computed_from,
    computed_at: now,
  };
  return db.transaction(async (tx) => {
    const [source] = await tx
      .select({ created_at: data_sources.created_at })
      .from(data_sources)
      .where(eq(data_sources.id, id))
      .for('key share');
    if (!source) return;
    await tx
      .insert(data_source_profiles)
      .values({ data_source_id: id, ...found, updated_at: source.created_at })
      .onConflictDoUpdate({ target: data_source_profiles.data_source_id, set: found });
  });
}

const ASKED_EVERY_MS = 60 * 60_000;

/** Notes that the source was asked, at most once an hour. */
export async function noteAsked(db: Queryable, id: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ASKED_EVERY_MS);
  await db
    .update(data_source_profiles)
    .set({ asked_at: now })
    .where(
      and(
        eq(data_source_profiles.data_source_id, id),
        or(isNull(data_source_profiles.asked_at), lt(data_source_profiles.asked_at, before)),
      ),
    );
}
