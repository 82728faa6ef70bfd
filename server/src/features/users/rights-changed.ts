/**
 * A change of rights ends at once the answers that are being written and the streams that are being read, in every
 * process. Authentication refuses everything else from the next request on.
 */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { reasonOf, type Transaction } from '../../db/client.ts';

/** Says: look again what this person may do. Rows are the truth. */
export const personTopic = (user_id: number) => `person:${user_id}`;

/** All answers of a person, or those of their test conversations. Their rows are locked after the person's. */
export async function requestStops(tx: Transaction, user_id: number, which: 'all' | 'tests'): Promise<void> {
  const tests = sql`and exists (
    select from chat_sessions s where s.user_id = m.user_id and s.id = m.session_id and s.is_test)`;
  await tx.execute(sql`
    update messages m set stop_requested = true
    where m.user_id = ${user_id} and m.status = 'streaming' ${which === 'tests' ? tests : sql``}`);
}

/** After the transaction. One that is lost is made up for: writers look at their rows every few seconds anyway. */
export async function wakePerson(
  { signals, log }: Pick<AppContext, 'signals' | 'log'>,
  user_id: number,
): Promise<void> {
  try {
    await signals.send(personTopic(user_id));
  } catch (error) {
    log.warn({ user_id, err: { message: reasonOf(error) } }, 'a change of rights was not signalled');
  }
}
