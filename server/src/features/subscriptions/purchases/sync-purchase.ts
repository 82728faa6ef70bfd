/**
 * Brings a purchase up to the provider's word. States only move forward, so that answers of the provider which arrive
 * late, repeated or in another order end in the same state: a credit is given once, and only for what is paid.
 */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type {
  PaymentSession,
  Payments,
  SessionEvent,
  SessionName,
} from '../../../adapters/payments/payments.ts';
import type { Transaction } from '../../../db/client.ts';
import { packs, purchases } from '../../../db/tables/plans.ts';
import { recordChange } from '../../audit/record.ts';
import { findPriceById } from '../../plans/plan-store.ts';
import { lockAccount } from '../../users/store.ts';
import { grantCredit, reduceCredit } from '../../users/tokens/credits.ts';
import {
  findBuyer,
  findCustomer,
  findPayer,
  isKnownEvent,
  saveEvent,
} from '../lifecycle/subscription-store.ts';
import type { PayingContext, Synced } from '../lifecycle/sync-subscription.ts';
import { beginPrepaid, takeBackPrepaid } from './prepaid.ts';
import {
  findBySession,
  findPurchase,
  NOTHING_GIVEN,
  type PurchaseRow,
  updatePurchase,
} from './purchase-store.ts';

type SyncContext = Pick<PayingContext, 'db' | 'clock' | 'log'> & { payments: Payments };

const DAY_MS = 86_400_000;

