/** Creates, changes and deletes data sources. */
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { RagConfig } from '#contract/data-sources.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { data_sources, dropped_sheets, sheet_versions } from '../../../db/tables/data-sources.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../../request-guards/idempotency.ts';
import { cleanFields } from '../../../text/clean-text.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { difference } from '../../audit/values.ts';
import { connectionToStore } from '../../connections/records/stored-connections.ts';
import { queueRefresh } from '../profile/refresh-profile.ts';
import { sourceReader } from '../values/source-reader.ts';
import { auditLabel, auditValues } from './audited.ts';
import { prepareConfig } from './prepare-config.ts';
import { requireDataSource, type StoredSource } from './store.ts';

const NO_NAME = 'Informe o nome da fonte de dados.';

type SettingsContext = Pick<AppContext, 'db' | 'clock' | 'content' | 'models' | 'queue'>;

export async function createDataSource(
  { db, clock }: SettingsContext,
  by: Actor,
  typed: { name: string; description: string | null },
  idempotency_key: string | null,
): Promise<StoredSource> {
  const source = cleanFields(typed, NO_NAME);
  const now = clock.now();
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: `create-data-source ${JSON.stringify(source)}`,
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return requireDataSource(tx, (first.answer as { id: number }).id);
    const [made] = await tx
      .insert(data_sources)
      .values({ ...source, rag_config: RagConfig.parse({}), created_at: now, updated_at: now })
      .returning({ id: data_sources.id });
    if (!made) throw new Error('the data source was not stored');
    if (call) await storeFirstRun(tx, call, { status: 201, answer: { id: made.id } });
    const shown = await requireDataSource(tx, made.id);
    const change = { action: 'data_source.created', ...auditLabel(shown), after: { ...source } };
    await recordChange(tx, by, change, now);
    return shown;
  });
}

export type SourceChange = {
  name?: string;
  description?: string | null;
  rag_config?: RagConfig;
  connection_id?: number;
};

/** Saves the change; a query that does not run or an invalid pattern is saved with a warning. */
export async function changeDataSource(
  context: SettingsContext,
  by: Actor,
  id: number,
  typed: SourceChange,
): Promise<StoredSource & { warning: string | null }> {
  const change = cleanFields(typed, NO_NAME);
  const stored = await requireDataSource(context.db, id);
  if (change.rag_config) requireModels(context, change.rag_config, stored.rag_config);
  const connection_id = change.connection_id ?? stored.connection_id;
  const connection =
    change.connection_id === undefined
      ? {}
      : { connection_id: await connectionToStore(context.db, connection_id) };
  // In another database the same query has other values.
  const to_read =
    change.rag_config ?? (connection_id === stored.connection_id ? undefined : stored.rag_config);
  const { rag_config, warning } = to_read
    ? await readAgain(context, by, { to_read, stored, connection_id })
    : { rag_config: undefined, warning: null };
  const given = { name: change.name, description: change.description };
  const now = context.clock.now();
  const shown = await context.db.transaction(async (tx) => {
    const before = await lockSource(tx, id);
    // A configuration that somebody saved meanwhile is not replaced by the one that was only read again.
    const isKept = !change.rag_config && !isDeepStrictEqual(before.rag_config, stored.rag_config);
    const config = isKept ? {} : withoutAbsent({ rag_config });
    const [after] = await tx
      .update(data_sources)
      .set({ ...withoutAbsent(given), ...config, ...connection, updated_at: now })
      .where(eq(data_sources.id, id))
      .returning();
    const changed = after && difference(auditValues(before), auditValues(after));
    if (changed)
      await recordChange(tx, by, { action: 'data_source.updated', ...auditLabel(before), ...changed }, now);
    const shown = await requireDataSource(tx, id);
    if (to_read) await queueRefresh(context, tx, shown);
    return shown;
  });
  return { ...shown, warning };
}

async function readAgain(
  context: SettingsContext,
  by: Actor,
  { to_read, stored, connection_id }: { to_read: RagConfig; stored: StoredSource; connection_id: number },
) {
  const { base_sql_query } = to_read.document_search;
  const reader = await sourceReader(context, { connection_id, base_sql_query }, by.user_id);
  return prepareConfig(reader, to_read, stored.rag_config);
}

/** An empty name means rules. A stored model that has left the catalogue does not prevent saving the rest. */
function requireModels({ models }: Pick<AppContext, 'models'>, given: RagConfig, stored: RagConfig): void {
  for (const step of ['profile_extraction', 'document_filter'] as const) {
    const { model_name } = given[step];
    const isKept = model_name === stored[step].model_name;
    if (model_name && !isKept && !models.catalogue.some(({ id }) => id === model_name))
      throw new AppError('unknown_model');
  }
}

async function lockSource(tx: Transaction, id: number) {
  const [source] = await tx.select().from(data_sources).where(eq(data_sources.id, id)).for('no key update');
  if (!source) throw new AppError('data_source_not_found');
  return source;
}

const withoutAbsent = <T extends Record<string, unknown>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/**
 * Agents that use it lose the link; their new version is recorded with their next answer. Returns the tables of its sheets,
 * which are to be dropped.
 */
export function removeDataSource({ db, clock }: SettingsContext, by: Actor, id: number): Promise<string[]> {
  return db.transaction(async (tx) => {
    const sheets = await tx
      .select({ table_name: sheet_versions.table_name })
      .from(sheet_versions)
      .where(eq(sheet_versions.data_source_id, id));
    const [gone] = await tx
      .delete(data_sources)
      .where(eq(data_sources.id, id))
      .returning({ id: data_sources.id, name: data_sources.name });
    if (!gone) throw new AppError('data_source_not_found');
    if (sheets.length) await tx.insert(dropped_sheets).values(sheets).onConflictDoNothing();
    await recordChange(tx, by, { action: 'data_source.deleted', ...auditLabel(gone) }, clock.now());
    return sheets.map(({ table_name }) => table_name);
  });
}
