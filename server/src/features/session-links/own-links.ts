/** The links of a person: made, listed, ended, forgotten. */
import { and, count, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { SESSION_LINKS_MAX } from '#contract/limits.ts';
import { type SessionLink, SHARED_PATH } from '#contract/session-links.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { session_links } from '../../db/tables/session-links.ts';
import { lockPerson } from '../chat/ledger/reservations.ts';
import { hashOf, newSecret, tokenOf } from './link-token.ts';

type Wanted = { session_id: string; until_message_id: number; days: number };

const DAY_MS = 86_400_000;
/** Links that have ended are kept this long. */
const KEPT_DAYS = 30;

const isLive = (user_id: number, now: Date) =>
  and(
    eq(session_links.user_id, user_id),
    isNull(session_links.revoked_at),
    gt(session_links.expires_at, now),
  );

export async function createLink(
  { db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>,
  user_id: number,
  { session_id, until_message_id, days }: Wanted,
): Promise<{ id: number; url: string; expires_at: Date }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockPerson(tx, user_id);
    await requireShareable(tx, user_id, { session_id, until_message_id });
    const [live] = await tx.select({ count: count() }).from(session_links).where(isLive(user_id, now));
    if ((live?.count ?? 0) >= SESSION_LINKS_MAX) throw new AppError('too_many_links');
    const secret = newSecret();
    const expires_at = new Date(now.getTime() + days * DAY_MS);
    const [row] = await tx
      .insert(session_links)
      .values({
        user_id,
        session_id,
        until_message_id,
        token_hash: hashOf(secret),
        created_at: now,
        expires_at,
      })
      .returning({ id: session_links.id });
    if (!row) throw new Error('no link was kept');
    const url = `${env.APP_URL.replace(/\/+$/, '')}${SHARED_PATH}/${tokenOf({ user_id, id: row.id }, secret)}`;
    return { id: row.id, url, expires_at };
  });
}

/** No test, no temporary conversation, and nothing that was read from rows or files of one person alone. */
async function requireShareable(
  tx: Transaction,
  user_id: number,
  { session_id, until_message_id }: Omit<Wanted, 'days'>,
): Promise<void> {
  const [session] = await tx
    .select({
      is_test: chat_sessions.is_test,
      temporary: chat_sessions.temporary,
      agent_id: chat_sessions.agent_id,
    })
    .from(chat_sessions)
    .where(
      and(
        eq(chat_sessions.user_id, user_id),
        eq(chat_sessions.id, session_id),
        isNull(chat_sessions.erased_at),
      ),
    );
  if (!session) throw new AppError('session_not_found');
  const shown = await tx
    .select({
      id: messages.id,
      status: messages.status,
      is_private: sql<boolean>`(${messages.personal_sources} or ${messages.with_files})`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.user_id, user_id),
        eq(messages.session_id, session_id),
        lte(messages.id, until_message_id),
      ),
    );
  const last = shown.find(({ id }) => id === until_message_id);
  if (!last) throw new AppError('message_not_found');
  const isShareable =
    !session.is_test &&
    !session.temporary &&
    session.agent_id !== null &&
    last.status === 'done' &&
    !shown.some(({ is_private }) => is_private);
  if (!isShareable) throw new AppError('link_not_allowed');
}

export async function listLinks(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
): Promise<{ rows: SessionLink[]; total: number }> {
  const rows = await db
    .select({
      id: session_links.id,
      session_id: session_links.session_id,
      chat_title: chat_sessions.chat_title,
      created_at: session_links.created_at,
      expires_at: session_links.expires_at,
      openings: session_links.openings,
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
    .where(isLive(user_id, clock.now()))
    .orderBy(desc(session_links.created_at), desc(session_links.id));
  const shown = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
  return { rows: shown, total: rows.length };
}

export async function endLink(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
  id: number,
): Promise<void> {
  const own = and(eq(session_links.user_id, user_id), eq(session_links.id, id));
  const { rowCount } = await db
    .update(session_links)
    .set({ revoked_at: sql`coalesce(${session_links.revoked_at}, ${clock.now()})` })
    .where(own);
  if (!rowCount) throw new AppError('link_not_found');
}

export async function forgetEndedLinks(db: Queryable, now: Date): Promise<void> {
  const border = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db
    .delete(session_links)
    .where(or(lte(session_links.expires_at, border), lte(session_links.revoked_at, border)));
}
