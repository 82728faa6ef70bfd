/** Adds, changes and removes providers of models. Each change is in force at once, in every process. */
import { asc, eq } from 'drizzle-orm';
import {
  type ModelProviderChange,
  modelProviderMessages,
  type NewModelProvider,
} from '#contract/model-providers.ts';
import { sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, requireVersion } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { model_providers, models as modelRows } from '../../db/tables/models.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { isFresh } from '../auth/recovery.ts';
import { readUses } from '../models/administration/uses.ts';
import { chooseInBackground } from '../models/follow-models.ts';
import { changeModels, type ModelsContext } from '../models/installation-models.ts';
import { requireAddress, requireResidency } from './address.ts';
import { typedPolicy } from './probe.ts';
import { toProviderInfo } from './provider-info.ts';
import { environmentOf, isBuiltIn, type ProviderRow } from './records/configured-providers.ts';

const KEY_HINT_LENGTH = 4;

export async function listProviders(context: ModelsContext) {
  const rows = await context.db.select().from(model_providers).orderBy(asc(model_providers.id));
  return rows.map((row) => toProviderInfo(row, context, context.models));
}

export async function createProvider(
  context: AppContext,
  caller: Caller,
  { key, ...given }: NewModelProvider,
  meta: Meta,
) {
  const now = context.clock.now();
  const policy = typedPolicy(context);
  const base_url = await requireAddress(policy, given.base_url);
  await requireResidency(policy, context.env, { ...given, base_url });
  const made = await changeModels(context, async (tx) => {
    const [row] = await tx
      .insert(model_providers)
      .values({ ...given, base_url, created_at: now, updated_at: now })
      .returning();
    if (!row) throw new Error('no provider was inserted');
    const stored = key ? await writeRow(tx, row.id, keyFields(context, row, key)) : row;
    const after = { ...auditLabel(stored), key_changed: Boolean(key) };
    const change = { action: 'provider.created', ...named(stored), after } as const;
    await recordChange(tx, byCaller(caller, meta), change, now);
    return stored;
  });
  chooseInBackground(context);
  return toProviderInfo(made, context, context.models);
}

export async function updateProvider(
  context: AppContext,
  caller: Caller,
  id: number,
  change: ModelProviderChange,
  meta: Meta,
) {
  const now = context.clock.now();
  const seen = await requireRow(context.db, id);
  requireVersion(seen.version, change.version);
  const wanted = unlocked(context, seen, change);
  const isElsewhere = wanted.base_url !== seen.base_url;
  if ((isElsewhere || typeof wanted.key === 'string') && !isFresh(caller, now))
    throw new AppError('reauthentication_required');
  if (isElsewhere && seen.key_sealed !== null && wanted.key === undefined) throw keyMissing();
  const policy = typedPolicy(context);
  if (isElsewhere && wanted.base_url !== null) await requireAddress(policy, wanted.base_url);
  const base_url = environmentOf(seen, context.env).base_url ?? wanted.base_url;
  if (isElsewhere || wanted.residency !== seen.residency)
    await requireResidency(policy, context.env, { ...wanted, base_url });
  const changed = await changeModels(context, async (tx) => {
    const row = await requireRow(tx, id, 'lock');
    requireVersion(row.version, change.version);
    const { key, ...fields } = wanted;
    const stored = await writeRow(tx, id, {
      ...fields,
      ...(key === undefined ? {} : keyFields(context, { id, base_url: wanted.base_url }, key)),
      version: row.version + 1,
      updated_at: now,
    });
    const differing = difference(auditLabel(row), auditLabel(stored));
    const key_changed = key !== undefined;
    if (differing || key_changed) {
      const values = { before: differing?.before ?? null, after: { ...differing?.after, key_changed } };
      const entry = { action: 'provider.updated', ...named(stored), ...values } as const;
      await recordChange(tx, byCaller(caller, meta), entry, now);
    }
    return stored;
  });
  if (isElsewhere || typeof wanted.key === 'string') chooseInBackground(context);
  return toProviderInfo(changed, context, context.models);
}

