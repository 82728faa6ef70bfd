/** The number of publications of terms that everybody has to accept; a person with a lower one reads them first. */
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import { installation } from '../../../db/tables/installation.ts';

const KEY = 'required_consent';

export const requiredConsent: SQL<number> = sql<number>`coalesce(
  (select (${installation.value} #>> '{}')::int from ${installation} where ${installation.key} = ${sql.raw(`'${KEY}'`)}), 0)`;

/** Held until the transaction ends: no publication comes between what is accepted and what is written of it. */
export async function holdRequiredConsent(tx: Transaction): Promise<void> {
  await tx.execute(sql`select from installation where key = ${KEY} for share`);
}

/** With the publication that everybody is asked for. */
export async function raiseRequiredConsent(tx: Transaction, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into installation (key, value, updated_at) values (${KEY}, '1', ${now})
    on conflict (key) do update set value = to_jsonb((installation.value #>> '{}')::int + 1), updated_at = ${now}`);
}
