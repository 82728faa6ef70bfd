/** Making, renaming and deleting groups. */
import { asc, eq, isNull, or } from 'drizzle-orm';
import type { UserGroup } from '#contract/groups.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { databaseCode, type Transaction } from '../../db/client.ts';
import { group_agents } from '../../db/tables/agents.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { movePeople } from '../users/move-people.ts';
import { type GroupRow, lockGroup, protectedAmong, showGroup } from './store.ts';

const NO_NAME = 'O nome do grupo é obrigatório.';
const UNIQUE_VIOLATION = '23505';

type GroupContext = Pick<AppContext, 'db' | 'clock'>;
type Form = { name: string; description: string | null };

/** A repeat with the same key gets the first run's group. */
export function createGroup(
  { db, clock }: GroupContext,
  by: Actor,
  typed: Form,
  idempotency_key: string | null,
): Promise<UserGroup> {
  const form = cleanFields(typed, NO_NAME);
  const now = clock.now();
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: JSON.stringify(['create-group', form]),
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as UserGroup;
    const [group] = await whileFree(
      tx
        .insert(user_groups)
        .values({ ...form, created_at: now, updated_at: now })
        .returning(),
    );
    if (!group) throw new Error('no group was inserted');
    const made = await showGroup(tx, group.id);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: made });
    await recordChange(tx, by, { action: 'group.created', ...named(group), after: shownTo(form) }, now);
    return made;
  });
}

export function updateGroup(
  { db, clock }: GroupContext,
  by: Actor,
  id: number,
  typed: Form,
): Promise<UserGroup> {
  const form = cleanFields(typed, NO_NAME);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const group = await lockGroup(tx, id);
    const changed = difference(shownTo(group), shownTo(form));
    if (changed) {
      await whileFree(
        tx
          .update(user_groups)
          .set({ ...form, updated_at: now })
          .where(eq(user_groups.id, id)),
      );
      await recordChange(tx, by, { action: 'group.updated', ...named(group), ...changed }, now);
    }
    return showGroup(tx, id);
  });
}

/** Its people go to the default group, all in one transaction; what it opened to them is closed. */
export function removeGroup({ db, clock }: GroupContext, by: Actor, id: number): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const group = await lockGroup(tx, id);
    if ((await protectedAmong(tx, [group])).size) throw new AppError('group_protected');
    const { users_count, agents_count } = await showGroup(tx, id);
    const [fallback] = await tx.select().from(user_groups).where(eq(user_groups.is_default, true));
    if (!fallback) throw new Error('there is no default group');
    // Links before people, as when an agent is deleted: neither waits for the other in a circle.
    await tx.delete(group_agents).where(eq(group_agents.user_group_id, id));
    const members = await lockMembers(tx, { id, is_default: false });
    await movePeople(tx, members, fallback.id, now);
    await tx.delete(user_groups).where(eq(user_groups.id, id));
    const before = { ...shownTo(group), users_count, agents_count };
    await recordChange(tx, by, { action: 'group.deleted', ...named(group), before }, now);
    return null;
  });
}

/** Those without a group are in the default one. */
export async function lockMembers(
  tx: Transaction,
  { id, is_default }: Pick<GroupRow, 'id' | 'is_default'>,
): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      is_default ? or(eq(users.user_group_id, id), isNull(users.user_group_id)) : eq(users.user_group_id, id),
    )
    .orderBy(asc(users.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}

const named = ({ id, name }: Pick<GroupRow, 'id' | 'name'>) => ({
  object_type: 'group' as const,
  object_id: id,
  object_name: name,
});

const shownTo = ({ name, description }: Form) => ({ name, description });

async function whileFree<T>(written: PromiseLike<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw databaseCode(error) === UNIQUE_VIOLATION
      ? new AppError('group_name_taken', { cause: error })
      : error;
  }
}
