/** The conversation behind a link, read anew each time: it ends with the conversation and with the right to use the agent. */
import { and, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { SourceView } from '#contract/citations.ts';
import { EXPORT_RECORDS_MAX } from '#contract/limits.ts';
import type { SharedConversation, SharedRecord } from '#contract/session-links.ts';
import { AppError } from '../../app-error.ts';
import { agents } from '../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { session_links } from '../../db/tables/session-links.ts';
import { availableTo } from '../agents/availability.ts';
import type { ChatUser } from '../chat/conversations/session-store.ts';
import { sourceOfAnswer } from '../chat/read/source-view.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { isSecretOf, readToken } from './link-token.ts';

type Opened = {
  link: typeof session_links.$inferSelect;
  agent: { id: number; name: string };
  chat_title: string;
};

export async function openShared(
  context: ChatContext,
  reader: ChatUser,
  token: string,
): Promise<SharedConversation> {
  const { db } = context;
  const { link, agent, chat_title } = await requireLink(context, reader, token);
  const newest = await db
    .select()
    .from(messages)
    .where(and(isShown(link), ne(messages.status, 'streaming')))
    .orderBy(desc(messages.id))
    .limit(EXPORT_RECORDS_MAX);
  const rows = newest.toReversed();
  const last = rows.at(-1);
  // It was shareable when the link was made; what has become private since is shown to nobody.
  if (!last || rows.some((row) => row.personal_sources || row.with_files))
    throw new AppError('link_not_found');
  if (reader.user_id !== link.user_id)
    await db
      .update(session_links)
      .set({ openings: sql`${session_links.openings} + 1` })
      .where(and(eq(session_links.user_id, link.user_id), eq(session_links.id, link.id)));
  const records = rows.map(sharedRecord);
  return { chat_title, agent, until: (last.finished_at ?? last.created_at).toISOString(), records };
}

function sharedRecord(row: typeof messages.$inferSelect): SharedRecord {
  const { id, question, answer, created_at, status, sources, verified } = row;
  return {
    id,
    question,
    answer,
    created_at: created_at.toISOString(),
    is_whole: status === 'done',
    sources: sources.map(({ index, kind, title, page, section, snippet, url }) => ({
      index,
      kind,
      title,
      page,
      section,
      snippet,
      url,
    })),
    verified: verified && { owner_label: verified.owner_label, verified_on: verified.verified_on },
  };
}

export async function openSharedSource(
  context: ChatContext,
  reader: ChatUser,
  { token, id, index }: { token: string; id: number; index: number },
): Promise<SourceView> {
  const { link, agent } = await requireLink(context, reader, token);
  const [message] = await context.db
    .select()
    .from(messages)
    .where(and(isShown(link), eq(messages.id, id)));
  const source = message?.sources.find((cited) => cited.index === index);
  if (!message || !source || message.personal_sources || message.with_files)
    throw new AppError('link_not_found');
  return sourceOfAnswer(context, agent.id, { source, on_date: message.on_date });
}

/** Only the present variant of an edited question is shown; the chosen answer stays in any case. */
const isShown = ({ user_id, session_id, until_message_id }: Opened['link']) =>
  and(
    eq(messages.user_id, user_id),
    eq(messages.session_id, session_id),
    lte(messages.id, until_message_id),
    or(isNull(messages.replaced_by), eq(messages.id, until_message_id)),
  );

/** One failure for everything: a guess learns nothing from a link that is for others. */
async function requireLink({ db, clock }: ChatContext, reader: ChatUser, token: string): Promise<Opened> {
  const key = readToken(token);
  if (!key) throw new AppError('link_not_found');
  const [found] = await db
    .select({
      link: session_links,
      agent: { id: agents.id, name: agents.name },
      chat_title: chat_sessions.chat_title,
    })
    .from(session_links)
    .innerJoin(
      chat_sessions,
      and(
        eq(chat_sessions.user_id, session_links.user_id),
        eq(chat_sessions.id, session_links.session_id),
        isNull(chat_sessions.erased_at),
      ),
    )
    .innerJoin(users, and(eq(users.id, session_links.user_id), eq(users.active, true)))
    .innerJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(
      and(
        eq(session_links.user_id, key.user_id),
        eq(session_links.id, key.id),
        isNull(session_links.revoked_at),
        gt(session_links.expires_at, clock.now()),
        availableTo(reader),
      ),
    );
  if (!found || !isSecretOf(key.secret, found.link.token_hash)) throw new AppError('link_not_found');
  return found;
}
