/** Deletes an agent. Conversations with it stay readable; test conversations are erased. */
import { eq, sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { auditLabel } from './store.ts';

/** Tags, links, group rows and checks are deleted with the row; versions stay, because they explain kept answers. */
export function removeAgent(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(agents)
      .where(eq(agents.id, id))
      .returning({ id: agents.id, name: agents.name, deploy_status: agents.deploy_status });
    if (!gone) throw new AppError('agent_not_found');
    await eraseTests(tx, id, now);
    await tx.execute(sql`
      update chat_sessions set agent_id = null, agent_name = ${gone.name} where agent_id = ${id}`);
    const before = { deploy_status: gone.deploy_status };
    await recordChange(tx, by, { action: 'agent.deleted', ...auditLabel(gone), before }, now);
    return null;
  });
}

/** Erases test conversations as their owner would. A process that is writing an answer in one loses its lease. */
async function eraseTests(tx: Transaction, agent_id: number, now: Date): Promise<void> {
  const tests = sql`select user_id, id from chat_sessions where agent_id = ${agent_id} and is_test`;
  // Rows of people are locked before records, as everywhere, so that no deadlock can arise.
  await tx.execute(sql`
    select 1 from users where id in (select user_id from (${tests}) t) order by id for no key update`);
  await insertRunningEntries(tx, agent_id, now);
  const inTests = sql`(m.user_id, m.session_id) in (${tests})`;
  await tx.execute(sql`
    delete from answer_parts p using messages m
    where p.user_id = m.user_id and p.message_id = m.id and ${inTests}`);
  await tx.execute(sql`
    delete from answer_traces t using messages m
    where t.user_id = m.user_id and t.message_id = m.id and ${inTests}`);
  await tx.execute(sql`
    update messages m set question = '', answer = '', sources = '[]', filters = '[]', without = '[]', error_code = null,
      feedback_reason = null, lease_owner = null, lease_until = null, reserved_tokens = 0,
      finished_at = coalesce(finished_at, ${now}), status = case status when 'streaming' then 'stopped' else status end
    where ${inTests}`);
  await tx.execute(sql`
    update chat_sessions set chat_title = '', erased_at = coalesce(erased_at, ${now}), updated_at = ${now}
    where agent_id = ${agent_id} and is_test`);
}

/** Inserts the ledger entries of the answers that end here: with counted tokens, and free like every test. */
async function insertRunningEntries(tx: Transaction, agent_id: number, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into token_entries
      (user_id, session_id, message_id, agent_id, purpose, model, input_tokens, output_tokens, charged, estimated, created_at)
    select m.user_id, m.session_id, m.id, s.agent_id, 'answer', m.model, m.prompt_tokens, written.tokens, 0, true, ${now}
    from chat_sessions s join messages m on m.user_id = s.user_id and m.session_id = s.id
      cross join lateral (
        select ceil(sum(length(p.content)) / 4.0)::int tokens from answer_parts p
        where p.user_id = m.user_id and p.message_id = m.id) written
    where s.agent_id = ${agent_id} and s.is_test and m.status = 'streaming' and written.tokens > 0
    on conflict do nothing`);
}
