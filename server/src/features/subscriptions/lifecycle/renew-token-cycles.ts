/** Begins the token cycles that are due, for those who have not been here since. */
import { and, asc, gt } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { users } from '../../../db/tables/people.ts';
import { bringCycleUpToDate, isCycleOver } from '../../users/tokens/cycle.ts';

const PER_STEP = 1_000;

/** How many began. Who has used nothing has nothing to renew. */
export async function renewCycles({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  let renewed = 0;
  let last = 0;
  for (;;) {
    const now = clock.now();
    const people = await db
      .select({
        id: users.id,
        token_anchor: users.token_anchor,
        token_cycle_start: users.token_cycle_start,
      })
      .from(users)
      .where(and(gt(users.id, last), gt(users.token_used, 0)))
      .orderBy(asc(users.id))
      .limit(PER_STEP);
    for (const person of people) {
      if (!isCycleOver(person, now)) continue;
      await bringCycleUpToDate(db, person.id, now);
      renewed += 1;
    }
    const end = people.at(-1);
    if (!end) return renewed;
    last = end.id;
  }
}
