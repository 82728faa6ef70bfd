/** Accepting the terms after the sign-in. */
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { lockAccount } from '../users/store.ts';
import { type Accepting, keepAcceptances } from './records/acceptances.ts';

export async function acceptTerms(
  context: Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>,
  accepting: Accepting,
): Promise<{ complete: boolean }> {
  const { user_id } = accepting;
  const complete = await context.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, user_id))) throw new AppError('not_authenticated');
    return keepAcceptances(tx, accepting, context.clock.now());
  });
  if (complete) await wakePerson(context, user_id);
  return { complete };
}
