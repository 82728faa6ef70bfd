/** Readiness: whether a load balancer should route requests to this process. */
import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';

export type Missing = 'database' | 'migrations' | 'storage' | 'draining';

/** Below this an upload of the largest size no longer passes through DATA_DIR. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;

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
export async function missing(
  { db, env }: Pick<AppContext, 'db' | 'env'>,
  readiness: Readiness,
): Promise<Missing[]> {
  const room = hasRoom(env.DATA_DIR);
  const answers = await Promise.race([
    db
      .execute<{ migrated: boolean }>(sql`select to_regclass('public.messages') is not null as migrated`)
      .then(
        ({ rows }) => (rows[0]?.migrated ? [] : (['migrations'] as Missing[])),
        () => ['database'] as Missing[],
      ),
    new Promise<Missing[]>((resolve) => setTimeout(resolve, 2_000, ['database']).unref()),
  ]);
  return [
    ...answers,
    ...((await room) ? [] : (['storage'] as const)),
    ...(readiness.draining ? (['draining'] as const) : []),
  ];
}

/** Whether the disk of a folder has that much room; a folder that does not exist yet has not filled it. */
export async function hasRoom(folder: string, bytes = FREE_BYTES_MIN): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= bytes;
  } catch {
    return true;
  }
}
