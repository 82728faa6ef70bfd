/** Whether this process should be sent work. */
import { sql } from 'drizzle-orm';
import type { World } from '../../world.ts';

export type Missing = 'database' | 'migrations' | 'draining';

export type Readiness = { draining: boolean };

/** What is missing; asks the database, but never waits longer than two seconds for it. */
export async function missing({ db }: Pick<World, 'db'>, readiness: Readiness): Promise<Missing[]> {
  const answers = await Promise.race([
    db
      .execute<{ migrated: boolean }>(sql`select to_regclass('public.messages') is not null as migrated`)
      .then(
        ({ rows }) => (rows[0]?.migrated ? [] : (['migrations'] as Missing[])),
        () => ['database'] as Missing[],
      ),
    new Promise<Missing[]>((resolve) => setTimeout(resolve, 2_000, ['database']).unref()),
  ]);
  return readiness.draining ? [...answers, 'draining'] : answers;
}
