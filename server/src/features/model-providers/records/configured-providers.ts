/** The configured providers of models with the keys that can be used now: those of the environment, and stored ones. */
import { asc } from 'drizzle-orm';
import { PROVIDERS } from '#contract/model-catalogue.ts';
import type { ModelProvider } from '../../../adapters/models/model-provider.ts';
import { openSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { SecretKeys } from '../../../adapters/sealing/secret-keys.ts';
import type { Queryable } from '../../../db/client.ts';
import { model_providers } from '../../../db/tables/models.ts';
import type { Env } from '../../../env.ts';

export type ProviderRow = typeof model_providers.$inferSelect;

/** The environment and the keys of stored secrets, which decide over a row. */
export type ProviderSettings = { env: Env; secretKeys: SecretKeys };

/**
 * The first of each built-in kind, which the seed makes with the ids from 1 on; the variables of the environment are for
 * these alone. An installation may have given the next id to a server of its own.
 */
export const BUILT_IN_MAX = 3;

export const isBuiltIn = ({ id, kind }: Pick<ProviderRow, 'id' | 'kind'>): boolean =>
  id <= BUILT_IN_MAX && kind !== 'compatible';

/** Every configured provider, in the order in which they were added. A key that does not open is no failure. */
export async function readModelProviders(
  db: Queryable,
  settings: ProviderSettings,
): Promise<ModelProvider[]> {
  const rows = await db.select().from(model_providers).orderBy(asc(model_providers.id));
  return rows.map((row) => configuredProvider(row, settings));
}

export function configuredProvider(row: ProviderRow, { env, secretKeys }: ProviderSettings): ModelProvider {
  const { id, kind, name, residency } = row;
  const fixed = environmentOf(row, env);
  const base_url = fixed.base_url ?? row.base_url;
  const typed_address = fixed.base_url === null && row.base_url !== null;
  const provider = { id, kind, name, base_url, typed_address, residency };
  if (fixed.key) return { ...provider, key: fixed.key, key_source: 'env', key_readable: true };
  if (row.key_sealed === null) return { ...provider, key: null, key_source: 'none', key_readable: true };
  const key = openSecret(secretKeys, SEALED.provider_key, row, row.key_sealed);
  return { ...provider, key, key_source: 'stored', key_readable: key !== null };
}

/** The variables of the environment for a provider; a null field is decided on the screen. */
export function environmentOf(row: Pick<ProviderRow, 'id' | 'kind'>, env: Env) {
  const { key_env, address_env } = PROVIDERS[row.kind];
  if (!isBuiltIn(row)) return { key: null, key_env: null, base_url: null, address_env: null };
  return {
    key: (key_env && env[key_env]?.trim()) || null,
    key_env,
    base_url: (address_env && env[address_env]) || null,
    address_env,
  };
}