/** With `event`: at most once for each. The provider is asked before the transaction: no lock is held meanwhile. */
export async function syncPurchase(
  context: SyncContext,
  name: SessionName,
  event?: SessionEvent,
): Promise<Synced> {
  const { db, payments, clock, log } = context;
  if (event && (await isKnownEvent(db, event.id))) return 'repeated';
  const session = await payments.findSession(name);
  const now = clock.now();
  const ignore = (why: string): Synced => {
    log.warn({ ...name, event_id: event?.id, why }, 'a payment was ignored');
    return 'ignored';
  };
  if (!session) return ignore('unknown to the provider');
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`purchase:${session.purchase_id ?? session.id}`}, 0))`,
    );
    // Another process may have been first.
    if (event && (await isKnownEvent(tx, event.id))) return 'repeated';
    const purchase = await purchaseOf(tx, session, now);
    if (!purchase) return ignore('unknown purchase');
    const buyer = await findBuyer(tx, purchase.user_id);
    if (buyer?.reference !== session.reference) return ignore('another person');
    if (session.amount !== purchase.amount) return ignore('another amount');
    if (event) await saveEvent(tx, { ...event, object_id: session.id }, now);
    await lockAccount(tx, purchase.user_id);
    await apply(context, tx, purchase, session);
    return 'applied';
  });
}

/** Named by the session; or, until the session is stored, by the person's reference and the purchase. */
async function purchaseOf(
  tx: Transaction,
  session: PaymentSession,
  now: Date,
): Promise<PurchaseRow | undefined> {
  const known = await findBySession(tx, session.id);
  const { reference, purchase_id } = session;
  if (known || !reference || !purchase_id) return known;
  const user_id = await findPayer(tx, { reference, user_id: null });
  const named = user_id === undefined ? undefined : await findPurchase(tx, user_id, purchase_id);
  if (!named) return undefined;
  if (named.provider_session === null) {
    await updatePurchase(tx, named, { provider_session: session.id }, now);
    return { ...named, provider_session: session.id };
  }
  return session.state === 'paid' ? keepSecondPayment(tx, named, session, now) : undefined;
}

/** A second payment of one purchase gives nothing: superadmins see it among the sales and give it back by hand. */
async function keepSecondPayment(
  tx: Transaction,
  { user_id, kind, pack_id, plan_price_id, amount }: PurchaseRow,
  { id: provider_session, method }: PaymentSession,
  now: Date,
): Promise<PurchaseRow | undefined> {
  const hash = createHash('sha256').update(provider_session).digest('hex');
  const second = {
    user_id,
    id: uuidOf(hash),
    kind,
    pack_id,
    plan_price_id,
    amount,
    provider_session,
    state: 'paid' as const,
    method,
    paid_at: now,
    tokens: NOTHING_GIVEN,
    created_at: now,
    updated_at: now,
  };
  const [row] = await tx.insert(purchases).values(second).returning();
  return row;
}

/** The first 128 bits of a hash in the form of a UUID. */
export const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

const RANK: Record<PurchaseRow['state'], number> = {
  waiting: 0,
  failed: 1,
  expired: 1,
  paid: 2,
  refunded: 3,
};

async function apply(
  { clock, log }: SyncContext,
  tx: Transaction,
  before: PurchaseRow,
  session: PaymentSession,
): Promise<void> {
  const now = clock.now();
  const refunded = Math.max(before.refunded, session.refunded);
  const told = refunded >= before.amount ? 'refunded' : session.state;
  const state = RANK[told] < RANK[before.state] ? before.state : told;
  const isWaiting = state === 'waiting';
  const isNew = RANK[state] >= RANK.paid && RANK[before.state] < RANK.paid;
  await updatePurchase(
    tx,
    before,
    {
      state,
      refunded,
      method: session.method ?? before.method,
      pay_until: isWaiting ? session.pay_until : null,
      pay_url: isWaiting ? session.pay_url : null,
      paid_at: isNew ? now : before.paid_at,
    },
    now,
  );
  if (before.tokens === NOTHING_GIVEN) return;
  if (isNew) {
    const other = await deliver(tx, before, session.id, now);
    if (other)
      log.error({ session_id: session.id, other, user_id: before.user_id }, 'somebody pays for two plans');
  }
  const isMoreRefunded = refunded > before.refunded;
  if (isMoreRefunded) await takeBack(tx, before, refunded, now);
  if (isNew || isMoreRefunded) await record(tx, before, { state, refunded }, now);
}

/** Gives what was bought. Returns the id of another plan that the person pays for as well. */
async function deliver(
  tx: Transaction,
  { user_id, id, pack_id, plan_price_id, tokens }: PurchaseRow,
  session_id: string,
  now: Date,
): Promise<string | null> {
  if (pack_id !== null) {
    const [pack] = await tx.select().from(packs).where(eq(packs.id, pack_id));
    if (!pack) throw new Error('the pack that was bought is gone');
    const expires_at = new Date(now.getTime() + pack.validity_days * DAY_MS);
    await grantCredit(tx, { user_id, purchase_id: id, tokens: tokens ?? 0, expires_at }, now);
    return null;
  }
  const price = plan_price_id === null ? undefined : await findPriceById(tx, plan_price_id);
  if (!price) throw new Error('what was bought is gone');
  const customer_id = (await findCustomer(tx, user_id)) ?? '';
  return beginPrepaid(tx, { user_id, customer_id, session_id, price }, now);
}

/** A pack loses tokens in proportion, rounded down for the buyer's part; a plan is taken back with the whole amount. */
async function takeBack(
  tx: Transaction,
  { user_id, id, pack_id, plan_price_id, tokens, amount }: PurchaseRow,
  refunded: number,
  now: Date,
): Promise<void> {
  if (pack_id !== null) {
    const kept = Number((BigInt(tokens ?? 0) * BigInt(Math.max(amount - refunded, 0))) / BigInt(amount));
    await reduceCredit(tx, { user_id, purchase_id: id, kept });
    return;
  }
  const price = plan_price_id === null ? undefined : await findPriceById(tx, plan_price_id);
  if (price && refunded >= amount) await takeBackPrepaid(tx, { user_id, price }, now);
}

async function record(
  tx: Transaction,
  { user_id, kind, pack_id, amount, tokens }: PurchaseRow,
  after: { state: string; refunded: number },
  now: Date,
): Promise<void> {
  // A plan has entries of its own.
  if (kind !== 'pack') return;
  await recordChange(
    tx,
    null,
    {
      action: after.refunded > 0 ? 'pack.refunded' : 'pack.bought',
      object_type: 'pack',
      object_id: pack_id,
      person: user_id,
      after: { ...after, amount, tokens },
    },
    now,
  );
}
