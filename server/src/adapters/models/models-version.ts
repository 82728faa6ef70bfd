/** The version of the catalogue, the providers and the defaults of an installation, which every process follows. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';

/** The topic of the signal after a change. */
export const MODELS_TOPIC = 'models';

const KEY = 'models_version';

/** Belongs into each transaction that changes what `Models` holds. */
export async function raiseModelsVersion(tx: Transaction): Promise<void> {
  await tx
    .insert(installation)
    .values({ key: KEY, value: 1 })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value: sql`to_jsonb((${installation.value})::bigint + 1)`, updated_at: sql`now()` },
    });
}

/** 0 before the first change. */
export async function readModelsVersion(db: Pick<Database, 'select'>): Promise<number> {
  const [row] = await db
    .select({ value: installation.value })
    .from(installation)
    .where(sql`${installation.key} = ${KEY}`);
  return Number(row?.value ?? 0);
}
