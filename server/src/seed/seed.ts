/**
 * Initial data: the plans with their groups and the first superadmin; outside production also a demo. Idempotent, runs at every start.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { WithPayments } from '../adapters/payments/payments.ts';
import type { AppContext } from '../app-context.ts';
import type { Transaction } from '../db/client.ts';
import { users } from '../db/tables/people.ts';
import { seedSuperadmin } from '../features/auth/registration.ts';
import { fillSeededPriceIds } from '../features/plans/seeded-price-ids.ts';
import { writeCataloguePrices } from '../features/prices/price-list.ts';
import { seedDemo } from './seed-demo.ts';
import { seedPlans } from './seed-plans.ts';

/** The superadmin that this start created; without `password` when the operator chose it. */
export type Seeded = { admin: { email: string; password?: string } | null };

const LOCAL_ADMIN_EMAIL = 'admin@exemplo.com.br';

/** An advisory lock: two processes that start together would both find an empty database. */
const SEED_LOCK = 7_301_886;
const TURN_MS = 100;

export function seed(context: AppContext & WithPayments): Promise<Seeded> {
  return context.db.transaction(async (tx) => {
    while (!(await isOurTurn(tx))) await pause(TURN_MS);
    await seedPlans(context.db);
    await fillSeededPriceIds(context);
    await writeCataloguePrices(context.db, context.models.catalogue, context.clock.now());
    const admin = await seedAdmin(context);
    if (!context.env.production) await seedDemo(context);
    return { admin };
  });
}

/** Asked for again and again, not waited for: a query that takes long is cut as a fault, and another start may take its time. */
async function isOurTurn(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SEED_LOCK}) is_ours`,
  );
  return rows[0]?.is_ours === true;
}

async function seedAdmin({ db, env, clock, log }: AppContext): Promise<Seeded['admin']> {
  const [superadmin] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'superadmin'))
    .limit(1);
  const email = env.ADMIN_EMAIL ?? (env.production ? undefined : LOCAL_ADMIN_EMAIL);
  if (superadmin && !env.ADMIN_EMAIL) return null;
  if (!email || (env.production && !env.ADMIN_PASSWORD)) {
    if (!superadmin)
      log.warn('no superadmin exists; set ADMIN_EMAIL and ADMIN_PASSWORD and start again to create one');
    return null;
  }
  const password = env.ADMIN_PASSWORD ?? randomPassword();
  const created = await seedSuperadmin({ db, clock }, { email, password });
  if (!created) return null;
  return { email, ...(env.ADMIN_PASSWORD ? {} : { password }) };
}

/** Fourteen characters that cannot be mistaken for one another: some 80 random bits. */
function randomPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
