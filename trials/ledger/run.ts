/**
 * A run of random operations on a handful of accounts: answers that end, break, are stopped, left or abandoned by a
 * process that died, conversations that are erased, cycles that begin, plans that begin and end, packs that are bought,
 * given back and expire, people who are moved between groups whose budgets change, many of it at once; and what
 * conversation-acts.ts adds: edits, copies, temporary conversations, programs and visitors.
 * After each, and while answers are being written, the ledger is compared with what the accounts say of themselves.
 */
import { sql } from 'drizzle-orm';
import type { Bought, PaymentSession } from '../../server/src/adapters/payments/payments.ts';
import { AppError } from '../../server/src/app-error.ts';
import type { DatabaseAddress } from '../../server/src/db/client.ts';
import { ask } from '../../server/src/features/chat/ask.ts';
import { eraseConversation } from '../../server/src/features/chat/erase-conversation.ts';
import { stopAnswer } from '../../server/src/features/chat/run/stop-answer.ts';
import { endAbandoned, expireLeases } from '../../server/src/features/chat/run/sweep.ts';
import { fillSeededPriceIds } from '../../server/src/features/plans/seeded-price-ids.ts';
import { renewCycles } from '../../server/src/features/subscriptions/lifecycle/renew-token-cycles.ts';
import { syncSubscription } from '../../server/src/features/subscriptions/lifecycle/sync-subscription.ts';
import { syncPurchase } from '../../server/src/features/subscriptions/purchases/sync-purchase.ts';
import { movePeople } from '../../server/src/features/users/move-people.ts';
import { expireCredits } from '../../server/src/features/users/tokens/credits.ts';
import type { ServerContext } from '../../server/src/server-context.ts';
import { brokenInvariants } from '../../server/test/invariants.ts';
import { openOtherProcess } from '../../server/test/process/other-process.ts';
import { hold, type Step, scripted, scriptedModels } from '../../server/test/providers/scripted-model.ts';
import { changeBudget, GROUPS, openBudgets } from './budgets.ts';
import { compareAccounts } from './compare-accounts.ts';
import { conversationActs } from './conversation-acts.ts';
import { buyPack, openPack } from './packs.ts';
import { openSession, type Person, providerOf, setLimit, settlePeople } from './people.ts';

export type LedgerFigures = {
  operations: number;
  comparisons: number;
  entries: number;
  done: Record<string, number>;
  refused: Record<string, number>;
};

type Setting = { context: ServerContext; address: DatabaseAddress; operations: number; seed: number };

const PEOPLE = 6;
/** Small enough to be reached all the time. */
const LIMIT = 20_000;
const DAY_MS = 86_400_000;
/** Whole invariants look at every row: now and then, and at the end. */
const WHOLE_LOOK = 200;

