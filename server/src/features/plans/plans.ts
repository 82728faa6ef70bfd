/** Plans as superadmins keep them: made, changed, deleted. */
import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Plan, PlanForm } from '#contract/plans.ts';
import type { WithPayments } from '../../adapters/payments/payments.ts';
import { priceWords } from '../../adapters/payments/price.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, requireVersion } from '../../app-error.ts';
import { databaseCode, type Queryable, type Transaction } from '../../db/client.ts';
import { subscriptions } from '../../db/tables/payments.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { plan_prices, plans, purchases } from '../../db/tables/plans.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { recomputeTokenLimits } from '../users/tokens/token-limit.ts';
import { confirmPrices, livePrices, savePrices, soldAmong, type TypedPrice } from './plan-prices.ts';
import { listPlans, type PlanRow } from './plan-store.ts';

type PlanContext = Pick<AppContext, 'db' | 'clock'> & WithPayments;

const UNIQUE_VIOLATION = '23505';

export const showPlans = async (db: Queryable): Promise<Plan[]> =>
  Promise.all((await listPlans(db)).map((plan) => shown(db, plan)));

export const showPlan = async (db: Queryable, id: number): Promise<Plan> =>
  shown(db, await requirePlan(db, id));

/** A repeat with the same key gets the first run's plan. */
export async function createPlan(
  { db, clock, payments }: PlanContext,
  by: Actor,
  { key, ...form }: PlanForm & { key: string },
  idempotency_key: string | null,
): Promise<Plan> {
  const now = clock.now();
  const request = JSON.stringify(['create-plan', key, form]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  const prices = await confirmPrices(payments, form.prices, []);
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as Plan;
    await requireGroup(tx, form.user_group_id, null);
    const { position = (await listPlans(tx)).length, prices: _, ...fields } = form;
    const [plan] = await whileKeyIsFree(
      tx
        .insert(plans)
        .values({ ...fields, key, position, created_at: now, updated_at: now })
        .returning(),
    );
    if (!plan) throw new Error('no plan was inserted');
    await savePrices(tx, plan.id, prices, now);
    await recomputeFor(tx, plan);
    const made = await shown(tx, plan);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: made });
    const after = { key, ...auditLabel(plan, prices) };
    await recordChange(tx, by, { action: 'plan.created', ...named(plan), after }, now);
    return made;
  });
}

export async function updatePlan(
  { db, clock, payments }: PlanContext,
  by: Actor,
  id: number,
  { version, ...form }: PlanForm & { version: number },
): Promise<Plan> {
  const now = clock.now();
  await requirePlan(db, id);
  const prices = await confirmPrices(payments, form.prices, await livePrices(db, id));
  return db.transaction(async (tx) => {
    const before = await lockPlan(tx, id);
    requireVersion(before.version, version);
    await requireChange(tx, before, { ...form, prices });
    const former = auditLabel(before, await livePrices(tx, id));
    const { prices: _, position = before.position, ...fields } = form;
    const [plan] = await tx
      .update(plans)
      .set({ ...fields, position, version: version + 1, updated_at: now })
      .where(eq(plans.id, id))
      .returning();
    if (!plan) throw new AppError('not_found');
    await savePrices(tx, id, prices, now);
    if (plan.tokens !== before.tokens || plan.user_group_id !== before.user_group_id)
      await recomputeFor(tx, before, plan);
    const changed = difference(former, auditLabel(plan, prices));
    if (changed) await recordChange(tx, by, { action: 'plan.updated', ...named(plan), ...changed }, now);
    return shown(tx, plan);
  });
}

export function removePlan({ db, clock }: PlanContext, by: Actor, id: number): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const plan = await lockPlan(tx, id);
    if (plan.protected) throw new AppError('plan_protected');
    if (await isInUse(tx, plan)) throw new AppError('plan_in_use');
    const before = auditLabel(plan, await livePrices(tx, id));
    await tx.delete(plans).where(eq(plans.id, id));
    await recomputeFor(tx, plan);
    await recordChange(tx, by, { action: 'plan.deleted', ...named(plan), before }, now);
    return null;
  });
}

async function requirePlan(db: Queryable, id: number): Promise<PlanRow> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  if (!plan) throw new AppError('not_found');
  return plan;
}

async function lockPlan(tx: Transaction, id: number): Promise<PlanRow> {
  const [plan] = await tx.select().from(plans).where(eq(plans.id, id)).for('update');
  if (!plan) throw new AppError('not_found');
  return plan;
}

const refuse = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

