/** From when on a person's role asks for a second factor. Written where the role or the policy changes. */
import { and, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#contract/users.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';

/** The row of the table `installation` that holds the policy. */
export const ACCESS_POLICY_KEY = 'access_policy';

/**
 * The due date of somebody who gets `role` at `now`: an expression to be written into `users.second_factor_due`. Null
 * where the role asks for no second factor.
 */
export const dueDateFor = (role: Role, now: Date): SQL<Date | null> => sql`(
  select ${now}::timestamptz + make_interval(days => (value->>'grace_days')::int) from installation
  where key = ${ACCESS_POLICY_KEY} and value->'second_factor_roles' ? ${role}::text)`;

/** A person who changes between two roles of the policy keeps the earlier date. */
export async function moveDueDate(tx: Transaction, user_id: number, role: Role, now: Date): Promise<void> {
  const due = dueDateFor(role, now);
  await tx
    .update(users)
    .set({
      second_factor_due: sql`case when ${due} is null then null else coalesce(${users.second_factor_due}, ${due}) end`,
    })
    .where(eq(users.id, user_id));
}

/**
 * Applies a changed policy to everybody: those to whom it first applies get the days of grace, those to whom it applies
 * no longer are free, and nobody's date moves. Returns the people for whom something changed.
 */
export async function applyToEverybody(
  db: Queryable,
  { roles, grace_days }: { roles: Role[]; grace_days: number },
  now: Date,
): Promise<number[]> {
  const freed = await db
    .update(users)
    .set({ second_factor_due: null })
    .where(
      and(
        sql`${users.second_factor_due} is not null`,
        roles.length ? notInArray(users.role, roles) : undefined,
      ),
    )
    .returning({ id: users.id });
  if (!roles.length) return freed.map(({ id }) => id);
  const due = new Date(now.getTime() + grace_days * 86_400_000);
  const bound = await db
    .update(users)
    .set({ second_factor_due: due })
    .where(and(isNull(users.second_factor_due), inArray(users.role, roles)))
    .returning({ id: users.id });
  return [...freed, ...bound].map(({ id }) => id);
}
