/** Which process leads a run now. Every write of a run renews its lease in the same transaction, or is undone. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../../db/client.ts';
import { sync_runs } from '../../../db/tables/syncs.ts';
import { isRun, type RunPlace, type RunRow } from '../records/stored-runs.ts';

const LEASE_SECONDS = 10;
const RENEWED_MS = 2_500;
const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Another process leads it, or did until a moment ago: the queue asks again. */
export class RunLeasedElsewhere extends Error {
  override readonly name = 'RunLeasedElsewhere';
}

/** The run, from now on led by `owner`; null when it has ended. */
export async function claimRun(
  db: Database,
  place: RunPlace,
): Promise<{ run: RunRow; owner: string } | null> {
  const owner = randomUUID();
  const [run] = await db
    .update(sync_runs)
    .set({ lease_owner: owner, lease_until: leaseEnd })
    .where(
      and(
        isRun(place),
        isNull(sync_runs.finished_at),
        or(isNull(sync_runs.lease_until), lt(sync_runs.lease_until, sql`now()`)),
      ),
    )
    .returning();
  if (run) return { run, owner };
  const [led] = await db
    .select({ id: sync_runs.id })
    .from(sync_runs)
    .where(and(isRun(place), isNull(sync_runs.finished_at)));
  if (led) throw new RunLeasedElsewhere('another process leads the run');
  return null;
}

type Counter = 'done' | 'added' | 'changed' | 'unchanged' | 'withdrawn' | 'skipped' | 'failed';

export type RunLease = {
  /** Aborted when the run was taken over, or deleted with its sync or its base. */
  signal: AbortSignal;
  /** Changes the run, first of all in a transaction; throws where it is led elsewhere. */
  write(tx: Transaction, set: PgUpdateSetSource<typeof sync_runs>): Promise<RunRow>;
  count(tx: Transaction, ...counters: Counter[]): Promise<RunRow>;
  /** Lets another process lead it at once. */
  give(): Promise<void>;
  end(): void;
};

export function holdRun(db: Database, place: RunPlace, owner: string): RunLease {
  const lost = new AbortController();
  const isOurs = and(isRun(place), eq(sync_runs.lease_owner, owner), isNull(sync_runs.finished_at));
  const write = async (over: Database | Transaction, set: PgUpdateSetSource<typeof sync_runs>) => {
    const [run] = await over
      .update(sync_runs)
      .set({ lease_until: leaseEnd, ...set })
      .where(isOurs)
      .returning();
    if (!run) lost.abort(new RunLeasedElsewhere('the run is led elsewhere'));
    lost.signal.throwIfAborted();
    return run as RunRow;
  };
  // A renewal that fails for a moment is followed by the next one; the lease allows for three.
  const timer = setInterval(() => void write(db, {}).catch(() => {}), RENEWED_MS);
  return {
    signal: lost.signal,
    write,
    count(tx, ...counters) {
      const set: Record<string, SQL> = {};
      for (const name of counters) set[name] = sql`${sync_runs[name]} + 1`;
      return write(tx, set);
    },
    async give() {
      await db.update(sync_runs).set({ lease_until: null }).where(isOurs);
    },
    end: () => clearInterval(timer),
  };
}
