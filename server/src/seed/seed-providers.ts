/** The rows of the built-in model providers. What a superadmin changed in them stays. */
import { sql } from 'drizzle-orm';
import { PROVIDER_KEYS, PROVIDERS } from '#contract/model-catalogue.ts';
import type { Database } from '../db/client.ts';
import { model_providers } from '../db/tables/models.ts';

/** A new row says no more than the environment does, so the version of the catalogue stays. */
export async function seedProviders(db: Database): Promise<void> {
  const builtIn = PROVIDER_KEYS.filter((kind) => kind !== 'compatible');
  const rows = builtIn.map((kind, index) => ({ id: index + 1, kind, name: PROVIDERS[kind].name }));
  await db.insert(model_providers).values(rows).onConflictDoNothing();
  // Given ids do not move the sequence.
  await db.execute(sql`
    select setval(pg_get_serial_sequence('model_providers', 'id'),
      greatest((select max(id) from model_providers), ${builtIn.length}))`);
}
