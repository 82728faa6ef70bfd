/** People as administrators find them. Pages deep in a long list cost little more than the first. */
import { and, asc, desc, eq, inArray, not, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { addressesIn } from '#contract/people-search.ts';
import { isAdministrator, type PeopleKind, ROLE_NAMES, type User } from '#contract/users.ts';
import type { Readable } from '../../db/client.ts';
import { executePrepared, prepared } from '../../db/prepared.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { cleanText } from '../../text/clean-text.ts';
import { groupDeciders } from './group-deciders.ts';
import { isPerson, selectUsers, type UserRow } from './store.ts';
import { cycleStart, isCycleOver } from './tokens/cycle.ts';
import { ERASED_EMAIL_DOMAIN, showUser } from './user.ts';

const DAY_MS = 86_400_000;

export type PeopleFilter = {
  include_inactive: boolean;
  search?: string | undefined;
  inactive_days?: number | undefined;
  only?: PeopleKind | undefined;
  group_id?: number | undefined;
};
export type PeopleQuery = PeopleFilter & { with_emergency: boolean; skip: number; limit: number };

/** By id. `with_emergency`: for superadmins, who see which accounts are for emergencies. */
export async function listUsers(
  db: Readable,
  { with_emergency, skip, limit, include_inactive, search, inactive_days, only, group_id }: PeopleQuery,
  now: Date,
): Promise<{ rows: User[]; total: number }> {
  const kind = include_inactive || only === 'inactive' ? everybody : active;
  const isNarrowed = [search, inactive_days, only, group_id].some((wish) => wish !== undefined);
  const wanted = {
    ...kind,
    admitted: and(
      kind.admitted,
      search ? mentions(search) : undefined,
      only && OF_KIND[only],
      group_id === undefined ? undefined : isInGroup(group_id),
      inactive_days ? hasNotEnteredSince(new Date(now.getTime() - inactive_days * DAY_MS)) : undefined,
    ),
  };
  const { rows, total } = await pageOfPeople(db, wanted, {
    key: JSON.stringify(['people', include_inactive, search, inactive_days, only, group_id]),
    page: { skip, limit },
    first: (page) => (isNarrowed ? pageOf(db, wanted, page) : firstOf[kind.name](db, page)),
    among: (ids) => selectUsers(db).where(ids).orderBy(asc(users.id)),
  });
  const [people, deciders] = await Promise.all([
    withCyclesOf(db, rows, now),
    groupDeciders(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const shown = people.map((person) => ({
    ...showUser(person, now),
    managed_by: deciders.get(person.id) ?? null,
    ...(with_emergency ? { emergency: person.emergency } : {}),
  }));
  return { rows: shown, total };
}

const ADMINISTRATORS = ROLE_NAMES.filter((role) => isAdministrator({ role }));

const OF_KIND: Record<PeopleKind, SQL> = {
  administrators: inArray(users.role, ADMINISTRATORS),
  inactive: eq(users.active, false),
};

/** People without a group are in the default one. */
const isInGroup = (id: number): SQL => sql`(${users.user_group_id} = ${id} or (${users.user_group_id} is null
  and exists (select from ${user_groups} where ${user_groups.id} = ${id} and ${user_groups.is_default})))`;

/** People who never entered count from the day on which their account was made. */
const hasNotEnteredSince = (day: Date): SQL =>
  sql`coalesce(${users.last_login}, ${users.created_at}) < ${day}`;

/** Written as the index of domains is. */
const isNobody = sql`split_part(${users.email}, '@', 2) = ${ERASED_EMAIL_DOMAIN}`;

/** A substring of name and e-mail, whatever the case and the accents; of several e-mails, whose one of them is. */
export function mentions(search: string): SQL {
  const addresses = addressesIn(cleanText(search));
  if (addresses.length) return sql`${users.email} = any(${sql.param(addresses)}::text[])`;
  return sql`${users.search_text}
    like '%' || regexp_replace(fold_text(${cleanText(search)}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}

/** `except`: few, whom an index finds; counting all and then these costs less than asking everybody. */
type Wanted = { admitted: SQL | undefined; except?: SQL | undefined };

const active = { name: 'active', admitted: eq(users.active, true) } as const;
const everybody = { name: 'everybody', admitted: undefined, except: isNobody } as const;

type Page<N = number> = { skip: N; limit: N };

const pageOf = (db: Readable, wanted: Wanted, { skip, limit }: Page<number | Placeholder>) =>
  selectUsers(db).where(whoIs(wanted)).orderBy(asc(users.id)).limit(limit).offset(skip);

const anyPage = { skip: sql.placeholder('skip'), limit: sql.placeholder('limit') };
/** As the list is opened. A search is planned for its own words. */
const firstOf = {
  active: prepared((db) => pageOf(db, active, anyPage)),
  everybody: prepared((db) => pageOf(db, everybody, anyPage)),
};

/** From here on it pays to count first. */
const DEEP = 1_000;

type Reading<T> = {
  /** Identifies `wanted` for counting once for several callers. */
  key: string;
  page: Page;
  /** A page of whom `wanted` admits, by id. */
  first: (page: Page) => PromiseLike<T[]>;
  /** Those whom a condition names, by id. */
  among: (named: SQL) => PromiseLike<T[]>;
};

/** A page of those who are admitted. Deep in the list no more than the ids are read of whom it skips. */
export async function pageOfPeople<T>(
  db: Readable,
  wanted: Wanted,
  { key, page, first, among }: Reading<T>,
): Promise<{ rows: T[]; total: number }> {
  const { skip, limit } = page;
  if (skip < DEEP) {
    const [total, rows] = await Promise.all([countPeople(db, wanted, key), first(page)]);
    return { rows, total };
  }
  const total = await countPeople(db, wanted, key);
  const rest = Math.min(limit, total - skip);
  if (rest <= 0) return { rows: [], total };
  const ids = db.select({ id: users.id }).from(users).where(whoIs(wanted)).limit(rest);
  // Beyond the middle the page is counted from the end: no page skips more than half.
  const onPage =
    skip > total / 2
      ? ids.orderBy(desc(users.id)).offset(total - skip - rest)
      : ids.orderBy(asc(users.id)).offset(skip);
  return { rows: await among(inArray(users.id, onPage)), total };
}

/** Single flight: with a hundred thousand people a count takes longer than their page. */
const countPeople = (db: Readable, { admitted, except }: Wanted, key: string): Promise<number> =>
  singleFlight(db, key, async () => {
    const few = except ? countOf(and(admitted, except)) : sql`0`;
    const { rows } = await db.execute<{ total: number }>(sql`select ${countOf(admitted)} - ${few} total`);
    return rows[0]?.total ?? 0;
  });

const countOf = (who: SQL = sql`true`) =>
  sql`(select count(*)::int from ${users} where ${isPerson} and ${who})`;

const whoIs = ({ admitted, except }: Wanted) => and(isPerson, admitted, except && not(except));

/** Rows whose stored cycle is over get the running one; reading a list writes nothing. */
async function withCyclesOf(db: Readable, people: UserRow[], now: Date): Promise<UserRow[]> {
  const over = people.filter((person) => isCycleOver(person, now));
  if (!over.length) return people;
  const begun = new Map(over.map(({ id, token_anchor }) => [id, cycleStart(token_anchor, now)]));
  const rows = await executePrepared<{ user_id: number; used: string }>(
    db,
    sql`
    select e.user_id, sum(e.charged) used
    from unnest(${sql.param([...begun.keys()])}::int[],
      ${sql.param([...begun.values()].map((start) => start.toISOString()))}::timestamptz[]) cycle(user_id, start)
      join token_entries e on e.user_id = cycle.user_id and e.created_at >= cycle.start
    group by e.user_id`,
  );
  const used = new Map(rows.map((row) => [row.user_id, Number(row.used)]));
  return people.map((person) =>
    begun.has(person.id) ? { ...person, token_used: used.get(person.id) ?? 0 } : person,
  );
}
