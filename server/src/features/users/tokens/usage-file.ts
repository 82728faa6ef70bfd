/** The entries of a person's ledger in the running cycle, one line a call of a model. */
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import type { Database } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, token_entries } from '../../../db/tables/chat.ts';
import { csvHeader, csvLine } from '../../../text/csv.ts';
import { bringCycleUpToDate, calendarDay } from './cycle.ts';

const COLUMNS = [
  'created_at',
  'agent',
  'purpose',
  'model',
  'input_tokens',
  'output_tokens',
  'charged',
  'estimated',
];

/** Undefined without such a person. */
export async function usageFile(db: Database, user_id: number, now: Date): Promise<Download | undefined> {
  const usage = await bringCycleUpToDate(db, user_id, now);
  if (!usage) return undefined;
  const entries = await db
    .select({
      created_at: token_entries.created_at,
      agent: sql<string | null>`coalesce(${agents.name}, ${chat_sessions.agent_name})`,
      purpose: token_entries.purpose,
      model: token_entries.model,
      input_tokens: token_entries.input_tokens,
      output_tokens: token_entries.output_tokens,
      charged: token_entries.charged,
      estimated: token_entries.estimated,
    })
    .from(token_entries)
    .leftJoin(agents, eq(agents.id, token_entries.agent_id))
    .leftJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, token_entries.user_id), eq(chat_sessions.id, token_entries.session_id)),
    )
    .where(and(eq(token_entries.user_id, user_id), gte(token_entries.created_at, usage.token_cycle_start)))
    .orderBy(asc(token_entries.created_at), asc(token_entries.id));
  return {
    filename: `prosa-uso-${calendarDay(now)}.csv`,
    content: csvHeader(COLUMNS) + entries.map((entry) => csvLine(Object.values(entry))).join(''),
  };
}
