/** The queue of registrations that wait for an administrator. Nobody who waits has a sign-in. */
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { WaitingPerson } from '#contract/approvals.ts';
import { REFUSED_KEPT_DAYS } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { identities, identity_providers } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { holdGroup } from '../groups/store.ts';
import { movePeople } from '../users/move-people.ts';

const DAY_MS = 86_400_000;

type QueueQuery = { approval: 'waiting' | 'refused'; skip: number; limit: number };

/** Only verified addresses: anybody can type somebody else's. */
export async function listWaiting(
  db: Queryable,
  { approval, skip, limit }: QueueQuery,
): Promise<{ rows: WaitingPerson[]; total: number }> {
  const wanted = and(eq(users.approval, approval), eq(users.is_verified, true), eq(users.active, true));
  const [counted] = await db.select({ total: count() }).from(users).where(wanted);
  const since = sql`coalesce(${users.approval_at}, ${users.created_at})`.mapWith(users.created_at);
  const via_provider = sql<string | null>`(
    select p.name from ${identities} i join ${identity_providers} p on p.id = i.provider_id
    where i.user_id = ${users.id} order by i.created_at limit 1)`;
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      since,
      via_provider,
      user_group_id: users.user_group_id,
      group_name: user_groups.name,
      deletion_due: users.deletion_due,
    })
    .from(users)
    .leftJoin(user_groups, eq(user_groups.id, users.user_group_id))
    .where(wanted)
    .orderBy(asc(since), asc(users.id))
    .limit(limit)
    .offset(skip);
  return {
    rows: rows.map(({ user_group_id, group_name, since: time, deletion_due, ...person }) => ({
      ...person,
      since: time.toISOString(),
      deletion_due: deletion_due?.toISOString() ?? null,
      user_group: user_group_id === null ? null : { id: user_group_id, name: group_name ?? '' },
    })),
    total: counted?.total ?? 0,
  };
}

type Decision = { decision: 'approve' | 'refuse'; user_group_id?: number | undefined };

/** The same decision again changes nothing and sends no e-mail; a refusal may become an approval until the erasure. */
export function decideApproval(
  { db, clock, queue }: Pick<AppContext, 'db' | 'clock' | 'queue'>,
  by: Actor,
  id: number,
  { decision, user_group_id }: Decision,
): Promise<{ approval: 'approved' | 'refused' }> {
  const now = clock.now();
  const approval = decision === 'approve' ? ('approved' as const) : ('refused' as const);
  return db.transaction(async (tx) => {
    const group = decision === 'approve' && user_group_id ? await holdGroup(tx, user_group_id) : null;
    const [person] = await tx
      .select({ approval: users.approval, is_verified: users.is_verified })
      .from(users)
      .where(eq(users.id, id))
      .for('no key update');
    if (!person) throw new AppError('user_not_found');
    if (person.approval === approval) return { approval };
    if (person.approval === 'approved') throw new AppError('already_approved');
    if (!person.is_verified) throw new AppError('approval_unverified');
    const deletion_due = approval === 'refused' ? new Date(now.getTime() + REFUSED_KEPT_DAYS * DAY_MS) : null;
    await tx
      .update(users)
      .set({ approval, approval_at: now, deletion_due, updated_at: now })
      .where(eq(users.id, id));
    if (group) await movePeople(tx, [id], group.id, now);
    await queue.send('access.approval', { user_id: id, approval }, tx);
    await recordChange(
      tx,
      by,
      {
        action: approval === 'approved' ? 'user.approved' : 'user.refused',
        object_type: 'user',
        person: id,
        before: { approval: person.approval },
        after: { approval, ...(group ? { user_group: group.name } : {}) },
      },
      now,
    );
    return { approval };
  });
}
