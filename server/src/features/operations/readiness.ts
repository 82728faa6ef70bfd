/** Readiness: whether a load balancer should route requests to this process. */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';

export type Missing = 'database' | 'migrations' | 'draining';

export type Readiness = {
  draining: boolean;
  /** When somebody last asked whether we are ready, by `performance.now()`. */
  asked_at: number | null;
};

/** A prober that asks more seldom than this does not route by the reply. */
const WATCHING_MS = 10_000;

/** Whether a load balancer routes by `/ready`. */
export const isWatched = ({ asked_at }: Readiness): boolean =>
  asked_at !== null && performance.now() - asked_at < WATCHING_MS;

/** The conditions that are not met; waits at most two seconds for the database. */
export async function missing({ db }: Pick<AppContext, 'db'>, readiness: Readiness): Promise<Missing[]> {
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
