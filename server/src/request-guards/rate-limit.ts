/** Limits that hold across processes: counters in the database, one row per key and window. */
import { type SQL, type SQLChunk, sql } from 'drizzle-orm';
import { AppError } from '../app-error.ts';
import type { Queryable } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';

export type Limit = {
  /** The counted event, such as `login:ana@exemplo.com.br:10.0.0.7`. */
  key: string;
  max: number;
  seconds: number;
};

/** Counts one more and returns how many there are now in the running window. */
export async function incrementRateLimit(db: Queryable, limit: Limit, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(rateLimitIncrement(limit, now, sql`(select) once`));
  return rows[0]?.count ?? 1;
}

/** The same as a part of a larger statement: counts where `given` has its one row. */
export function rateLimitIncrement(limit: Limit, now: Date, given: SQL): SQL {
  const start = windowStart(limit, now);
  const expires = new Date(start.getTime() + 2 * limit.seconds * 1000);
  return sql`
    insert into rate_limits (key, window_start, count, expires_at)
    select ${limit.key}::text, ${start}::timestamptz, 1, ${expires}::timestamptz from ${given}
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning count`;
}

/** Counts one more; refuses once the window is full. */
export async function consumeRateLimit(db: Queryable, limit: Limit, now: Date): Promise<void> {
  requireWithin(await incrementRateLimit(db, limit, now), limit, now);
}

export function requireWithin(count: number, limit: Limit, now: Date): void {
  if (count > limit.max) throw tooMany(limit, now);
}

/** Refuses when the window of one of them is full, without counting. */
export async function requireBelowRateLimits(db: Queryable, limits: Limit[], now: Date): Promise<void> {
  if (limits.length) requireUnder(limits, await countsOf(db, limits, now), now);
}

export async function countsOf(db: Queryable, limits: Limit[], now: Date): Promise<Counts> {
  const { keys, starts } = windowsOf(limits, now);
  const [row] = await executePrepared<{ counts: Counts }>(
    db,
    sql`select (${countsIn(sql.param(keys), sql.param(starts))}) counts`,
  );
  return row?.counts ?? null;
}

/** By key; null where none was counted. */
export type Counts = Record<string, number> | null;

/** How many were counted in the windows that run now, as a part of a larger statement. */
export const countsIn = (keys: SQLChunk, starts: SQLChunk): SQL => sql`
  select json_object_agg(key, count) from rate_limits
  where (key, window_start) in (select * from unnest(${keys}::text[], ${starts}::timestamptz[]))`;

export const windowsOf = (limits: Limit[], now: Date) => ({
  keys: limits.map(({ key }) => key),
  starts: limits.map((limit) => windowStart(limit, now)),
});

export function requireUnder(limits: Limit[], counts: Counts, now: Date): void {
  const full = limits.find(({ key, max }) => (counts?.[key] ?? 0) >= max);
  if (full) throw tooMany(full, now);
}

/** A cooldown: returns 0 and starts it, or returns how many seconds of a running one are left. */
export async function consumeCooldown(db: Queryable, pause: Omit<Limit, 'max'>, now: Date): Promise<number> {
  const until = new Date(now.getTime() + pause.seconds * 1000);
  const { rowCount } = await db.execute(sql`
    insert into rate_limits (key, window_start, count, expires_at) values (${pause.key}, 'epoch', 1, ${until})
    on conflict (key, window_start) do update set expires_at = excluded.expires_at
    where rate_limits.expires_at <= ${now}`);
  if (rowCount) return 0;
  const { rows } = await db.execute<{ left: number }>(sql`
    select ceil(extract(epoch from expires_at - ${now}::timestamptz))::int as left
    from rate_limits where key = ${pause.key} and window_start = 'epoch'`);
  return Math.max(1, rows[0]?.left ?? 1);
}

/** Resets the counters of a key. */
export async function resetRateLimit(db: Queryable, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${key}`);
}

export async function deleteExpiredRateLimits(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from rate_limits where expires_at < ${now}`);
}

function tooMany(limit: Limit, now: Date): AppError {
  const end = windowStart(limit, now).getTime() + limit.seconds * 1000;
  return new AppError('too_many_requests', {
    retry_after: Math.max(1, Math.ceil((end - now.getTime()) / 1000)),
  });
}

function windowStart({ seconds }: Limit, now: Date): Date {
  const ms = seconds * 1000;
  return new Date(Math.floor(now.getTime() / ms) * ms);
}
