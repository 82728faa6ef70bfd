/** Looks at a receipt again: whether text and signature belong together, and whether the documents still say so. */
import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type ReceiptCheck, ReceiptContent, readReceiptCode } from '#contract/receipts.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { receipts } from '../../db/tables/receipts.ts';
import { incrementRateLimit, requireBelowRateLimits } from '../../request-guards/rate-limit.ts';
import { consumeRateLimits, fromPlace } from '../auth/records/limits.ts';
import { interfaceOf } from '../interface/interface-settings.ts';
import { sha256 } from './canonical.ts';
import { isSigned } from './signing-key.ts';
import { sourceStates } from './source-states.ts';

type CheckContext = Pick<AppContext, 'db' | 'clock'>;

const checksFrom = (ip: string) => fromPlace('receipt-check', ip, { max: 30, seconds: 60 });
/** Codes that do not exist: sixty bits are not guessed ten at a time. */
const missesFrom = (ip: string) => fromPlace('receipt-miss', ip, { max: 10, seconds: 600 });

/** For somebody without an account: where that is switched off, every code is unknown. */
export const checkPublicly = async (
  context: CheckContext,
  typed: string,
  ip: string,
): Promise<ReceiptCheck> =>
  checkWithin(context, ip, async () => {
    const { receipts_public } = await interfaceOf(context.db);
    return receipts_public ? findCheck(context.db, typed) : null;
  });

export const checkReceipt = (context: CheckContext, typed: string, ip: string): Promise<ReceiptCheck> =>
  checkWithin(context, ip, () => findCheck(context.db, typed));

async function checkWithin(
  { db, clock }: CheckContext,
  ip: string,
  find: () => Promise<ReceiptCheck | null>,
): Promise<ReceiptCheck> {
  const now = clock.now();
  const misses = missesFrom(ip);
  await requireBelowRateLimits(db, misses, now);
  await consumeRateLimits(db, checksFrom(ip), now);
  const check = await find();
  if (check) return check;
  for (const limit of misses) await incrementRateLimit(db, limit, now);
  throw new AppError('receipt_not_found');
}

async function findCheck(db: Queryable, typed: string): Promise<ReceiptCheck | null> {
  const code = readReceiptCode(typed);
  const [row] = code === null ? [] : await db.select().from(receipts).where(eq(receipts.code, code));
  if (!row) return null;
  const { canonical, signature, key_id, revoked_at, removed_at } = row;
  const check = {
    code: row.code,
    ended_at: (removed_at ?? revoked_at)?.toISOString() ?? null,
    canonical: null,
    signature: signature.toString('base64url'),
    key_id,
    sha256: row.sha256.toString('hex'),
    sources: [],
  };
  if (removed_at) return { ...check, state: 'removed' };
  if (revoked_at) return { ...check, state: 'revoked' };
  const isWhole =
    canonical !== null &&
    timingSafeEqual(sha256(canonical), row.sha256) &&
    (await isSigned(db, { text: canonical, signature, key_id }));
  if (!isWhole) return { ...check, state: 'altered' };
  const content = ReceiptContent.parse(JSON.parse(canonical));
  return { ...check, state: 'valid', canonical, sources: await sourceStates(db, content, row.places) };
}
