/** Tells people by mail that a level of their allowance was passed: each level once a cycle. */

import type { AppContext } from '../../app-context.ts';
import { usage_notices } from '../../db/tables/payments.ts';
import { findUser } from '../users/store.ts';
import { bringCycleUpToDate, renewalDate } from '../users/tokens/cycle.ts';
import { levelReached } from '../users/tokens/usage-levels.ts';
import { usageLetter } from './letters.ts';

/** Of several levels that were passed at once the highest is told of. */
export async function noticeUsage(
  { db, clock, mailer, env }: Pick<AppContext, 'db' | 'clock' | 'mailer' | 'env'>,
  user_id: number,
): Promise<void> {
  const now = clock.now();
  const usage = await bringCycleUpToDate(db, user_id, now);
  const user = await findUser(db, user_id);
  if (!usage || !user?.active) return;
  const level = levelReached(usage.token_used, usage.token_limit);
  if (level === null) return;
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .insert(usage_notices)
      .values({ user_id, cycle_start: usage.token_cycle_start, level, sent_at: now })
      .onConflictDoNothing();
    if (rowCount !== 1) return;
    // Before the commit: a letter that could not be sent is not noted as sent, and the job tries again.
    const figures = { level, ...usage, renews_on: renewalDate(usage.token_anchor, now) };
    await mailer.send(usageLetter(user, figures, env.APP_URL));
  });
}
