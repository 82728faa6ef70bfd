/**
 * Lists, searches and statistics from a streaming replica. This file alone decides where such a read goes: to the replica,
 * unless it is away, too far behind, or behind what the reader has just written; then to the primary.
 */
import { sql } from 'drizzle-orm';
import { identityOf } from '../db/addresses.ts';
import {
  type Database,
  databaseCode,
  isDatabaseAway,
  type OpenDatabase,
  openDatabase,
  type Readable,
  reasonOf,
} from '../db/client.ts';
import { write_positions } from '../db/tables/accounts.ts';
import type { Env } from '../env.ts';
import type { Log } from './log.ts';

export type Reads = {
  /** `read` may be begun again on the primary. */
  read<T>(this: void, reader: { user_id: number }, read: (db: Readable) => Promise<T>): Promise<T>;
  /** Null where there is none. */
  replica: {
    /** To be called after a person wrote and before they hear of it. */
    noteWrite(this: void, user_id: number): Promise<void>;
    figures(this: void): ReplicaFigures;
  } | null;
};

/** Where there is no replica. */
export const readPrimary = (db: Database): Reads => ({ read: (_, read) => read(db), replica: null });

/** By the environment; the start does not wait for the replica. */
export function openReads(
  {
    DATABASE_READ_URL,
    DATABASE_READ_LAG_SECONDS,
  }: Pick<Env, 'DATABASE_READ_URL' | 'DATABASE_READ_LAG_SECONDS'>,
  primary: OpenDatabase,
  { log, isPooled }: { log: Log; isPooled: boolean },
): Reads & { close(): Promise<void> } {
  if (!DATABASE_READ_URL) return { ...readPrimary(primary.db), close: async () => {} };
  const onError = (error: Error) => log.warn({ err: { message: error.message } }, 'replica connection');
  const replica = openDatabase({ connectionString: DATABASE_READ_URL }, { isPooled, onError });
  const reads = openReadReplica({ primary, replica, lag_max_seconds: DATABASE_READ_LAG_SECONDS, log });
  reads.follow();
  return reads;
}

/** `streaming`: in use. `unknown`: it has not passed the first position that was sampled, so its lag is not known yet. */
export type Standing = 'unknown' | 'streaming' | 'behind' | 'away' | 'not_replica';
/** Where a read went, and why. */
export type Routed = 'replica' | 'own_write' | 'failed' | Exclude<Standing, 'streaming'>;

export type ReplicaFigures = { standing: Standing; lag_seconds: number; reads: ReadonlyMap<Routed, number> };

export type ReadReplica = Reads & {
  replica: NonNullable<Reads['replica']>;
  /** Looks how far the replica is; repeated every second from `follow` on. */
  look(): Promise<void>;
  follow(): void;
  close(): Promise<void>;
};

type Options = { primary: OpenDatabase; replica: OpenDatabase; lag_max_seconds: number; log: Log };

const LOOK_MS = 1_000;
/** A replica that does not say in this time how far it is counts as away. */
const PATIENCE_MS = 2_000;
/** Older samples are given up: no lag that is allowed is as long. */
const SAMPLES_MAX = 600;

const IN_FAVOUR = 'lists, searches and statistics are read from the replica';
const AGAINST: Record<Exclude<Standing, 'streaming'>, string> = {
  unknown:
    'lists, searches and statistics are read from the primary: how far the replica is behind is not known yet',
  behind: 'lists, searches and statistics are read from the primary: the replica is too far behind',
  away: 'lists, searches and statistics are read from the primary: the replica does not answer',
  not_replica:
    'lists, searches and statistics are read from the primary: DATABASE_READ_URL leads to no replica of this database',
};

