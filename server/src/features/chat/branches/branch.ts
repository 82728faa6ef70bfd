/**
 * «Continuar daqui em outra conversa»: a conversation that begins with copies of the records up to an answer. Nobody asked
 * copies or paid for them: the ledger has no entry of them, and no statistic counts them.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ChatSession } from '#contract/chat-session.ts';
import { BRANCH_RECORDS_MAX, CHAT_TITLE_TYPED_MAX } from '#contract/limits.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { chat_sessions } from '../../../db/tables/chat.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../../request-guards/idempotency.ts';
import { consumeRateLimit } from '../../../request-guards/rate-limit.ts';
import { findMessage, type MessageRow } from '../conversations/message-store.ts';
import { type ChatUser, insertSession, isSession } from '../conversations/session-store.ts';
import { requireSession } from '../conversations/sessions.ts';

const PER_MINUTE = 20;
const CONTINUED = ' (continuação)';

export type Branch = {
  session: Omit<ChatSession, 'created_at' | 'expires_at'> & {
    created_at: string | Date;
    expires_at: string | Date | null;
  };
  left_out: number;
};

type Wanted = { session_id: string; message_id: number; idempotency_key: string | null };

/** A repeat with the same key gets the same conversation. */
export async function branchConversation(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user: ChatUser,
  { session_id, message_id, idempotency_key }: Wanted,
): Promise<Branch> {
  const { user_id } = user;
  const now = clock.now();
  const call = idempotency_key && {
    user_id,
    key: idempotency_key,
    request: `branch ${session_id} ${message_id}`,
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return branchOf(tx, user, first.answer as KeptBranch);
    const source = await requireSource(tx, user_id, session_id);
    const last = await findMessage(tx, { user_id, id: message_id });
    if (last?.session_id !== session_id) throw new AppError('message_not_found');
    if (last.status === 'streaming') throw new AppError('answer_running');
    await consumeRateLimit(tx, { key: `branch:${user_id}`, max: PER_MINUTE, seconds: 60 }, now);
    const id = randomUUID();
    const { agent_id, agent_name, is_test, had_files, temporary } = source;
    await insertSession(tx, { id, user_id, agent_id, agent_name, is_test, temporary }, now);
    const { copied, left_out } = await copyRecords(tx, id, last);
    await tx
      .update(chat_sessions)
      .set({
        chat_title: continuedTitle(source.chat_title),
        // The answers may hold text of files, as their originals do.
        had_files,
        messages_count: copied,
        copied_count: copied,
      })
      .where(isSession(user_id, id));
    const kept: KeptBranch = { session_id: id, left_out };
    if (call) await storeFirstRun(tx, call, { status: 201, answer: kept });
    return branchOf(tx, user, kept);
  });
}

/** For repeats, without the title, which has words of a question. */
type KeptBranch = { session_id: string; left_out: number };

const branchOf = async (
  tx: Transaction,
  user: ChatUser,
  { session_id, left_out }: KeptBranch,
): Promise<Branch> => ({ session: await requireSession(tx, user, session_id), left_out });

async function requireSource(tx: Transaction, user_id: number, session_id: string) {
  const [source] = await tx.select().from(chat_sessions).where(isSession(user_id, session_id));
  if (!source) throw new AppError('session_not_found');
  return source;
}

/**
 * The newest records that are shown up to the chosen one, and that one even where another variant is shown. Their files
 * are not copied, only what was cited of them; ratings and questions that found nothing stay with the originals.
 */
async function copyRecords(
  tx: Transaction,
  session_id: string,
  last: MessageRow,
): Promise<{ copied: number; left_out: number }> {
  const place = last.variant_root ?? last.id;
  const { rows } = await tx.execute<{ copied: number; total: number }>(sql`
    with wanted as (
      select * from messages
      where user_id = ${last.user_id}::int and session_id = ${last.session_id}::uuid
        and status <> 'streaming' and answer ~ '\\S'
        and (id = ${last.id}::bigint or (id < ${place}::bigint and replaced_by is null))
    ), newest as (
      select * from wanted order by id desc limit ${BRANCH_RECORDS_MAX}
    ), copied as (
      insert into messages (user_id, session_id, copied_from, question, answer, status, sources, filters, without, results,
        unchecked_numbers, adjust, personal_sources, with_files, verified, asked_on, on_date, agent_version_id, model,
        asked_model, fallback_reason, masked, personal_data, created_at, finished_at)
      select user_id, ${session_id}::uuid, id, question, answer, 'done', sources, filters, without, results,
        unchecked_numbers, adjust, personal_sources, with_files, verified, asked_on, on_date, agent_version_id, model,
        asked_model, fallback_reason, masked, personal_data, created_at, finished_at
      from newest order by id
      returning 1
    )
    select (select count(*)::int from copied) copied, (select count(*)::int from wanted) total`);
  const { copied = 0, total = 0 } = rows[0] ?? {};
  return { copied, left_out: total - copied };
}

/** The list tells it apart from the conversation that it continues. */
function continuedTitle(title: string): string {
  if (title.endsWith(CONTINUED)) return title;
  const room = CHAT_TITLE_TYPED_MAX - CONTINUED.length;
  return `${Array.from(title).slice(0, room).join('')}${CONTINUED}`;
}
