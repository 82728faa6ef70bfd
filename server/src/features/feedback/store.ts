/** Feedback as administrators read it. */
import { count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { feedback } from '../../db/tables/feedback.ts';
import { users } from '../../db/tables/people.ts';

const { screenshot: _, screenshot_type: __, user_id: ___, ...columns } = getTableColumns(feedback);

const shown = {
  ...columns,
  /** Asked of the type: the picture itself is not read for it. */
  has_screenshot: sql<boolean>`${feedback.screenshot_type} is not null`,
  user: { id: users.id, name: users.name, email: users.email },
};

export async function listFeedback(
  db: Queryable,
  { skip, limit, include_handled }: { skip: number; limit: number; include_handled: boolean },
) {
  const wanted = include_handled ? undefined : eq(feedback.handled, false);
  const [rows, [counted]] = await Promise.all([
    db
      .select(shown)
      .from(feedback)
      .leftJoin(users, eq(users.id, feedback.user_id))
      .where(wanted)
      .orderBy(desc(feedback.created_at), desc(feedback.id))
      .limit(limit)
      .offset(skip),
    db.select({ total: count() }).from(feedback).where(wanted),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findFeedback(db: Queryable, id: number) {
  const [found] = await db
    .select(shown)
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.user_id))
    .where(eq(feedback.id, id));
  return found;
}

/** The state before the change; undefined when there is no such row. Locks the row. */
export async function lockHandled(tx: Transaction, id: number): Promise<boolean | undefined> {
  const [row] = await tx
    .select({ handled: feedback.handled })
    .from(feedback)
    .where(eq(feedback.id, id))
    .for('no key update');
  return row?.handled;
}

export async function writeHandled(tx: Transaction, id: number, handled: boolean): Promise<void> {
  await tx.update(feedback).set({ handled }).where(eq(feedback.id, id));
}

export async function screenshotOf(db: Queryable, id: number): Promise<Download> {
  const [row] = await db
    .select({ screenshot: feedback.screenshot, type: feedback.screenshot_type })
    .from(feedback)
    .where(eq(feedback.id, id));
  if (!row?.screenshot || !row.type) throw new AppError('feedback_not_found');
  return {
    filename: `feedback-${id}.${row.type.split('/')[1]}`,
    media_type: row.type,
    content: row.screenshot,
  };
}
