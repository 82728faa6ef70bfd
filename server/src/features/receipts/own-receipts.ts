/** The receipts of a person: their list, their file, and their end. */
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { type OwnReceipt, ReceiptContent, type ReceiptFile, readReceiptCode } from '#contract/receipts.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { receipts } from '../../db/tables/receipts.ts';
import { issuerOf } from '../interface/interface-settings.ts';
import { shownReceipt } from './seal-receipt.ts';

const EXCERPT_LENGTH = 160;

export async function listReceipts(
  { db, env }: Pick<AppContext, 'db' | 'env'>,
  user_id: number,
  { skip, limit, session_id }: { skip: number; limit: number; session_id?: string | undefined },
): Promise<{ rows: OwnReceipt[]; total: number }> {
  const ofSession = session_id && and(eq(receipts.session_id, session_id), isNull(receipts.revoked_at));
  const own = and(eq(receipts.user_id, user_id), ofSession || undefined);
  const { url } = await issuerOf({ db, env });
  const rows = await db
    .select()
    .from(receipts)
    .where(own)
    .orderBy(desc(receipts.created_at), desc(receipts.code))
    .offset(skip)
    .limit(limit);
  const [all] = await db.select({ count: count() }).from(receipts).where(own);
  return { rows: rows.map((row) => ownReceipt(row, url)), total: all?.count ?? 0 };
}

function ownReceipt(row: typeof receipts.$inferSelect, issuer_url: string): OwnReceipt {
  const content = row.canonical === null ? null : ReceiptContent.parse(JSON.parse(row.canonical));
  return {
    ...shownReceipt(row, issuer_url),
    agent_name: content?.agent.name ?? null,
    excerpt: content && (content.question ?? content.answer).slice(0, EXCERPT_LENGTH).toWellFormed(),
    with_question: row.with_question,
    with_name: row.with_name,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

/** The text goes, hash and signature stay: a code on paper is still known, as revoked. */
export async function revokeReceipt(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
  typed: string,
): Promise<void> {
  const code = readReceiptCode(typed) ?? '';
  const own = and(eq(receipts.user_id, user_id), eq(receipts.code, code));
  const revoked = { revoked_at: clock.now(), canonical: null, places: [] };
  const { rowCount } = await db
    .update(receipts)
    .set(revoked)
    .where(and(own, isNull(receipts.revoked_at)));
  if (rowCount) return;
  const [known] = await db.select({ code: receipts.code }).from(receipts).where(own);
  if (!known) throw new AppError('receipt_not_found');
}

export type SealedFile = { file: ReceiptFile; content: ReceiptContent; url: string };

/** A receipt of this message that is not revoked. */
export async function requireReceiptOf(
  { db, env }: Pick<AppContext, 'env'> & { db: Queryable },
  key: { user_id: number; message_id: number },
  typed: string,
): Promise<SealedFile> {
  const [row] = await db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.user_id, key.user_id),
        eq(receipts.message_id, key.message_id),
        eq(receipts.code, readReceiptCode(typed) ?? ''),
        isNull(receipts.revoked_at),
      ),
    );
  if (!row || row.canonical === null) throw new AppError('receipt_not_found');
  const { canonical, key_id } = row;
  const { url } = shownReceipt(row, (await issuerOf({ db, env })).url);
  return {
    file: { canonical, signature: row.signature.toString('base64url'), key_id },
    content: ReceiptContent.parse(JSON.parse(canonical)),
    url,
  };
}
