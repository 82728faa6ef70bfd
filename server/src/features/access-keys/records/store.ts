/** Access keys as rows. All queries but authentication find them through their owner. */
import { and, count, desc, eq, gt, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { access_keys } from '../../../db/tables/keys.ts';
import { users } from '../../../db/tables/people.ts';
import { ruleNameOf } from '../../domains/rules.ts';

export type KeyRow = typeof access_keys.$inferSelect;

/** How exactly it is known when and from where a key was last used. */
const USE_NOTED_SECONDS = 60;
/** Revoked keys are kept this long, so that it can be seen why a program is refused. */
const REVOKED_DAYS = 30;

const isLive = (user_id: number) => and(eq(access_keys.user_id, user_id), isNull(access_keys.revoked_at));

export function liveKeys(db: Queryable, user_id: number): Promise<KeyRow[]> {
  return db
    .select()
    .from(access_keys)
    .where(isLive(user_id))
    .orderBy(desc(access_keys.created_at), desc(access_keys.id));
}

export async function countLiveKeys(tx: Transaction, user_id: number): Promise<number> {
  const [row] = await tx.select({ keys: count() }).from(access_keys).where(isLive(user_id));
  return row?.keys ?? 0;
}

export async function findLiveKey(db: Queryable, user_id: number, id: number): Promise<KeyRow | undefined> {
  const [row] = await db
    .select()
    .from(access_keys)
    .where(and(isLive(user_id), eq(access_keys.id, id)));
  return row;
}

export async function lockLiveKey(tx: Transaction, user_id: number, id: number): Promise<KeyRow | undefined> {
  const [row] = await tx
    .select()
    .from(access_keys)
    .where(and(isLive(user_id), eq(access_keys.id, id)))
    .for('update');
  return row;
}

export function lockLiveKeysExcept(tx: Transaction, user_id: number, kept: number[]): Promise<KeyRow[]> {
  return tx
    .select()
    .from(access_keys)
    .where(and(isLive(user_id), notInArray(access_keys.id, kept)))
    .orderBy(access_keys.id)
    .for('update');
}

/** Keys that open something: neither revoked nor expired. */
export async function countWorkingKeys(db: Queryable, user_id: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ keys: count() })
    .from(access_keys)
    .where(and(isLive(user_id), or(isNull(access_keys.expires_at), gt(access_keys.expires_at, now))));
  return row?.keys ?? 0;
}

export async function insertKey(tx: Transaction, key: typeof access_keys.$inferInsert): Promise<KeyRow> {
  const [row] = await tx.insert(access_keys).values(key).returning();
  if (!row) throw new Error('no key was inserted');
  return row;
}

export async function updateKey(
  tx: Transaction,
  id: number,
  change: Partial<Pick<KeyRow, 'name' | 'agent_ids' | 'token_cap' | 'expires_at' | 'revoked_at'>>,
): Promise<KeyRow> {
  const [row] = await tx.update(access_keys).set(change).where(eq(access_keys.id, id)).returning();
  if (!row) throw new Error('no key was updated');
  return row;
}

/** The key and whose it is, in one question. */
/** `idle_days`: the key rests, because the provider of its owner's closed domain has said nothing for that long. */
export async function findBearer(db: Queryable, key_hash: Buffer, now: Date) {
  const [found] = await db
    .select({
      key: access_keys,
      role: users.role,
      user_group_id: users.user_group_id,
      active: users.active,
      idle_days: sql<number | null>`(
        select (p.settings->>'key_idle_days')::int from email_domains d
        join identity_providers p on p.id = d.provider_id
        where d.door = 'provider' and not ${users.emergency} and d.domain = ${ruleNameOf(users.email)}
          and coalesce(
            (select i.last_vouched_at from identities i where i.user_id = ${users.id} and i.provider_id = p.id),
            d.closed_at) < ${now}::timestamptz - make_interval(days => (p.settings->>'key_idle_days')::int))`,
    })
    .from(access_keys)
    .innerJoin(users, eq(users.id, access_keys.user_id))
    .where(eq(access_keys.key_hash, key_hash));
  return found;
}

/** To the minute, so that a busy program does not write a row with each call. */
export async function noteUse(db: Queryable, id: number, ip: string | null, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_NOTED_SECONDS * 1000);
  await db
    .update(access_keys)
    .set({ last_used_at: now, last_used_ip: ip })
    .where(
      and(
        eq(access_keys.id, id),
        or(
          isNull(access_keys.last_used_at),
          lt(access_keys.last_used_at, before),
          sql`${access_keys.last_used_ip} is distinct from ${ip}::inet`,
        ),
      ),
    );
}

/** The answers that it is getting. Their rows are locked after the person's. */
export async function requestStopsOf(tx: Transaction, user_id: number, key_id: number): Promise<void> {
  await tx.execute(sql`
    update messages m set stop_requested = true
    where m.user_id = ${user_id} and m.status = 'streaming' and exists (
      select from chat_sessions s where s.user_id = m.user_id and s.id = m.session_id and s.key_id = ${key_id})`);
}

/** To be run now and then. */
export async function forgetRevokedKeys(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REVOKED_DAYS * 86_400_000);
  await db
    .delete(access_keys)
    .where(and(isNotNull(access_keys.revoked_at), lt(access_keys.revoked_at, before)));
}
