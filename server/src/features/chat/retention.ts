/** Erases conversations without a question for as many months as the installation keeps them, as their owner would. */
import { sql } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import { interfaceOf } from '../interface/interface-settings.ts';
import { eraseConversation } from './erase-conversation.ts';
import type { ChatContext } from './run/chat-runtime.ts';

const AT_ONCE = 200;
/** Then it makes room for other work: the next hour goes on. */
const RUN_MS = 20 * 60_000;

export const retentionJobs = (context: ChatContext) => ({
  'chat.retention': () => eraseUnused(context),
});

/** Where two processes do it, the second finds the conversation erased. */
export async function eraseUnused(context: ChatContext): Promise<void> {
  const { keep_months } = await interfaceOf(context.db);
  if (keep_months === null) return;
  const began = performance.now();
  let erased = 0;
  let due: Unused[];
  do {
    due = await findUnused(context, keep_months);
    for (const { id, user_id } of due)
      await eraseConversation(context, user_id, id).catch((error) => {
        if (!(error instanceof AppError && error.code === 'session_not_found')) throw error;
      });
    erased += due.length;
  } while (due.length === AT_ONCE && performance.now() - began < RUN_MS);
  if (erased) context.log.info({ erased }, 'conversations were erased that nobody had used');
}

type Unused = { id: string; user_id: number };

/** A pinned conversation is one as any other: the months are a promise of the organisation, not a wish of its owner. */
async function findUnused({ db, clock }: ChatContext, months: number): Promise<Unused[]> {
  const before = sql`${clock.now().toISOString()}::timestamptz - make_interval(months => ${months})`;
  const { rows } = await db.execute<Unused>(sql`
    select id, user_id from chat_sessions
    where erased_at is null and created_at < ${before} and updated_at < ${before}
    order by created_at limit ${AT_ONCE}`);
  return rows;
}
