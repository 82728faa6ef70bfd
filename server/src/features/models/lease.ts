/** Leases in rows and not locks: providers are asked while one is held. Who dies leaves it to others when it is over. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';

/** False where another owner holds it. */
export async function takeLease(db: Database, key: string, owner: string, seconds: number): Promise<boolean> {
  const until = sql`jsonb_build_object('owner', ${owner}::text, 'until', now() + make_interval(secs => ${seconds}))`;
  const taken = await db
    .insert(installation)
    .values({ key, value: until })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value: until },
      setWhere: sql`(${installation.value} ->> 'until')::timestamptz < now()`,
    })
    .returning({ key: installation.key });
  return taken.length > 0;
}

/** False where the lease has gone to another owner meanwhile. */
export async function releaseLease(
  db: Pick<Database, 'delete'>,
  key: string,
  owner: string,
): Promise<boolean> {
  const released = await db
    .delete(installation)
    .where(sql`${installation.key} = ${key} and ${installation.value} ->> 'owner' = ${owner}`)
    .returning({ key: installation.key });
  return released.length > 0;
}
