/** People as administrators find them. Pages deep in a long list cost little more than the first. */
import { and, asc, count, desc, eq, inArray, notLike, type SQL, sql } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { cleanText } from '../../http/clean-text.ts';
import { findUsers, type UserRow } from './store.ts';
import { cycleStart, isCycleOver } from './usage.ts';
import { NOBODY_AT, showUser } from './user.ts';

export type PeopleQuery = {
  skip: number;
  limit: number;
  include_inactive: boolean;
  search?: string | undefined;
};

/** By id. */
export async function listUsers(
  db: Queryable,
  { skip, limit, include_inactive, search }: PeopleQuery,
  now: Date,
): Promise<{ rows: User[]; total: number }> {
  const admitted = and(
    include_inactive ? notLike(users.email, `%@${NOBODY_AT}`) : eq(users.active, true),
    search ? mentions(search) : undefined,
  );
  const page = { skip, limit };
  const { rows, total } = await pageOfPeople(db, admitted, page, (onPage) => findUsers(db, onPage));
  const people = await withCyclesOf(db, rows, now);
  return { rows: people.map((person) => showUser(person, now)), total };
}

/** A substring of name and e-mail, whatever the case and the accents; the index on people is written like this. */
export const mentions = (search: string): SQL => sql`
  fold_text(${users.name} || ' ' || ${users.email})
    like '%' || regexp_replace(fold_text(${cleanText(search)}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** From here on it pays to count first. */
const DEEP = 1_000;

/** A page of those who are admitted, in one statement that reads no more than their ids of whom it skips. */
export async function pageOfPeople<T>(
  db: Queryable,
  admitted: SQL | undefined,
  { skip, limit }: { skip: number; limit: number },
  read: (onPage: SQL) => PromiseLike<T[]>,
): Promise<{ rows: T[]; total: number }> {
  const stretch = (order: SQL, most: number, offset: number) =>
    read(inArray(users.id, idsOf(db, admitted, { order, limit: most, offset })));
  if (skip < DEEP) {
    const [total, rows] = await Promise.all([countPeople(db, admitted), stretch(asc(users.id), limit, skip)]);
    return { rows, total };
  }
  const total = await countPeople(db, admitted);
  const rest = Math.min(limit, total - skip);
  if (rest <= 0) return { rows: [], total };
  // What lies behind the middle is counted from the end: no page skips more than half.
  const fromEnd = skip > total / 2;
  const rows = await (fromEnd
    ? stretch(desc(users.id), rest, total - skip - rest)
    : stretch(asc(users.id), rest, skip));
  return { rows, total };
}

async function countPeople(db: Queryable, admitted: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(users).where(admitted);
  return counted?.total ?? 0;
}

type Stretch = { order: SQL; limit: number; offset: number };

const idsOf = (db: Queryable, admitted: SQL | undefined, { order, limit, offset }: Stretch) =>
  db.select({ id: users.id }).from(users).where(admitted).orderBy(order).limit(limit).offset(offset);

/** Whose stored cycle is over is shown with the running one; reading a list writes nothing. */
async function withCyclesOf(db: Queryable, people: UserRow[], now: Date): Promise<UserRow[]> {
  const over = people.filter((person) => isCycleOver(person, now));
  if (!over.length) return people;
  const begun = new Map(over.map(({ id, token_anchor }) => [id, cycleStart(token_anchor, now)]));
  const { rows } = await db.execute<{ user_id: number; used: string }>(sql`
    select e.user_id, sum(e.charged) used
    from unnest(${sql.param([...begun.keys()])}::int[],
      ${sql.param([...begun.values()].map((start) => start.toISOString()))}::timestamptz[]) cycle(user_id, start)
      join token_entries e on e.user_id = cycle.user_id and e.created_at >= cycle.start
    group by e.user_id`);
  const used = new Map(rows.map((row) => [row.user_id, Number(row.used)]));
  return people.map((person) =>
    begun.has(person.id) ? { ...person, token_used: used.get(person.id) ?? 0 } : person,
  );
}
