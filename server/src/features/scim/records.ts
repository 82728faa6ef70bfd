/** People and groups of a directory as rows, how they are searched, and how they are shown to it. */
import { and, asc, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { API_BASE } from '#contract/endpoint.ts';
import { SCIM_PATH, SCIM_SCHEMAS, type ScimGroup, type ScimUser } from '#contract/scim.ts';
import { SCIM_PAGE, SCIM_PAGE_MAX } from '#contract/scim-limits.ts';
import { AppError } from '../../app-error.ts';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { inTurn } from '../../db/in-turn.ts';
import { users } from '../../db/tables/people.ts';
import { scim_groups, scim_members, scim_users } from '../../db/tables/scim.ts';
import { type Condition, parseFilter } from './filter.ts';

export type UserRow = typeof scim_users.$inferSelect;
export type GroupRow = typeof scim_groups.$inferSelect;

const LOCK_KIND = 7_230_426;

/** One change of a provider's directory after another, so that of two equal names the second is refused. Locked before people. */
export async function lockDirectory(tx: Transaction, provider_id: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KIND}, ${provider_id})`);
}

/** A directory sends dozens of changes at once. */
export const changeDirectory = <T>(
  db: Database,
  provider_id: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  inTurn(db, `directory ${provider_id}`, () =>
    db.transaction(async (tx) => {
      await lockDirectory(tx, provider_id);
      return work(tx);
    }),
  );

export const isScimUser = (provider_id: number, id: string): SQL | undefined =>
  and(eq(scim_users.provider_id, provider_id), eq(scim_users.id, id));

export const isScimGroup = (provider_id: number, id: string): SQL | undefined =>
  and(eq(scim_groups.provider_id, provider_id), eq(scim_groups.id, id));

export async function requireUserRow(db: Queryable, provider_id: number, id: string): Promise<UserRow> {
  const [row] = await db.select().from(scim_users).where(isScimUser(provider_id, id));
  if (!row) throw new AppError('scim_not_found');
  return row;
}

export async function requireGroupRow(db: Queryable, provider_id: number, id: string): Promise<GroupRow> {
  const [row] = await db.select().from(scim_groups).where(isScimGroup(provider_id, id));
  if (!row) throw new AppError('scim_not_found');
  return row;
}

/** Throws `scim_taken` where another row of the provider has the name. */
export async function requireFreeName(
  tx: Transaction,
  table: typeof scim_users | typeof scim_groups,
  { provider_id, id, name }: { provider_id: number; id: string | null; name: string },
): Promise<void> {
  const isUsers = table === scim_users;
  const column = isUsers ? scim_users.user_name : scim_groups.display_name;
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.provider_id, provider_id), sql`lower(${column}) = lower(${name})`));
  if (found.some((row) => row.id !== id))
    throw new AppError('scim_taken', { detail: takenDetail(isUsers ? 'userName' : 'displayName') });
}

export const takenDetail = (name: string) => `Já existe um recurso com este valor de ${name}.`;

type Query = {
  filter?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
  excludedAttributes?: string | undefined;
};

const pageOf = ({ startIndex = 1, count: wanted = SCIM_PAGE }: Query) => {
  const start = Math.max(1, startIndex);
  return { start, size: Math.min(SCIM_PAGE_MAX, Math.max(0, wanted)) };
};

const conditionsOf = ({ filter }: Query): Condition[] => (filter === undefined ? [] : parseFilter(filter));

export const isLeftOut = ({ excludedAttributes = '' }: Pick<Query, 'excludedAttributes'>, name: string) =>
  excludedAttributes.split(',').some((one) => one.trim().toLowerCase() === name);

const isActive = sql<boolean>`(${users.active} and ${users.approval} <> 'refused')`;

export async function listUserRows(db: Queryable, provider_id: number, query: Query) {
  const where = and(eq(scim_users.provider_id, provider_id), ...conditionsOf(query).map(userCondition));
  const { start, size } = pageOf(query);
  const [counted] = await db
    .select({ total: count() })
    .from(scim_users)
    .innerJoin(users, eq(users.id, scim_users.user_id))
    .where(where);
  const rows = await db
    .select({ ...getTableColumns(scim_users), active: isActive })
    .from(scim_users)
    .innerJoin(users, eq(users.id, scim_users.user_id))
    .where(where)
    .orderBy(asc(scim_users.created_at), asc(scim_users.id))
    .limit(size)
    .offset(start - 1);
  return { rows, total: counted?.total ?? 0, start };
}

export async function showUser(db: Queryable, app_url: string, provider_id: number, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(scim_users), active: isActive })
    .from(scim_users)
    .innerJoin(users, eq(users.id, scim_users.user_id))
    .where(isScimUser(provider_id, id));
  if (!row) throw new AppError('scim_not_found');
  return userResource(app_url, row);
}

export async function listGroupRows(db: Queryable, provider_id: number, query: Query) {
  const where = and(eq(scim_groups.provider_id, provider_id), ...conditionsOf(query).map(groupCondition));
  const { start, size } = pageOf(query);
  const total = await db.$count(scim_groups, where);
  const rows = await db
    .select()
    .from(scim_groups)
    .where(where)
    .orderBy(asc(scim_groups.created_at), asc(scim_groups.id))
    .limit(size)
    .offset(start - 1);
  return { rows, total, start };
}

type Member = { value: string; display: string };

export async function membersOf(
  db: Queryable,
  provider_id: number,
  group_ids: string[],
): Promise<Map<string, Member[]>> {
  if (!group_ids.length) return new Map();
  const rows = await db
    .select({ group_id: scim_members.group_id, value: scim_users.id, display: scim_users.user_name })
    .from(scim_members)
    .innerJoin(
      scim_users,
      and(eq(scim_users.provider_id, scim_members.provider_id), eq(scim_users.id, scim_members.member_id)),
    )
    .where(and(eq(scim_members.provider_id, provider_id), inArray(scim_members.group_id, group_ids)))
    .orderBy(asc(scim_users.user_name));
  const grouped = Map.groupBy(rows, ({ group_id }) => group_id);
  return new Map(
    [...grouped].map(([id, list]) => [id, list.map(({ value, display }) => ({ value, display }))]),
  );
}

const metaOf = (
  app_url: string,
  kind: 'User' | 'Group',
  { id, created_at, updated_at }: Pick<UserRow, 'id' | 'created_at' | 'updated_at'>,
) => ({
  resourceType: kind,
  created: created_at,
  lastModified: updated_at,
  location: new URL(`${API_BASE}${SCIM_PATH}/${kind}s/${id}`, app_url).href,
});

export function userResource(app_url: string, row: UserRow & { active: boolean }): ScimUser {
  const { attributes, id, active } = row;
  const extension = attributes[SCIM_SCHEMAS.enterprise] ? [SCIM_SCHEMAS.enterprise] : [];
  return {
    ...attributes,
    schemas: [SCIM_SCHEMAS.user, ...extension],
    id,
    active,
    meta: metaOf(app_url, 'User', row),
  };
}

export function groupResource(app_url: string, row: GroupRow, members: Member[] | null): ScimGroup {
  const { id, external_id, display_name } = row;
  return {
    schemas: [SCIM_SCHEMAS.group],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    displayName: display_name,
    ...(members ? { members } : {}),
    meta: metaOf(app_url, 'Group', row),
  };
}

const same = (column: SQL | typeof scim_users.user_name, value: Condition['value']): SQL =>
  sql`lower(${column}) = lower(${String(value)})`;

function userCondition({ attribute, where, sub, value }: Condition): SQL {
  const path = sub === null ? attribute : `${attribute}.${sub}`;
  const text = String(value);
  if (path === 'emails' || path === 'emails.value') return emailCondition(where, text);
  if (where.length > 0) throw new AppError('scim_filter_invalid');
  const attributes = scim_users.attributes;
  switch (path) {
    case 'id':
      return sql`${scim_users.id}::text = lower(${text})`;
    case 'username':
      return same(scim_users.user_name, value);
    case 'externalid':
      return eq(scim_users.external_id, text);
    case 'displayname':
      return same(sql`${attributes} ->> 'displayName'`, value);
    case 'name.familyname':
      return same(sql`${attributes} #>> '{name,familyName}'`, value);
    case 'name.givenname':
      return same(sql`${attributes} #>> '{name,givenName}'`, value);
    case 'active':
      return sql`${isActive} = ${text.toLowerCase() === 'true'}`;
    default:
      throw new AppError('scim_filter_invalid');
  }
}