/** Its models leave the catalogue with it, so nothing may use one of them. */
export async function removeProvider(
  context: AppContext,
  caller: Caller,
  id: number,
  meta: Meta,
): Promise<null> {
  const now = context.clock.now();
  await changeModels(context, async (tx) => {
    const row = await requireRow(tx, id, 'lock');
    if (isBuiltIn(row)) throw new AppError('provider_locked');
    await requireUnused(context, tx, id);
    await tx.delete(modelRows).where(eq(modelRows.provider_id, id));
    await tx.delete(model_providers).where(eq(model_providers.id, id));
    const change = { action: 'provider.deleted', ...named(row), before: auditLabel(row) } as const;
    await recordChange(tx, byCaller(caller, meta), change, now);
  });
  return null;
}

/** Throws `provider_in_use` with the agents and data sources, and whether a default of the installation is one. */
async function requireUnused({ models }: AppContext, tx: Transaction, id: number): Promise<void> {
  const rows = await tx.select({ id: modelRows.id }).from(modelRows).where(eq(modelRows.provider_id, id));
  const uses = await readUses(tx);
  const used = rows.flatMap((row) => uses.get(row.id) ?? []);
  const { default: chosen, steps, reserves } = models.defaults;
  const isDefault = rows.some((row) => [chosen, steps, ...reserves].includes(row.id));
  if (!used.length && !isDefault) return;
  throw new AppError('provider_in_use', {
    extra: {
      agents: unique(used.flatMap(({ agents }) => agents)),
      data_sources: unique(used.flatMap(({ data_sources }) => data_sources)),
      is_default: isDefault,
    },
  });
}

const unique = (all: { id: number; name: string }[]) => [
  ...new Map(all.map((one) => [one.id, one])).values(),
];

/** The change without the fields that the environment defines. Throws `provider_locked` where it touches one. */
function unlocked(
  { env }: Pick<AppContext, 'env'>,
  row: ProviderRow,
  { name, base_url: typed, key, residency }: ModelProviderChange,
) {
  const fixed = environmentOf(row, env);
  if (fixed.key && key) throw new AppError('provider_locked');
  const base_url = typed?.replace(/\/+$/, '') ?? null;
  if (base_url === null && !isBuiltIn(row)) throw addressMissing();
  if (fixed.base_url === null) return { name, base_url, key, residency };
  if (base_url !== null && base_url !== fixed.base_url && base_url !== row.base_url)
    throw new AppError('provider_locked');
  return { name, base_url: row.base_url, key, residency };
}

function keyFields(
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  row: { id: number; base_url: string | null },
  key: string | null,
) {
  if (key === null) return { key_source: 'none', key_sealed: null, key_hint: null } as const;
  return {
    key_source: 'stored',
    key_sealed: sealSecret(secretKeys, SEALED.provider_key, row, key),
    // A key of a few characters would stand in its hint as a whole.
    key_hint: key.length >= 4 * KEY_HINT_LENGTH ? key.slice(-KEY_HINT_LENGTH) : null,
  } as const;
}

async function writeRow(tx: Transaction, id: number, fields: Partial<ProviderRow>): Promise<ProviderRow> {
  const [row] = await tx.update(model_providers).set(fields).where(eq(model_providers.id, id)).returning();
  if (!row) throw new AppError('not_found');
  return row;
}

async function requireRow(db: Pick<Transaction, 'select'>, id: number, lock?: 'lock'): Promise<ProviderRow> {
  const rows = db.select().from(model_providers).where(eq(model_providers.id, id));
  const [row] = await (lock ? rows.for('update') : rows);
  if (!row) throw new AppError('not_found');
  return row;
}

const named = ({ id, name }: ProviderRow) =>
  ({ object_type: 'provider', object_id: id, object_name: name }) as const;

/** The host alone: an address may hold a path that tells more than an audit entry should. */
const auditLabel = ({ kind, name, base_url, residency }: ProviderRow) => ({
  kind,
  name,
  address: base_url === null ? null : new URL(base_url).host,
  residency,
});

const keyMissing = () => refusedField('key', modelProviderMessages.keyAgain);
const addressMissing = () => refusedField('base_url', modelProviderMessages.address);

const refusedField = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });
