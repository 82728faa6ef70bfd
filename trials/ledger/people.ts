/** The participants: people with conversations, and a provider whose answers the run decides. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Bought, PaymentSession, Payments } from '../../server/src/adapters/payments/payments.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { agents, group_agents } from '../../server/src/db/tables/agents.ts';
import { chat_sessions } from '../../server/src/db/tables/chat.ts';
import { users } from '../../server/src/db/tables/people.ts';
import { GROUPS } from './budgets.ts';

export type Person = { user_id: number; reference: string; sessions: string[]; agent_id: number };

/** Conversations of each; one more than may be answered at once. */
const SESSIONS = 3;

export async function settlePeople(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  count: number,
  token_limit: number,
): Promise<Person[]> {
  const now = clock.now();
  const [agent] = await db
    .insert(agents)
    .values({ name: 'Agente', deploy_status: true, model: 'claude-4-sonnet', temperature: 0.5 })
    .returning();
  if (!agent) throw new Error('no agent');
  for (const user_group_id of GROUPS)
    await db.insert(group_agents).values({ user_group_id, agent_id: agent.id });
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    // Cycles of different days, the 31st among them.
    const joined = new Date(now.getTime() - index * 5 * 86_400_000);
    const [user] = await db
      .insert(users)
      .values({
        email: `${randomUUID()}@exemplo.com.br`,
        name: `Pessoa ${index}`,
        password_hash: '',
        token_limit,
        is_verified: true,
        user_group_id: 1,
        token_anchor: joined,
        token_cycle_start: now,
        created_at: joined,
      })
      .returning();
    if (!user) throw new Error('nobody');
    const person = { user_id: user.id, reference: user.reference, sessions: [], agent_id: agent.id };
    people.push(person);
    for (let session = 0; session < SESSIONS; session += 1) await openSession({ db }, person);
  }
  return people;
}

export async function openSession({ db }: Pick<AppContext, 'db'>, person: Person): Promise<void> {
  const id = randomUUID();
  const { user_id, agent_id } = person;
  await db.insert(chat_sessions).values({ id, user_id, agent_id, chat_title: 'Novo chat' });
  person.sessions.push(id);
}

export const setLimit = ({ db }: Pick<AppContext, 'db'>, user_id: number, token_limit: number) =>
  db.update(users).set({ token_limit }).where(eq(users.id, user_id));

/** A provider in memory: what `bought` and `sessions` hold is what it says. */
export function providerOf(bought: Map<string, Bought>, sessions: Map<string, PaymentSession>): Payments {
  const away = () => Promise.reject(new Error('not asked in this run'));
  return {
    pageOf: () => '',
    sells: () => true,
    confirmPrice: async ({ price_id }) => price_id,
    findSession: async (name) => ('session_id' in name && sessions.get(name.session_id)) || null,
    openPayment: away,
    abandonSession: away,
    fake: null,
    find: async (id) => bought.get(id) ?? null,
    openOf: async () => [],
    async *listOpen() {
      for (const one of bought.values()) if (one.status !== 'canceled') yield one;
    },
    readEvent: () => ({ other: 'none' }),
    openCustomer: away,
    openCheckout: away,
    openPortal: away,
    end: away,
  };
}
