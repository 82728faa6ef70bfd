/** Packs of tokens as superadmins keep them. A pack that somebody bought is archived, and a new row takes its place. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Pack, PackForm } from '#contract/plans.ts';
import type { WithPayments } from '../../adapters/payments/payments.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, requireVersion } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { packs, purchases } from '../../db/tables/plans.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { confirmPrice, requireUnused } from './plan-prices.ts';

type PackRow = typeof packs.$inferSelect;
type PackContext = Pick<AppContext, 'db' | 'clock'> & WithPayments;

const isLive = isNull(packs.archived_at);

export async function showPacks(db: Queryable): Promise<Pack[]> {
  const rows = await db.select().from(packs).where(isLive).orderBy(asc(packs.tokens), asc(packs.id));
  return Promise.all(rows.map((row) => shown(db, row)));
}

export const showPack = async (db: Queryable, id: number): Promise<Pack> =>
  shown(db, await requirePack(db, id));

/** A repeat with the same key gets the first run's pack. */
export async function createPack(
  { db, clock, payments }: PackContext,
  by: Actor,
  form: PackForm,
  idempotency_key: string | null,
): Promise<Pack> {
  const now = clock.now();
  const request = JSON.stringify(['create-pack', form]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  const stripe_price_id = await confirmed(payments, form);
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as Pack;
    const pack = await insertPack(tx, { ...form, stripe_price_id }, now);
    const made = await shown(tx, pack);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: made });
    await recordChange(tx, by, { action: 'pack.created', ...named(pack), after: auditLabel(pack) }, now);
    return made;
  });
}

export async function updatePack(
  { db, clock, payments }: PackContext,
  by: Actor,
  id: number,
  { version, ...form }: PackForm & { version: number },
): Promise<Pack> {
  const now = clock.now();
  const stored = await requirePack(db, id);
  const isSame = stored.amount === form.amount && stored.stripe_price_id === form.stripe_price_id;
  // The simulated provider makes an id for every amount.
  const isKept = payments?.fake && stored.stripe_price_id === form.stripe_price_id;
  const stripe_price_id = isSame
    ? form.stripe_price_id
    : await confirmed(payments, { ...form, stripe_price_id: isKept ? null : form.stripe_price_id });
  return db.transaction(async (tx) => {
    const before = await requirePack(tx, id, true);
    requireVersion(before.version, version);
    const pack = await replacePack(tx, before, { ...form, stripe_price_id }, now);
    const changed = difference(auditLabel(before), auditLabel(pack));
    if (changed) await recordChange(tx, by, { action: 'pack.updated', ...named(pack), ...changed }, now);
    return shown(tx, pack);
  });
}

/** Archived: those who bought it keep what it gave, and their history its name. */
export function removePack({ db, clock }: PackContext, by: Actor, id: number): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const pack = await requirePack(tx, id, true);
    await tx.update(packs).set({ archived_at: now, updated_at: now }).where(eq(packs.id, id));
    await recordChange(tx, by, { action: 'pack.deleted', ...named(pack), before: auditLabel(pack) }, now);
    return null;
  });
}

const confirmed = (payments: PackContext['payments'], form: Pick<PackForm, 'amount' | 'stripe_price_id'>) =>
  confirmPrice(payments, { price_id: form.stripe_price_id, amount: form.amount, interval: null });

/** The name and whether it is visible change in place, whatever was sold; all else is a new pack once it was. */
async function replacePack(tx: Transaction, before: PackRow, form: PackForm, now: Date): Promise<PackRow> {
  const { name: _, visible: __, ...sold } = form;
  const { tokens, amount, stripe_price_id, validity_days } = before;
  const isSame = !difference({ tokens, amount, stripe_price_id, validity_days }, sold);
  const version = before.version + 1;
  if (isSame || !(await isSold(tx, before.id))) {
    if (!isSame && form.stripe_price_id) await requireUnused(tx, form.stripe_price_id, before.id);
    const [pack] = await tx
      .update(packs)
      .set({ ...form, version, updated_at: now })
      .where(eq(packs.id, before.id))
      .returning();
    if (!pack) throw new AppError('not_found');
    return pack;
  }
  await tx.update(packs).set({ archived_at: now, updated_at: now }).where(eq(packs.id, before.id));
  return insertPack(tx, form, now);
}

async function insertPack(tx: Transaction, form: PackForm, now: Date): Promise<PackRow> {
  if (form.stripe_price_id) await requireUnused(tx, form.stripe_price_id, null);
  const [pack] = await tx
    .insert(packs)
    .values({ ...form, created_at: now, updated_at: now })
    .returning();
  if (!pack) throw new Error('no pack was inserted');
  return pack;
}

async function requirePack(db: Queryable, id: number, isLocked = false): Promise<PackRow> {
  const query = db
    .select()
    .from(packs)
    .where(and(eq(packs.id, id), isLive));
  const [pack] = await (isLocked ? query.for('update') : query);
  if (!pack) throw new AppError('not_found');
  return pack;
}

const isSold = async (db: Queryable, pack_id: number): Promise<boolean> =>
  (await db.$count(purchases, sql`${purchases.pack_id} = ${pack_id}`)) > 0;

async function shown(db: Queryable, pack: PackRow): Promise<Pack> {
  const { created_at: _, updated_at: __, archived_at: ___, ...fields } = pack;
  return { ...fields, sold: await isSold(db, pack.id) };
}

const named = ({ id, name }: PackRow) => ({
  object_type: 'pack' as const,
  object_id: id,
  object_name: name,
});

const auditLabel = ({ name, tokens, amount, stripe_price_id, validity_days, visible }: PackRow) => ({
  name,
  tokens,
  amount,
  stripe_price_id,
  validity_days,
  visible,
});
