/** Which roles need a second factor: one row of the installation, changed by superadmins. */
import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PASSWORD_DOORS, type PasswordDoor } from '#contract/domains.ts';
import { AccessPolicy, type AccessPolicyState } from '#contract/second-factor.ts';
import { ROLE_NAMES } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { ACCESS_POLICY_KEY, applyToEverybody } from './due-dates.ts';

const INITIAL_GRACE_DAYS = 7;

const Stored = z.object({
  second_factor_roles: AccessPolicy.shape.second_factor_roles.catch([]),
  passkeys: z.boolean().catch(true),
  password_door: z.enum(PASSWORD_DOORS).catch('shown'),
  grace_days: AccessPolicy.shape.grace_days.catch(INITIAL_GRACE_DAYS),
});

type State = Omit<AccessPolicyState, 'updated_at'> & { updated_at: Date | null };

export async function accessPolicy(db: Queryable): Promise<State> {
  const [row] = await db.select().from(installation).where(eq(installation.key, ACCESS_POLICY_KEY));
  const counts = await db
    .select({
      role: users.role,
      total: count(),
      with_factor: sql<number>`count(*) filter (where ${users.has_second_factor})`.mapWith(Number),
    })
    .from(users)
    .where(and(eq(users.active, true)))
    .groupBy(users.role);
  const people = ROLE_NAMES.map(
    (role) => counts.find((one) => one.role === role) ?? { role, total: 0, with_factor: 0 },
  );
  return { ...Stored.parse(row?.value ?? {}), updated_at: row?.updated_at ?? null, people };
}

export async function arePasskeysAllowed(db: Queryable): Promise<boolean> {
  const [row] = await db.select().from(installation).where(eq(installation.key, ACCESS_POLICY_KEY));
  return Stored.parse(row?.value ?? {}).passkeys;
}

export async function passwordDoor(db: Queryable): Promise<PasswordDoor> {
  const [row] = await db.select().from(installation).where(eq(installation.key, ACCESS_POLICY_KEY));
  return Stored.parse(row?.value ?? {}).password_door;
}

/** Returns the people whose obligation changed, for the caller to wake. */
export async function changeAccessPolicy(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  { updated_at, ...wanted }: AccessPolicy & { updated_at: string | null },
): Promise<{ state: State; moved: number[] }> {
  const now = clock.now();
  const roles = ROLE_NAMES.filter((role) => wanted.second_factor_roles.includes(role));
  const moved = await db.transaction(async (tx) => {
    await tx
      .insert(installation)
      .values({ key: ACCESS_POLICY_KEY, value: {}, updated_at: now })
      .onConflictDoNothing();
    const [row] = await tx
      .select()
      .from(installation)
      .where(eq(installation.key, ACCESS_POLICY_KEY))
      .for('update');
    const isFirst = updated_at === null && Object.keys(row?.value ?? {}).length === 0;
    if (!isFirst && row?.updated_at.toISOString() !== updated_at) throw new AppError('stale_change');
    const before = Stored.parse(row?.value ?? {});
    const { password_door = before.password_door, ...rest } = wanted;
    const after = { ...rest, password_door, second_factor_roles: roles };
    await tx
      .update(installation)
      .set({ value: after, updated_at: now })
      .where(eq(installation.key, ACCESS_POLICY_KEY));
    const people = await applyToEverybody(tx, { roles, grace_days: after.grace_days }, now);
    const change = { action: 'access_policy.updated', object_type: 'access_policy' } as const;
    await recordChange(tx, by, { ...change, before, after }, now);
    return people;
  });
  return { state: await accessPolicy(db), moved };
}
