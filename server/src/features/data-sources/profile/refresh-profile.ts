/** Computes the stored profile of a data source anew: when it is saved, on request, and each night where it is asked. */
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { needsPerson } from '#contract/data-sources.ts';
import type { ComputedProfile } from '#contract/table-profile.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import { ContentProblem } from '../../../adapters/content/content-problem.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import type { JobBodies } from '../../../adapters/queue.ts';
import type { AppContext } from '../../../app-context.ts';
import { filledDetail } from '../../../app-error.ts';
import { type Database, reasonOf, type Transaction } from '../../../db/client.ts';
import { data_source_profiles, data_sources } from '../../../db/tables/data-sources.ts';
import { computeProfile, isTooMuch, knownColumns, profileFromTypes } from './compute-profile.ts';
import { changedColumns } from './effective-columns.ts';
import { basisOf, type ProfileBase, type StoredProfile, storeComputed } from './store.ts';

type RefreshContext = Pick<AppContext, 'db' | 'content' | 'clock' | 'log'>;

const STATEMENT_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 10 * 60_000;
const LEASE_MS = TIMEOUT_MS + 60_000;
const ASKED_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

export const profileJobs = (
  context: RefreshContext,
): Pick<JobBodies, 'data-sources.profile' | 'data-sources.profiles'> => ({
  'data-sources.profile': async ({ data_source_id }) => {
    await refreshProfile(context, data_source_id, { adopts_changes: true });
  },
  'data-sources.profiles': () => refreshAsked(context),
});

/** Queues the computation in the transaction of a change; an empty query has no profile. */
export async function queueRefresh(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Transaction,
  source: ProfileBase & { id: number; created_at: Date },
): Promise<void> {
  const { base_sql_query } = source.rag_config.document_search;
  // Rows that depend on the person are not read: the types of the columns are looked at when somebody asks.
  if (!base_sql_query.trim() || needsPerson(base_sql_query)) return;
  await tx
    .insert(data_source_profiles)
    .values({ data_source_id: source.id, state: 'computing', updated_at: source.created_at })
    .onConflictDoUpdate({ target: data_source_profiles.data_source_id, set: { state: 'computing' } });
  await queue.send('data-sources.profile', { data_source_id: source.id }, tx);
}

/** Sources that nobody has asked for a week keep the profile they have. */
async function refreshAsked(context: RefreshContext): Promise<void> {
  const since = new Date(context.clock.now().getTime() - ASKED_DAYS * DAY_MS);
  const asked = await context.db
    .select({ id: data_source_profiles.data_source_id })
    .from(data_source_profiles)
    .where(gt(data_source_profiles.asked_at, since));
  for (const { id } of asked)
    await refreshProfile(context, id, { adopts_changes: false }).catch((error: unknown) =>
      context.log.warn({ data_source_id: id, err: { message: reasonOf(error) } }, 'profile of a data source'),
    );
}

/**
 * With `adopts_changes` the columns are taken as they are now. Otherwise a profile whose query has other columns than when
 * it was saved is left alone, because a new column might be a hidden one by another name.
 */
export async function refreshProfile(
  context: RefreshContext,
  id: number,
  { adopts_changes }: { adopts_changes: boolean },
): Promise<void> {
  const { db, clock } = context;
  const stored = await takeLease(db, id, clock.now());
  try {
    const source = await findSource(db, id);
    if (!source || needsPerson(source.rag_config.document_search.base_sql_query)) return;
    const computed_from = basisOf(source);
    const former = stored.computed_from === computed_from ? stored.computed : null;
    const kept = adopts_changes ? null : former;
    const computed = await computeNow(context.content.of(source.connection_id), source, { stored, kept });
    if (computed instanceof ContentProblem)
      await db
        .update(data_source_profiles)
        .set({ state: 'failed', failure: sentenceOf(computed) })
        .where(isOf(id));
    else await storeComputed(db, id, { computed, computed_from, now: clock.now() });
  } finally {
    await db.update(data_source_profiles).set({ lease_until: null }).where(isOf(id));
  }
}

/** Problems of a content database are worded without addresses and secrets. */
const sentenceOf = ({ kind, message }: ContentProblem): string =>
  kind === 'query' ? filledDetail('query_failed', { reason: message }) : message;

const isOf = (id: number) => eq(data_source_profiles.data_source_id, id);

/** Throws where another process computes the profile; the queue tries again. */
async function takeLease(db: Database, id: number, now: Date): Promise<StoredProfile> {
  const [taken] = await db
    .update(data_source_profiles)
    .set({ lease_until: new Date(now.getTime() + LEASE_MS) })
    .where(
      and(isOf(id), or(isNull(data_source_profiles.lease_until), lt(data_source_profiles.lease_until, now))),
    )
    .returning();
  if (!taken) throw new Error('another process computes this profile, or its data source was deleted');
  return taken;
}

async function findSource(db: Database, id: number): Promise<ProfileBase | null> {
  const [source] = await db.select().from(data_sources).where(eq(data_sources.id, id));
  return source ? { ...source, connection_id: source.connection_id ?? FIRST_CONNECTION } : null;
}

/** A problem where the query cannot be read. `kept` is returned as it is while the query has other columns. */
async function computeNow(
  reader: ContentReader,
  { rag_config }: ProfileBase,
  { stored, kept }: { stored: StoredProfile; kept: ComputedProfile | null },
): Promise<ComputedProfile | ContentProblem> {
  const { base_sql_query } = rag_config.document_search;
  const known = knownColumns(rag_config, stored.columns);
  const compute = (session: ContentSession) => {
    const isOther = kept && changedColumns(kept, session.columns).length > 0;
    return isOther ? Promise.resolve(kept) : computeProfile(session, known);
  };
  try {
    return await reader
      .read(base_sql_query, compute, {
        timeout_ms: TIMEOUT_MS,
        statement_timeout_ms: STATEMENT_TIMEOUT_MS,
        for_profile: true,
      })
      .catch((error: unknown) => {
        if (!isTooMuch(error) || isBusy(error)) throw error;
        return reader.read(base_sql_query, ({ columns }) =>
          Promise.resolve(profileFromTypes(columns, known, 'too_slow')),
        );
      });
  } catch (error) {
    if (error instanceof ContentProblem && !isBusy(error)) return error;
    throw error;
  }
}

const isBusy = (error: unknown): boolean => error instanceof ContentProblem && error.kind === 'busy';
