/** Reads the conversations of a person and what they used, a piece at a time. */
import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { chat_sessions, messages, token_entries } from '../../../db/tables/chat.ts';
import { TIME_ZONE } from '../../../env.ts';

const AT_ONCE = 200;

const { user_id: _, ...sessionColumns } = getTableColumns(chat_sessions);
export type ExportedSession = Omit<typeof chat_sessions.$inferSelect, 'user_id'>;

export async function* readSessions(db: Database, user_id: number): AsyncGenerator<ExportedSession> {
  let after: ExportedSession | undefined;
  for (;;) {
    const later =
      after &&
      sql`(${chat_sessions.created_at}, ${chat_sessions.id}) >
      (${after.created_at.toISOString()}::timestamptz, ${after.id}::uuid)`;
    const rows: ExportedSession[] = await db
      .select(sessionColumns)
      .from(chat_sessions)
      .where(and(eq(chat_sessions.user_id, user_id), later))
      .orderBy(asc(chat_sessions.created_at), asc(chat_sessions.id))
      .limit(AT_ONCE);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < AT_ONCE) return;
  }
}

const messageColumns = {
  id: messages.id,
  question: messages.question,
  answer: messages.answer,
  status: messages.status,
  sources: messages.sources,
  filters: messages.filters,
  without: messages.without,
  results: messages.results,
  unchecked_numbers: messages.unchecked_numbers,
  adjust: messages.adjust,
  agent_version_id: messages.agent_version_id,
  found_nothing: messages.found_nothing,
  with_files: messages.with_files,
  without_files: messages.without_files,
  asked_on: messages.asked_on,
  on_date: messages.on_date,
  feedback: messages.feedback,
  feedback_reason: messages.feedback_reason,
  feedback_at: messages.feedback_at,
  personal_data: messages.personal_data,
  masked: messages.masked,
  suggestions: messages.suggestions,
  verified: messages.verified,
  verified_near: messages.verified_near,
  answered_since: messages.answered_since,
  replaced_by: messages.replaced_by,
  variant_root: messages.variant_root,
  copied_from: messages.copied_from,
  model: messages.model,
  asked_model: messages.asked_model,
  fallback_reason: messages.fallback_reason,
  created_at: messages.created_at,
  finished_at: messages.finished_at,
};
export type ExportedMessage = { [name in keyof typeof messageColumns]: (typeof messages.$inferSelect)[name] };

export async function* readMessages(
  db: Database,
  user_id: number,
  session_id: string,
): AsyncGenerator<ExportedMessage> {
  let after = 0;
  for (;;) {
    const rows: ExportedMessage[] = await db
      .select(messageColumns)
      .from(messages)
      .where(and(eq(messages.user_id, user_id), eq(messages.session_id, session_id), gt(messages.id, after)))
      .orderBy(asc(messages.id))
      .limit(AT_ONCE);
    yield* rows;
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < AT_ONCE) return;
  }
}

/** Tokens are the person's; what they cost is the installation's. */
const {
  user_id: __,
  price_id: ___,
  rate_id: ____,
  cost_brl_micro: _____,
  budget_group_id: ______,
  budget_month: _______,
  ...entryColumns
} = getTableColumns(token_entries);
type KeptEntry = { [name in keyof typeof entryColumns]: (typeof token_entries.$inferSelect)[name] };

export async function* readEntries(db: Database, user_id: number): AsyncGenerator<KeptEntry> {
  let after = 0;
  for (;;) {
    const rows: KeptEntry[] = await db
      .select(entryColumns)
      .from(token_entries)
      .where(and(eq(token_entries.user_id, user_id), gt(token_entries.id, after)))
      .orderBy(asc(token_entries.id))
      .limit(AT_ONCE);
    yield* rows;
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < AT_ONCE) return;
  }
}

export async function readUsage(
  db: Database,
  user_id: number,
): Promise<{ month: string; tokens: number; calls: number }[]> {
  const { rows } = await db.execute<{ month: string; tokens: number; calls: number }>(sql`
    select to_char(created_at at time zone ${TIME_ZONE}::text, 'YYYY-MM') as month, sum(charged)::float8 tokens,
      count(*)::int calls
    from token_entries where user_id = ${user_id} group by 1 order by 1`);
  return rows;
}