function emailCondition(where: Condition[], value: string): SQL {
  const further = where.map(({ attribute, value: wanted }) => {
    if (attribute !== 'type' && attribute !== 'primary') throw new AppError('scim_filter_invalid');
    return sql`and lower(coalesce(e ->> ${attribute}, 'false')) = lower(${String(wanted)})`;
  });
  return sql`exists (
    select from jsonb_array_elements(coalesce(${scim_users.attributes} -> 'emails', '[]')) e
    where lower(e ->> 'value') = lower(${value}) ${sql.join(further, sql` `)})`;
}

function groupCondition({ attribute, where, sub, value }: Condition): SQL {
  if (where.length > 0) throw new AppError('scim_filter_invalid');
  const text = String(value);
  switch (sub === null ? attribute : `${attribute}.${sub}`) {
    case 'id':
      return sql`${scim_groups.id}::text = lower(${text})`;
    case 'displayname':
      return sql`lower(${scim_groups.display_name}) = lower(${text})`;
    case 'externalid':
      return eq(scim_groups.external_id, text);
    case 'members':
    case 'members.value':
      return sql`exists (
        select from ${scim_members} m where m.provider_id = ${scim_groups.provider_id}
          and m.group_id = ${scim_groups.id} and m.member_id::text = lower(${text}))`;
    default:
      throw new AppError('scim_filter_invalid');
  }
}
