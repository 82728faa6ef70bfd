/** Webhooks as superadmins write them. A secret is made here, shown once, and sealed to the address it was made for. */
import { randomBytes } from 'node:crypto';
import { asc, desc, eq } from 'drizzle-orm';
import type { Webhook } from '#contract/alerts.ts';
import { WEBHOOK_DELIVERIES_SHOWN } from '#contract/limits.ts';
import { AddressRefused, requireAllowedHost } from '../../adapters/guarded-fetch/address-policy.ts';
import { sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import { AppError, filledDetail, requireVersion } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { webhook_deliveries, webhooks } from '../../db/tables/alerts.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference, type Values } from '../audit/values.ts';
import { type DeliveryDto, deliveryDto, sendNow } from './deliveries.ts';
import type { WebhookContext } from './send.ts';

type Row = typeof webhooks.$inferSelect;
type Dto = Omit<Webhook, 'failing_since' | 'deliveries'> & {
  failing_since: Date | null;
  deliveries: DeliveryDto[];
};
type Given = { name: string; url: string };

const NO_NAME = 'Informe um nome.';

export async function listWebhooks(db: Queryable): Promise<Dto[]> {
  const rows = await db.select().from(webhooks).orderBy(asc(webhooks.id));
  return Promise.all(rows.map((row) => dtoOf(db, row)));
}

async function dtoOf(db: Queryable, { id, name, url, state, failing_since, version }: Row): Promise<Dto> {
  const deliveries = await db
    .select()
    .from(webhook_deliveries)
    .where(eq(webhook_deliveries.webhook_id, id))
    .orderBy(desc(webhook_deliveries.id))
    .limit(WEBHOOK_DELIVERIES_SHOWN);
  return { id, name, url, state, failing_since, version, deliveries: deliveries.map(deliveryDto) };
}

export async function createWebhook(
  context: WebhookContext,
  by: Actor,
  given: Given,
): Promise<Dto & { secret: string }> {
  const { db, clock } = context;
  const { name, url } = cleanFields(given, NO_NAME);
  await requireAddress(context, url);
  const now = clock.now();
  const secret = newSecret();
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(webhooks)
      .values({ name, url, created_at: now, updated_at: now })
      .returning();
    if (!made) throw new Error('no webhook was inserted');
    await seal(tx, context, made, secret);
    await note(tx, by, { action: 'webhook.created', row: made, after: auditValues(made) }, now);
    return { ...(await dtoOf(tx, made)), secret };
  });
}

/** Switching it on again forgets its failures. */
export async function updateWebhook(
  context: WebhookContext,
  by: Actor,
  id: number,
  { version, active, ...given }: Given & { active: boolean; version: number },
): Promise<Dto & { secret: string | null }> {
  const { db, clock } = context;
  const { name, url } = cleanFields(given, NO_NAME);
  const [known] = await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id));
  if (!known) throw new AppError('webhook_not_found');
  await requireAddress(context, url);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
    if (!before) throw new AppError('webhook_not_found');
    requireVersion(before.version, version);
    const state = active ? ('active' as const) : ('off' as const);
    const isAnew = before.url !== url || (active && before.state === 'off');
    const [after] = await tx
      .update(webhooks)
      .set({
        name,
        url,
        state,
        version: version + 1,
        updated_at: now,
        ...(isAnew && { failing_since: null }),
      })
      .where(eq(webhooks.id, id))
      .returning();
    if (!after) throw new AppError('webhook_not_found');
    const secret = before.url === url ? null : newSecret();
    if (secret) await seal(tx, context, after, secret);
    const changed = difference(auditValues(before), auditValues(after));
    if (changed) await note(tx, by, { action: 'webhook.updated', row: before, ...changed }, now);
    return { ...(await dtoOf(tx, after)), secret };
  });
}

export function removeWebhook({ db, clock }: WebhookContext, by: Actor, id: number): Promise<null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.delete(webhooks).where(eq(webhooks.id, id)).returning();
    if (!row) throw new AppError('webhook_not_found');
    await note(tx, by, { action: 'webhook.deleted', row, before: auditValues(row) }, clock.now());
    return null;
  });
}

export async function testWebhook(context: WebhookContext, id: number): Promise<DeliveryDto> {
  const [row] = await context.db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw new AppError('webhook_not_found');
  const at = context.clock.now().toISOString();
  const subject = { type: 'installation', id: null, name: null };
  const body = {
    id: crypto.randomUUID(),
    kind: 'test',
    state: 'opened',
    opened_at: at,
    resolved_at: at,
    subject,
  };
  const url = `${context.env.APP_URL.replace(/\/+$/, '')}/admin/avisos`;
  return sendNow(context, {
    webhook_id: id,
    kind: 'test',
    body: JSON.stringify({ ...body, values: {}, url }),
  });
}

const newSecret = () => `prosa_whsec_${randomBytes(32).toString('base64url')}`;

const seal = (tx: Transaction, { secretKeys }: WebhookContext, row: Row, secret: string) =>
  tx
    .update(webhooks)
    .set({ secret_sealed: sealSecret(secretKeys, SEALED.webhook_secret, row, secret) })
    .where(eq(webhooks.id, row.id));

/** Throws `address_refused`. A name that does not resolve now is judged when it is connected to. */
async function requireAddress({ webhookNetwork }: WebhookContext, typed: string): Promise<void> {
  const { username, password, hash } = new URL(typed);
  if (username || password) throw refused('não pode ter usuário nem senha.');
  if (hash || typed.includes('#')) throw refused('não pode ter fragmento (#).');
  try {
    await requireAllowedHost(webhookNetwork.policy, new URL(typed));
  } catch (error) {
    if (error instanceof AddressRefused) throw refused(error.reason);
  }
}

function refused(reason: string): AppError {
  const detail = filledDetail('address_refused', { reason });
  return new AppError('address_refused', { detail, errors: [{ field: 'url', message: detail }] });
}

/** Without the path of the address, which may hold a key. */
const auditValues = ({ name, url, state }: Row): Values => ({ name, host: new URL(url).host, state });

type Noted = { action: string; row: Row; before?: Values; after?: Values };

const note = (tx: Transaction, by: Actor, { action, row, ...values }: Noted, now: Date): Promise<void> =>
  recordChange(
    tx,
    by,
    { action, object_type: 'webhook', object_id: row.id, object_name: row.name, ...values },
    now,
  );
