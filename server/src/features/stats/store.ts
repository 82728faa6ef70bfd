import { and, count, eq, gte } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/client.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';

type Activity = { new_users: number; new_questions: number; new_sessions: number };

/** Erased conversations still count, test conversations never do. */
export async function countSince(db: Queryable, since: Date | null): Promise<Activity> {
  const recent = (column: PgColumn) => (since ? gte(column, since) : undefined);
  const [[people], [sessions], [questions]] = await Promise.all([
    db.select({ total: count() }).from(users).where(recent(users.created_at)),
    db
      .select({ total: count() })
      .from(chat_sessions)
      .where(and(eq(chat_sessions.is_test, false), recent(chat_sessions.created_at))),
    db
      .select({ total: count() })
      .from(messages)
      .innerJoin(
        chat_sessions,
        and(eq(chat_sessions.user_id, messages.user_id), eq(chat_sessions.id, messages.session_id)),
      )
      .where(and(eq(chat_sessions.is_test, false), recent(messages.created_at))),
  ]);
  return {
    new_users: people?.total ?? 0,
    new_sessions: sessions?.total ?? 0,
    new_questions: questions?.total ?? 0,
  };
}
