/** Packs of tokens in the run: small ones, so that they are used up and expire. */
import { randomUUID } from 'node:crypto';
import type { PaymentSession } from '../../server/src/adapters/payments/payments.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { packs, purchases } from '../../server/src/db/tables/plans.ts';
import type { Person } from './people.ts';

const PACK = { name: 'Pacote', tokens: 7_000, amount: 9_900, validity_days: 25 };

export async function openPack({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const [pack] = await db.insert(packs).values(PACK).returning();
  if (!pack) throw new Error('no pack');
  return pack.id;
}

/** A purchase whose payment the provider has, and of which the product has not heard yet. */
export async function buyPack(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  sessions: Map<string, PaymentSession>,
  { user_id, reference }: Person,
  pack_id: number,
): Promise<PaymentSession> {
  const [id, provider_session] = [randomUUID(), `cs_${randomUUID()}`];
  const { amount, tokens } = PACK;
  const bought = { kind: 'pack' as const, pack_id, amount, tokens, state: 'waiting' as const };
  await db.insert(purchases).values({ user_id, id, ...bought, provider_session, created_at: clock.now() });
  const session: PaymentSession = {
    id: provider_session,
    reference,
    purchase_id: id,
    amount,
    state: 'paid',
    method: 'pix',
    pay_until: null,
    pay_url: null,
    refunded: 0,
  };
  sessions.set(session.id, session);
  return session;
}
