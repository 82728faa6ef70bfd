/** Keeps several people out at once, by the rules that hold for one: all of them, or none. */
import { isAdministrator, isSuperadmin } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { byCaller } from '../audit/record.ts';
import { type Held, holdWithSuperadmins, pairIn, requireAnotherSuperadmin } from './authority.ts';
import { requireEmergencyWithout } from './emergency.ts';
import { wakePerson } from './rights-changed.ts';
import { deactivateAll } from './status.ts';

type ManyContext = Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>;

/** People who are out already are passed over. */
export async function setManyInactive(
  context: ManyContext,
  caller: Caller,
  ids: number[],
  meta: Meta,
): Promise<{ deactivated: number }> {
  const { db, clock } = context;
  const { user_id } = caller;
  if (ids.includes(user_id)) throw new AppError('cannot_deactivate_self');
  const wanted = [...new Set(ids)];
  const now = clock.now();
  const call = meta.idempotency_key && {
    user_id,
    key: meta.idempotency_key,
    request: `deactivate ${wanted.join()}`,
  };
  const done = await db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return { before: countIn(first.answer) };
    const held = await holdWithSuperadmins(tx, [user_id, ...wanted]);
    const targets = wanted.map((id) => requireTarget(held, user_id, id)).filter(({ active }) => active);
    const out = targets.map(({ id }) => id);
    // Those who go leave together: of two superadmins none may count on the other.
    const staying = held.filter(({ id }) => !out.includes(id));
    for (const target of targets) {
      if (isSuperadmin(target)) requireAnotherSuperadmin(staying, target.id);
      await requireEmergencyWithout(tx, target.id);
    }
    if (call) await storeFirstRun(tx, call, { status: 200, answer: { deactivated: out.length } });
    await deactivateAll(tx, byCaller(caller, meta), out, now);
    return { out };
  });
  if (!done.out) return { deactivated: done.before };
  for (const id of done.out) await wakePerson(context, id);
  return { deactivated: done.out.length };
}

function requireTarget(held: Held[], actor_id: number, id: number): Held {
  const { actor, target } = pairIn(held, actor_id, id);
  if (!isAdministrator(actor)) throw new AppError('forbidden');
  if (isSuperadmin(target) && !isSuperadmin(actor)) throw new AppError('superadmin_protected');
  return target;
}

function countIn(answer: unknown): number {
  const { deactivated } = (answer ?? {}) as { deactivated?: number };
  // The key belongs to a call of another kind.
  if (deactivated === undefined) throw new AppError('idempotency_mismatch');
  return deactivated;
}
