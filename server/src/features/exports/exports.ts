/** An answer, a receipt or a conversation of its owner as a file. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import { EXPORT_MEDIA_TYPES, type ExportFormat } from '#contract/exports.ts';
import { EXPORT_RECORDS_MAX } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { agentName } from '../chat/conversations/session-store.ts';
import { titleOf } from '../chat/conversations/title.ts';
import { requireReceiptOf } from '../receipts/own-receipts.ts';
import type { ExportDocument } from './export-document.ts';
import { markdownFile } from './markdown-file.ts';
import { conversationDocument, receiptDocument } from './record-parts.ts';
import { writeFileInThread } from './write-file.ts';

type ExportContext = Pick<AppContext, 'db' | 'clock' | 'env'>;
type Wanted = { user_id: number; format: ExportFormat };

const NAME_LENGTH = 60;

/** With a receipt: what the receipt says, and nothing else. */
export async function exportAnswer(
  context: ExportContext,
  wanted: Wanted,
  id: number,
  receipt: string | undefined,
): Promise<Download> {
  const { db, clock } = context;
  const { user_id } = wanted;
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.user_id, user_id), eq(messages.id, id)));
  const conversation = message && (await findConversation(db, user_id, message.session_id));
  if (!message || !conversation) throw new AppError('message_not_found');
  if (message.status === 'streaming') throw new AppError('answer_not_finished');
  // One answer is called after its own question, and not after the first one of its conversation.
  const title = titleOf(message.question);
  const document = receipt
    ? receiptDocument(await requireReceiptOf(context, { user_id, message_id: id }, receipt))
    : conversationDocument({ ...conversation, title }, [message], clock.now());
  return fileOf(document, wanted, receipt ? document.receipt?.code : title);
}

/** An answer that is still being written is left out. */
export async function exportConversation(
  { db, clock }: ExportContext,
  wanted: Wanted,
  session_id: string,
): Promise<Download> {
  const { user_id } = wanted;
  const conversation = await findConversation(db, user_id, session_id);
  if (!conversation) throw new AppError('session_not_found');
  const records = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.user_id, user_id),
        eq(messages.session_id, session_id),
        ne(messages.status, 'streaming'),
        isNull(messages.replaced_by),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(EXPORT_RECORDS_MAX + 1);
  if (records.length > EXPORT_RECORDS_MAX) throw new AppError('export_too_large');
  return fileOf(conversationDocument(conversation, records, clock.now()), wanted, conversation.title);
}

async function fileOf(
  document: ExportDocument,
  { user_id, format }: Wanted,
  name: string | undefined,
): Promise<Download> {
  return {
    filename: `prosa-${plainName(name ?? '') || 'conversa'}.${format}`,
    media_type: EXPORT_MEDIA_TYPES[format],
    content:
      format === 'md' ? markdownFile(document) : await writeFileInThread(user_id, { format, document }),
  };
}

/** A name that every file system takes. */
const plainName = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\w]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replace(/^-+|-+$/g, '');

async function findConversation(db: Queryable, user_id: number, id: string) {
  const [found] = await db
    .select({ title: chat_sessions.chat_title, agent_name: agentName })
    .from(chat_sessions)
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(
      and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, id), isNull(chat_sessions.erased_at)),
    );
  return found;
}