export function openReadReplica({ primary, replica, lag_max_seconds, log }: Options): ReadReplica {
  const reads = new Map<Routed, number>();
  const identify = [onceKnown(primary), onceKnown(replica)] as const;
  let samples: Sample[] = [];
  let replayed = -1n;
  let isLagKnown = false;
  let lag_ms = 0;
  let standing: Standing = 'unknown';
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function stand(next: Standing, reason?: string): void {
    if (next === standing) return;
    standing = next;
    const lag_seconds = Math.round(lag_ms / 1_000);
    if (next === 'streaming') log.info({ lag_seconds }, IN_FAVOUR);
    else log.warn({ lag_seconds, ...(reason ? { err: { message: reason } } : {}) }, AGAINST[next]);
  }

  async function look(): Promise<void> {
    const at = performance.now();
    const [here, there] = await Promise.all([readPosition(primary).catch(() => null), tryPosition(replica)]);
    // Without the primary nothing is known of how far it has come; the samples so far still count.
    if (here) samples = [...samples, { at, position: here.flushed }].slice(-SAMPLES_MAX);
    if ('reason' in there) return stand('away', there.reason);
    replayed = there.position;
    const left = samples.filter(({ position }) => position > replayed);
    isLagKnown ||= left.length < samples.length;
    samples = left;
    lag_ms = lagOf(samples, at);
    if (here && !(await isReplica(here, there))) return stand('not_replica');
    if (!isLagKnown) return stand('unknown');
    stand(lag_ms > lag_max_seconds * 1_000 ? 'behind' : 'streaming');
  }

  /** A server that is no replica any more goes its own way, unless it is the primary itself. */
  async function isReplica(here: WalPosition, there: WalPosition): Promise<boolean> {
    if (!there.in_recovery && there.started !== here.started) return false;
    try {
      const [one, other] = await Promise.all(identify.map((identity) => identity()));
      return one === other;
    } catch {
      return false;
    }
  }

  function follow(): void {
    if (isClosed) return;
    void look().finally(() => {
      if (!isClosed) timer = setTimeout(follow, LOOK_MS).unref();
    });
  }

  async function route(user_id: number): Promise<Routed> {
    if (standing !== 'streaming') return standing;
    const { rows } = await primary.db.execute<{ position: string; is_foreign: boolean }>(sql`
      select pg_wal_lsn_diff(position, '0/0')::text as position, position > pg_current_wal_insert_lsn() as is_foreign
      from write_positions where user_id = ${user_id}`);
    const [written] = rows;
    // A position that the log has not reached is of another server, whose copy was restored here.
    if (!written || written.is_foreign) return 'replica';
    return BigInt(written.position) <= replayed ? 'replica' : 'own_write';
  }

  const count = (routed: Routed) => reads.set(routed, (reads.get(routed) ?? 0) + 1);

  return {
    async read({ user_id }, read) {
      const routed = await route(user_id);
      if (routed === 'replica')
        try {
          const found = await read(replica.db);
          count(routed);
          return found;
        } catch (error) {
          // Also what only a replica says: a row that is read was vacuumed away, a migration is not there yet.
          if (!databaseCode(error) && !isDatabaseAway(error)) throw error;
          if (isDatabaseAway(error)) stand('away', reasonOf(error));
        }
      count(routed === 'replica' ? 'failed' : routed);
      return read(primary.db);
    },
    replica: {
      noteWrite: (user_id) =>
        notePosition(primary.db, user_id).catch((error) =>
          log.warn({ user_id, err: { message: reasonOf(error) } }, 'a write was not noted'),
        ),
      figures: () => ({ standing, lag_seconds: lag_ms / 1_000, reads }),
    },
    look,
    follow,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await replica.close();
    },
  };
}

/** Positions that are ahead of the log are of another server; see `route`. */
async function notePosition(db: Database, user_id: number): Promise<void> {
  await db.execute(sql`
    insert into ${write_positions} as known (user_id, position, written_at)
    values (${user_id}, pg_current_wal_insert_lsn(), now())
    on conflict (user_id) do update set written_at = excluded.written_at,
      position = case when known.position > pg_current_wal_insert_lsn() then excluded.position
        else greatest(known.position, excluded.position) end`);
}

/** How far the primary had come, and when, by `performance.now()`. */
type Sample = { at: number; position: bigint };

/** The age of the oldest position that is not replayed: exact to a sample, whatever the clocks of the servers say. */
export const lagOf = ([oldest]: Sample[], now: number): number => (oldest ? now - oldest.at : 0);

type WalPosition = { in_recovery: boolean; started: string; position: bigint; flushed: bigint };

async function readPosition({ db }: OpenDatabase): Promise<WalPosition> {
  const { rows } = await db.execute<{
    in_recovery: boolean;
    started: string;
    position: string;
    flushed: string;
  }>(sql`
    select pg_is_in_recovery() as in_recovery, pg_postmaster_start_time()::text as started,
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_insert_lsn() end, '0/0')::text as position,
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_flush_lsn() end, '0/0')::text as flushed`);
  const [row] = rows;
  if (!row) throw new Error('the server did not say how far it is');
  return { ...row, position: BigInt(row.position), flushed: BigInt(row.flushed) };
}

async function tryPosition(replica: OpenDatabase): Promise<WalPosition | { reason: string }> {
  const late = Promise.withResolvers<{ reason: string }>();
  const timer = setTimeout(() => late.resolve({ reason: 'no answer in time' }), PATIENCE_MS);
  try {
    return await Promise.race([
      readPosition(replica).catch((error) => ({ reason: reasonOf(error) })),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asked until it was answered once. */
function onceKnown({ pool }: OpenDatabase): () => Promise<string> {
  let known: string | undefined;
  return async () => {
    known ??= await identityOf(pool);
    return known;
  };
}

/** Positions of writes that every replica that may be read has passed. */
export async function forgetOldPositions(db: Database, now: Date): Promise<void> {
  await db.execute(sql`delete from write_positions where written_at < ${new Date(now.getTime() - KEPT_MS)}`);
}
const KEPT_MS = 3_600_000;