/** The seeded plans keep their groups, Free costs nothing, and people of a plan keep the group they paid for. */
async function requireChange(
  tx: Transaction,
  before: PlanRow,
  { user_group_id, prices, tokens }: Pick<PlanForm, 'user_group_id' | 'tokens'> & { prices: TypedPrice[] },
): Promise<void> {
  if (before.key === FREE_PLAN && prices.length) throw refuse('prices', 'O plano Free não tem preços.');
  if (before.key === FREE_PLAN && tokens === null)
    throw refuse('tokens', 'O plano Free precisa de um número de tokens por mês.');
  if (user_group_id === before.user_group_id) return;
  if (before.protected) throw refuse('user_group_id', 'O grupo deste plano não muda.');
  if (await isInUse(tx, before))
    throw refuse('user_group_id', 'Há assinaturas deste plano: o grupo não muda.');
  await requireGroup(tx, user_group_id, before.id);
}

async function requireGroup(tx: Transaction, user_group_id: number | null, plan_id: number | null) {
  if (user_group_id === null) return;
  const [group] = await tx
    .select()
    .from(user_groups)
    .where(eq(user_groups.id, user_group_id))
    .for('key share');
  if (!group) throw new AppError('group_not_found');
  const [other] = await tx.select().from(plans).where(eq(plans.user_group_id, user_group_id));
  if (other && other.id !== plan_id) throw refuse('user_group_id', 'Este grupo já é de outro plano.');
}

/** Somebody has it, has paid for it, or is about to pay. */
async function isInUse(tx: Transaction, { id, key }: PlanRow): Promise<boolean> {
  const [subscribed] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.tier, key), isNull(subscriptions.ended_at)))
    .limit(1);
  if (subscribed) return true;
  const [bought] = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .innerJoin(plan_prices, eq(plan_prices.id, purchases.plan_price_id))
    .where(eq(plan_prices.plan_id, id))
    .limit(1);
  return bought !== undefined;
}

/** A statement has ten seconds: many people are counted anew in several. */
const PER_STATEMENT = 5_000;

/** The limits of everybody whom these states of a plan concern; Free and Plus count for plans without a number. */
async function recomputeFor(tx: Transaction, ...states: PlanRow[]): Promise<void> {
  const isForAll = states.some(({ protected: isSeeded }) => isSeeded);
  const concerned: SQL | undefined = isForAll
    ? undefined
    : or(
        ...states.map(({ key, user_group_id }) =>
          or(
            user_group_id === null ? undefined : eq(users.user_group_id, user_group_id),
            sql`exists (select from subscriptions s where s.user_id = ${users.id} and s.tier = ${key} and s.ended_at is null)`,
          ),
        ),
      );
  for (let last = 0; ; ) {
    const people = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(gt(users.id, last), concerned))
      .orderBy(asc(users.id))
      .limit(PER_STATEMENT)
      .for('no key update');
    const ids = people.map(({ id }) => id);
    if (!ids.length) return;
    await recomputeTokenLimits(tx, ids);
    last = ids.at(-1) ?? last;
  }
}

async function shown(db: Queryable, plan: PlanRow): Promise<Plan> {
  const prices = await livePrices(db, plan.id);
  const sold = await soldAmong(db, prices);
  const subscribers = await db.$count(
    subscriptions,
    and(
      eq(subscriptions.tier, plan.key),
      isNull(subscriptions.ended_at),
      isNotNull(subscriptions.activated_at),
    ),
  );
  const { created_at: _, updated_at: __, description, ...fields } = plan;
  return {
    ...fields,
    description: description ?? '',
    subscribers,
    prices: prices
      .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.interval.localeCompare(b.interval))
      .map(({ id, kind, interval, amount, stripe_price_id }) => ({
        id,
        kind,
        interval,
        amount,
        stripe_price_id,
        sold: sold.has(id),
      })),
  };
}

const named = ({ id, name }: PlanRow) => ({
  object_type: 'plan' as const,
  object_id: id,
  object_name: name,
});

const auditLabel = (plan: PlanRow, prices: TypedPrice[]) => ({
  name: plan.name,
  description: plan.description,
  tokens: plan.tokens,
  user_group_id: plan.user_group_id,
  features: plan.features,
  popular: plan.popular,
  visible: plan.visible,
  position: plan.position,
  prices: prices
    .map(({ kind, interval, amount, stripe_price_id }) =>
      [kind, priceWords(amount, interval), stripe_price_id ?? 'sem id'].join(', '),
    )
    .toSorted(),
});

async function whileKeyIsFree<T>(written: PromiseLike<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw databaseCode(error) === UNIQUE_VIOLATION ? new AppError('plan_key_taken', { cause: error }) : error;
  }
}
