/** Charges the questions that a model wrote after an answer: to the person and the budget that paid for the answer. */
import { sql } from 'drizzle-orm';
import type { JsonCall } from '../../../adapters/models/ask-json.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable } from '../../../db/client.ts';
import { callCostsAt } from '../../prices/call-costs.ts';
import { hasRoom } from '../../users/tokens/allowance.ts';
import { bringCycleUpToDate, isCycleOver } from '../../users/tokens/cycle.ts';
import { crossesLevel } from '../../users/tokens/usage-levels.ts';
import type { MessageRow } from '../conversations/message-store.ts';
import { type Entry, paidEntries, usedTokens } from './entries.ts';
import { settleBudget } from './group-budget.ts';
import { lockPerson } from './reservations.ts';
import { enterCharges } from './settle.ts';

type Payer = Pick<MessageRow, 'user_id' | 'budget_group_id' | 'budget_month'>;

/** Whether the person, and a hard budget of the group, have anything left. */
export async function maySpend(
  db: Queryable,
  { user_id, budget_group_id, budget_month }: Payer,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, user_id);
    if (!person?.active || !hasRoom(person)) return false;
    if (budget_group_id === null) return true;
    const { rows } = await tx.execute<{ is_spent: boolean }>(sql`
      select l.hard and case l.budget_kind
        when 'tokens' then g.used_tokens + g.reserved_tokens >= l.budget
        when 'brl' then g.used_cost + g.reserved_cost >= l.budget * 10000 else false end is_spent
      from group_usage g join group_limits l on l.user_group_id = g.user_group_id
      where g.user_group_id = ${budget_group_id} and g.month = ${budget_month}::date`);
    return !rows[0]?.is_spent;
  });
}

/** One entry `suggestion` for each model that was asked. */
export async function spendOnSuggestions(
  { db, models, clock, queue }: Pick<AppContext, 'db' | 'models' | 'clock' | 'queue'>,
  message: MessageRow,
  agent_id: number,
  calls: JsonCall[],
): Promise<void> {
  if (!calls.length) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, message.user_id);
    if (!person) return;
    const usage = isCycleOver(person, now) ? await bringCycleUpToDate(tx, message.user_id, now) : person;
    const created_at = usage && usage.token_cycle_start > now ? usage.token_cycle_start : now;
    const costs = await callCostsAt(tx, models, { ids: calls.map(({ id }) => id), at: created_at });
    const { user_id, session_id, id: message_id, budget_group_id, budget_month } = message;
    const entries = calls.map(
      ({ id: model, usage: took, estimated, is_failed }, call): Entry => ({
        user_id,
        session_id,
        message_id,
        agent_id,
        purpose: 'suggestion',
        call,
        model,
        ...usedTokens({ ...took, estimated }),
        ...costs(model, took),
        charged: is_failed ? 0 : took.input + took.output,
        budget_group_id,
        budget_month,
        created_at,
      }),
    );
    const paid = usage ? paidEntries(entries, usage) : entries;
    const stands = await enterCharges(tx, message, { reserved: 0 }, paid);
    if (stands && crossesLevel(stands.token_used - stands.charged, stands.token_used, stands.token_limit))
      await queue.send('tokens.notice', { user_id }, tx);
    const held = { reserved: 0, reserved_cost: 0n, budget_group_id, budget_month };
    await settleBudget(tx, { ...held, agent_id, is_test: false, key_id: null }, { entries: paid, queue });
  });
}
