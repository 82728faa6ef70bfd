/** Signs an answer of its owner. The same choice again gives the same receipt. */
import { randomBytes } from 'node:crypto';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { RECEIPTS_PER_DAY } from '#contract/limits.ts';
import { CODE_ALPHABET, RECEIPT_CHECK_PATH, type Receipt, receiptCodeOf } from '#contract/receipts.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { receipts } from '../../db/tables/receipts.ts';
import { TIME_ZONE } from '../../env.ts';
import { today } from '../../language/values/calendar.ts';
import { recordChange } from '../audit/record.ts';
import type { ChatUser } from '../chat/conversations/session-store.ts';
import { lockPerson } from '../chat/ledger/reservations.ts';
import { findOwnAnswer } from '../chat/results/own-result.ts';
import { issuerOf } from '../interface/interface-settings.ts';
import { canonicalJson, sha256 } from './canonical.ts';
import { type Choice, receiptContent } from './receipt-content.ts';
import { signingKey, signText } from './signing-key.ts';

type SealContext = Pick<AppContext, 'db' | 'clock' | 'env' | 'secretKeys'>;

const CODE_CHARACTERS = 12;
const BITS_OF_CHARACTER = 0b11111;

export async function sealReceipt(
  context: SealContext,
  user: ChatUser,
  message_id: number,
  choice: Choice,
): Promise<Receipt> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    // One person's receipts are made one after the other, so that two presses give one.
    await lockPerson(tx, user.user_id);
    const found = await findOwnAnswer(tx, user, message_id);
    if (!found) throw new AppError('message_not_found');
    const { message, is_test } = found;
    // A trial by an administrator, perhaps of an agent that nobody may use yet, is no word of the organisation.
    if (is_test) throw new AppError('link_not_allowed');
    // A sentence that was cut off may say the contrary of what it would have said.
    if (message.status !== 'done' || !message.answer) throw new AppError('answer_not_finished');
    const issuer = await issuerOf({ db: tx, env: context.env });
    const known = await findLive(tx, user.user_id, message_id, choice);
    if (known) return shownReceipt(known, issuer.url);
    await requireRoom(tx, user.user_id, now);
    const key = await signingKey(tx, context.secretKeys, now);
    const code = newCode();
    const { content, places } = await receiptContent(tx, { code, issuer, now, message, choice });
    const canonical = canonicalJson(content);
    const hash = sha256(canonical);
    const row = {
      code,
      user_id: user.user_id,
      message_id,
      session_id: message.session_id,
      with_question: choice.question,
      with_name: choice.name,
      canonical,
      places,
      sha256: hash,
      signature: signText(key, canonical),
      key_id: key.key_id,
      created_at: now,
    };
    await tx.insert(receipts).values(row);
    // The entry names no person: what people take along is theirs. The chain shows when this hash was there.
    const change = {
      action: 'receipt.sealed',
      object_type: 'receipt' as const,
      after: { sha256: hash.toString('hex') },
    };
    await recordChange(tx, null, change, now);
    return shownReceipt(row, issuer.url);
  });
}

export const shownReceipt = (
  { code, created_at }: Pick<typeof receipts.$inferSelect, 'code' | 'created_at'>,
  issuer_url: string,
): Receipt => ({
  code,
  url: `${issuer_url}${RECEIPT_CHECK_PATH}/${code}`,
  created_at: created_at.toISOString(),
});

async function findLive(tx: Transaction, user_id: number, message_id: number, choice: Choice) {
  const [known] = await tx
    .select({ code: receipts.code, created_at: receipts.created_at })
    .from(receipts)
    .where(
      and(
        eq(receipts.user_id, user_id),
        eq(receipts.message_id, message_id),
        eq(receipts.with_question, choice.question),
        eq(receipts.with_name, choice.name),
        isNull(receipts.revoked_at),
      ),
    )
    .orderBy(desc(receipts.created_at))
    .limit(1);
  return known;
}

/** Revoked ones count too. */
async function requireRoom(tx: Transaction, user_id: number, now: Date): Promise<void> {
  const beginning = sql`(${today(now)}::date::timestamp at time zone ${TIME_ZONE}::text)`;
  const [made] = await tx
    .select({ count: count() })
    .from(receipts)
    .where(and(eq(receipts.user_id, user_id), sql`${receipts.created_at} >= ${beginning}`));
  if ((made?.count ?? 0) >= RECEIPTS_PER_DAY) throw new AppError('too_many_receipts');
}

/** Sixty random bits. */
const newCode = (): string =>
  receiptCodeOf(
    [...randomBytes(CODE_CHARACTERS)].map((byte) => CODE_ALPHABET[byte & BITS_OF_CHARACTER]).join(''),
  );
