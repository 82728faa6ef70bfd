/** Deliveries to webhooks: queued with the change that they are about, tried five times, kept for thirty days. */
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { WebhookDelivery } from '#contract/alerts.ts';
import { openSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { webhook_deliveries, webhooks } from '../../db/tables/alerts.ts';
import { type Sent, sendSigned, type WebhookContext } from './send.ts';

type Delivery = typeof webhook_deliveries.$inferSelect;
type Webhook = typeof webhooks.$inferSelect;
type Key = { webhook_id: number; delivery_id: number };
type Queued = { webhook_id: number; kind: string; body: string; now: Date };

/** Minutes after the first attempt at which each further one is made. */
const RETRY_MINUTES = [1, 5, 30, 120];
const OFF_AFTER_MS = 24 * 3_600_000;
/** Longer than an attempt takes. */
const LEASE_SECONDS = 30;
const DAYS_KEPT = 30;

/** Exists only if the transaction commits. A webhook that is off gets nothing. */
export async function queueDelivery(
  tx: Transaction,
  queue: AppContext['queue'],
  { webhook_id, kind, body, now }: Queued,
): Promise<void> {
  const [webhook] = await tx
    .select({ state: webhooks.state })
    .from(webhooks)
    .where(eq(webhooks.id, webhook_id));
  if (webhook?.state !== 'active') return;
  const [made] = await tx
    .insert(webhook_deliveries)
    .values({ webhook_id, kind, body, next_at: now, created_at: now })
    .returning({ id: webhook_deliveries.id });
  if (made) await queue.send('webhooks.deliver', { webhook_id, delivery_id: made.id }, tx);
}

/** Asks for attempts whose time has come. To ask once too often does no harm. */
export async function queueDueDeliveries({
  db,
  clock,
  queue,
}: Pick<AppContext, 'db' | 'clock' | 'queue'>): Promise<void> {
  const due = await db
    .select({ webhook_id: webhook_deliveries.webhook_id, delivery_id: webhook_deliveries.id })
    .from(webhook_deliveries)
    .where(
      and(eq(webhook_deliveries.status, 'waiting'), lte(webhook_deliveries.next_at, clock.now()), isFree),
    )
    .orderBy(asc(webhook_deliveries.id))
    .limit(500);
  for (const delivery of due) await queue.send('webhooks.deliver', delivery);
}

const isFree = or(isNull(webhook_deliveries.lease_until), sql`${webhook_deliveries.lease_until} < now()`);

/** One attempt. Nothing where another process makes it, it was made, or its time has not come. */
export async function deliverWebhook(context: WebhookContext, { delivery_id }: Key): Promise<void> {
  const { db, clock } = context;
  const [delivery] = await db
    .update(webhook_deliveries)
    .set({ lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(
      and(
        eq(webhook_deliveries.id, delivery_id),
        eq(webhook_deliveries.status, 'waiting'),
        lte(webhook_deliveries.next_at, clock.now()),
        isFree,
      ),
    )
    .returning();
  if (delivery) await attempt(context, delivery, true);
}

/** Sends it at once and says how it went; it is not tried again. */
export async function sendNow(
  context: WebhookContext,
  { webhook_id, kind, body }: Omit<Queued, 'now'>,
): Promise<DeliveryDto> {
  const { db, clock } = context;
  const now = clock.now();
  const [made] = await db
    .insert(webhook_deliveries)
    .values({
      webhook_id,
      kind,
      body,
      next_at: now,
      created_at: now,
      lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .returning();
  if (!made) throw new Error('no delivery was inserted');
  return deliveryDto(await attempt(context, made, false));
}

export async function repeatDelivery(
  context: WebhookContext,
  { id, n }: { id: number; n: number },
): Promise<DeliveryDto> {
  const [delivery] = await context.db
    .select()
    .from(webhook_deliveries)
    .where(and(eq(webhook_deliveries.webhook_id, id), eq(webhook_deliveries.id, n)));
  if (!delivery) throw new AppError('webhook_not_found');
  return sendNow(context, { webhook_id: id, kind: delivery.kind, body: delivery.body });
}

async function attempt(context: WebhookContext, delivery: Delivery, isRetried: boolean): Promise<Delivery> {
  const { db, clock, secretKeys, webhookNetwork } = context;
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, delivery.webhook_id));
  if (!webhook) return delivery;
  const secret =
    webhook.secret_sealed && openSecret(secretKeys, SEALED.webhook_secret, webhook, webhook.secret_sealed);
  const now = clock.now();
  const sent: Sent = secret
    ? await sendSigned(webhookNetwork, { url: webhook.url, secret, body: delivery.body, now })
    : {
        code: null,
        ms: 0,
        error: 'O segredo deste canal não pode mais ser lido. Troque o endereço para fazer outro.',
      };
  return db.transaction(async (tx) => {
    const ended = await keepAttempt(tx, delivery, sent, { now, isRetried });
    await keepHealth(tx, webhook, sent, now);
    return ended;
  });
}

async function keepAttempt(
  tx: Transaction,
  { id, attempts, created_at }: Delivery,
  { code, ms, error }: Sent,
  { now, isRetried }: { now: Date; isRetried: boolean },
): Promise<Delivery> {
  const minutes = isRetried ? RETRY_MINUTES[attempts] : undefined;
  const status = error === null ? 'done' : minutes === undefined ? 'failed' : 'waiting';
  const next_at = minutes === undefined ? now : new Date(created_at.getTime() + minutes * 60_000);
  const [kept] = await tx
    .update(webhook_deliveries)
    .set({ status, attempts: attempts + 1, next_at, lease_until: null, response_code: code, ms, error })
    .where(eq(webhook_deliveries.id, id))
    .returning();
  if (!kept) throw new Error('the delivery has gone');
  return kept;
}

/** A success ends the failures; a day of nothing else switches it off, and what waits for it is given up. */
async function keepHealth(
  tx: Transaction,
  { id, failing_since }: Webhook,
  { error }: Sent,
  now: Date,
): Promise<void> {
  if (error === null) {
    if (failing_since) await tx.update(webhooks).set({ failing_since: null }).where(eq(webhooks.id, id));
    return;
  }
  const since = failing_since ?? now;
  const isOff = now.getTime() - since.getTime() >= OFF_AFTER_MS;
  await tx
    .update(webhooks)
    .set({
      failing_since: sql`coalesce(${webhooks.failing_since}, ${now}::timestamptz)`,
      ...(isOff && { state: 'off' as const }),
    })
    .where(eq(webhooks.id, id));
  if (isOff)
    await tx
      .update(webhook_deliveries)
      .set({ status: 'failed' })
      .where(and(eq(webhook_deliveries.webhook_id, id), eq(webhook_deliveries.status, 'waiting')));
}

export async function forgetOldDeliveries(db: Queryable, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAYS_KEPT * 24 * 3_600_000);
  await db.delete(webhook_deliveries).where(lte(webhook_deliveries.created_at, since));
}

export type DeliveryDto = Omit<WebhookDelivery, 'at'> & { at: Date };

export const deliveryDto = (delivery: Delivery): DeliveryDto => ({
  n: delivery.id,
  at: delivery.created_at,
  kind: delivery.kind,
  status: delivery.status,
  attempts: delivery.attempts,
  code: delivery.response_code,
  ms: delivery.ms,
  error: delivery.error,
});
