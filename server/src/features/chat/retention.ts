/** Erases conversations without a question for as many months as the installation keeps them, as their owner would. */
import { sql } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import { reasonOf } from '../../db/client.ts';
import { interfaceOf } from '../interface/interface-settings.ts';
import { eraseConversation } from './erase-conversation.ts';
import type { ChatContext } from './run/chat-runtime.ts';

const AT_ONCE = 200;
/** Then it makes room for other work: the next hour goes on. */
const RUN_MS = 20 * 60_000;

export const retentionJobs = (context: ChatContext) => ({
  'chat.retention': () => eraseUnused(context),
});

/** Where two processes do it, the second finds the conversation erased. One that cannot be erased holds up no other. */
export async function eraseUnused(context: ChatContext): Promise<void> {
  const { keep_months } = await interfaceOf(context.db);
  if (keep_months === null) return;
  const began = performance.now();
  const failed: string[] = [];
  let erased = 0;
  let due: Unused[];
  do {
    due = await findUnused(context, keep_months, failed);
    for (const one of due)
      if (await isErased(context, one)) erased += 1;
      else failed.push(one.id);
  } while (due.length === AT_ONCE && failed.length < AT_ONCE && performance.now() - began < RUN_MS);
  if (erased) context.log.info({ erased }, 'conversations were erased that nobody had used');
  if (failed.length) throw new Error(`${failed.length} conversations that nobody uses were not erased`);
}

type Unused = { id: string; user_id: number };

async function isErased(context: ChatContext, { id, user_id }: Unused): Promise<boolean> {
  try {
    await eraseConversation(context, user_id, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_not_found') return true;
    const err = { message: reasonOf(error) };
    context.log.error({ user_id, session_id: id, err }, 'a conversation that nobody uses was not erased');
    return false;
  }
  return true;
}

/** A pinned conversation is one as any other: the months are a promise of the organisation, not a wish of its owner. */
async function findUnused(
  { db, clock }: ChatContext,
  months: number,
  failed: readonly string[],
): Promise<Unused[]> {
  const before = sql`${clock.now().toISOString()}::timestamptz - make_interval(months => ${months})`;
  const { rows } = await db.execute<Unused>(sql`
    select id, user_id from chat_sessions
    where erased_at is null and created_at < ${before} and updated_at < ${before}
      and id <> all(${sql.param(failed)}::uuid[])
    order by created_at limit ${AT_ONCE}`);
  return rows;
}