export async function runLedger({
  context: given,
  address,
  operations,
  seed,
}: Setting): Promise<LedgerFigures> {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  let now = given.clock.now();
  const scripts = new Map<string, Step[]>();
  const model = scripted(({ prompt }) => scripts.get(prompt.question) ?? ['Sim.']);
  const bought = new Map<string, Bought>();
  const sessions = new Map<string, PaymentSession>();
  const payments = providerOf(bought, sessions);
  const context = { ...given, payments, clock: { now: () => now }, models: scriptedModels(model) };
  const ids = { STRIPE_PRICE_PLUS_MONTH: 'month', STRIPE_PRICE_PLUS_YEAR: 'year' };
  await fillSeededPriceIds({ ...context, env: { ...context.env, ...ids } });
  const pack_id = await openPack(context);
  const people = await settlePeople(context, PEOPLE, LIMIT);
  await openBudgets(context);
  const figures: LedgerFigures = { operations, comparisons: 0, entries: 0, done: {}, refused: {} };
  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };

  let questions = 0;
  /** Asks and returns the events; null when the question was not let in. */
  const newQuestion = (script: Step[]) => {
    questions += 1;
    const question = `Pergunta ${questions}`;
    scripts.set(question, script);
    return question;
  };
  const refuse = (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    count(figures.refused, error.code);
    return null;
  };
  const open = (at: ServerContext, person: Person, session_id: string, script: Step[], edits?: number) => {
    const { user_id } = person;
    const user = { user_id, role: 'user' as const, user_group_id: 1 };
    const question = newQuestion(script);
    return ask(at, { user, session_id, question, edits, idempotency_key: null }).catch(refuse);
  };
  const read = async (events: AsyncIterable<unknown> | null) => {
    for await (const _ of events ?? []);
  };
  const usage = () => ({ input: below(3_000), output: below(1_500) });
  const ending = (): Step[] =>
    oneOf<() => Step[]>([
      () => ['Sim, ', 'é isso.', { end: usage() }],
      () => ['Sim.', { end: null }],
      () => ['Sim.', { end: { input: 0, output: 0 } }],
      () => [{ failed: 'model_failed' }],
      () => ['Sim, ', { failed: 'model_failed', usage: usage() }],
      () => ['Sim, ', { silence: true }],
    ])();
  const idle = () => Promise.all([...context.chat.running.values()].map(({ finished }) => finished));

  const ofConversations = {
    context,
    below,
    newQuestion: () => newQuestion(ending()),
    open: (person: Person, session: string, edits?: number) =>
      open(context, person, session, ending(), edits),
    read,
    refuse,
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
  const acts: Record<string, (person: Person, session: string) => Promise<void>> = {
    ...(await conversationActs(ofConversations, people)),
    send: async (person, session) => read(await open(context, person, session, ending())),
    leave: async (person, session) => {
      const events = await open(context, person, session, ending());
      await events?.[Symbol.asyncIterator]().return?.();
    },
    stop: async (person, session) => {
      const wait = hold();
      const events = await open(context, person, session, ['Sim, ', wait, 'não.', { end: usage() }]);
      if (!events) return;
      await wait.reached;
      await compare();
      await stopAnswer(context, person.user_id, session);
      await read(events);
    },
    crash: async (person, session) => {
      const wait = hold();
      const other = await openOtherProcess(context, address);
      const events = await open(other.context, person, session, ['Sim, ', wait, { end: usage() }]);
      if (events) await wait.reached;
      await other.kill();
      await compare();
      await expireLeases(context);
      await endAbandoned(context, { owner: context.chat.owner, ids: [] });
      wait.release();
    },
    erase: async (person, session) => {
      const wait = hold();
      const events = await open(context, person, session, ['Sim, ', wait, { end: usage() }]);
      if (events) await wait.reached;
      await eraseConversation(context, person.user_id, session);
      await read(events);
      person.sessions.splice(person.sessions.indexOf(session), 1);
      await openSession(context, person);
    },
    reset: async () => {
      now = new Date(now.getTime() + below(40 * DAY_MS));
      await Promise.all(Array.from({ length: 4 }, () => renewCycles(context)));
    },
    plan: async (person) => {
      const id = `sub_${person.user_id}_${questions}`;
      const last = [...bought.values()].findLast(({ reference }) => reference === person.reference);
      const next = nextOf(last, { id, person, now, transition: below(4) });
      bought.set(next.id, next);
      await Promise.all(Array.from({ length: 3 }, () => syncSubscription(context, next.id)));
      // Five million would take the run too long to use up.
      if (next.status === 'active') await setLimit(context, person.user_id, LIMIT * 2);
    },
    move: async (person) => {
      const user_group_id = oneOf(GROUPS);
      const wait = hold();
      const session = oneOf(person.sessions);
      const events = await open(context, person, session, ['Sim, ', wait, { end: usage() }]);
      if (events) await wait.reached;
      await context.db.transaction((tx) => movePeople(tx, [person.user_id], user_group_id, now));
      wait.release();
      await read(events);
    },
    budget: async () => {
      await changeBudget(context, oneOf(GROUPS), {
        budget_kind: oneOf(['tokens', 'brl'] as const),
        // A third of them have room for all answers, the others for one or two at a time, or for none.
        budget: below(3) === 0 ? 1_000_000_000 : 1 + below(90_000),
        hard: below(4) > 0,
      });
    },
    pack: async (person) => {
      const session = await buyPack(context, sessions, person, pack_id);
      await Promise.all(Array.from({ length: 3 }, () => syncPurchase(context, { session_id: session.id })));
      if (random() < 0.5) return;
      // Money given back, in part or in whole, while somebody may be asking.
      sessions.set(session.id, { ...session, refunded: 1 + below(session.amount ?? 1) });
      await Promise.all([
        ...Array.from({ length: 3 }, () => syncPurchase(context, { session_id: session.id })),
        read(await open(context, person, oneOf(person.sessions), ending())),
      ]);
    },
    expire: () => expireCredits(context),
    storm: async (person, session) => {
      const id = [...bought.values()].findLast(({ reference }) => reference === person.reference)?.id;
      if (random() < 0.3) now = new Date(now.getTime() + below(40 * DAY_MS));
      await Promise.all([
        ...person.sessions.map(async (one) => read(await open(context, person, one, ending()))),
        read(await open(context, oneOf(people), session, ending())),
        renewCycles(context),
        expireCredits(context),
        ...(id ? [syncSubscription(context, id)] : []),
        compare(),
      ]);
    },
  };
  const weights: (keyof typeof acts)[] = [
    ...Array<string>(10).fill('send'),
    ...Array<string>(3).fill('leave'),
    ...Array<string>(3).fill('stop'),
    ...Array<string>(2).fill('storm'),
    'reset',
    'plan',
    'plan',
    'move',
    'move',
    'budget',
    'budget',
    'pack',
    'pack',
    'expire',
    'erase',
    'crash',
    ...Array<string>(3).fill('edit'),
    ...Array<string>(2).fill('variant'),
    ...Array<string>(2).fill('branch'),
    'temporary',
    ...Array<string>(3).fill('program'),
    ...Array<string>(3).fill('visitor'),
  ];

  async function compare(): Promise<void> {
    figures.comparisons += 1;
    await compareAccounts(context.db);
  }
  const lookAtAll = async () => {
    const broken = await brokenInvariants(context.db);
    if (broken.length) throw new Error(`broken: ${JSON.stringify(broken)}`);
  };

  for (let operation = 1; operation <= operations; operation += 1) {
    // So that nobody asks more often than people may.
    now = new Date(now.getTime() + 20_000);
    const name = oneOf(weights);
    const person = oneOf(people);
    await acts[name]?.(person, oneOf(person.sessions));
    await idle();
    count(figures.done, name);
    await compare();
    if (operation % WHOLE_LOOK === 0) await lookAtAll();
  }
  await lookAtAll();
  const { rows } = await context.db.execute<{ count: number }>(
    sql`select count(*)::int count from token_entries where user_id = any(${sql.param(people.map(({ user_id }) => user_id))}::int[])`,
  );
  figures.entries = rows[0]?.count ?? 0;
  return figures;
}

/** The next payment event of a person: a purchase, a failure, a recovery, an end. */
function nextOf(
  last: Bought | undefined,
  { id, person, now, transition }: { id: string; person: Person; now: Date; transition: number },
): Bought {
  if (last && last.status !== 'canceled') {
    const status = (['active', 'past_due', 'canceled', 'canceled'] as const)[transition] ?? 'canceled';
    return { ...last, status, ended_at: status === 'canceled' ? now : null };
  }
  return {
    id,
    customer_id: `cus_${person.user_id}`,
    reference: person.reference,
    price_id: 'month',
    amount: 62_500,
    status: 'active',
    cancel_at_period_end: false,
    next_price_id: null,
    ended_at: null,
    current_period_start: now,
    current_period_end: new Date(now.getTime() + 30 * DAY_MS),
  };
}

/** Small, seeded, the same on every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
