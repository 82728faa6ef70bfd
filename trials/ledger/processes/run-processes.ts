/**
 * Random operations with money on two real processes with one database, of which one at a time is killed at a random
 * moment and started again. While they run, the ledger is compared with the accounts, and an observer in the database
 * sees every change of a group's use. At the end each answer is compared with what the provider counted for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { DatabaseAddress } from '../../../server/src/db/client.ts';
import { group_agents } from '../../../server/src/db/tables/agents.ts';
import { chat_sessions, messages, token_entries } from '../../../server/src/db/tables/chat.ts';
import { group_limits } from '../../../server/src/db/tables/group-limits.ts';
import { model_prices } from '../../../server/src/db/tables/models.ts';
import { expireLeases } from '../../../server/src/features/chat/run/sweep.ts';
import { type Installation, openInstallation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { seeded } from '../../support/seeded-random.ts';
import { GROUPS } from '../budgets.ts';
import { compareAccounts } from '../compare-accounts.ts';
import { passedBudgets, watchBudgets } from './budget-watch.ts';
import { LIMIT, Operations } from './operations.ts';
import { ProcessPair } from './process-pair.ts';
import { openShop } from './shop.ts';
import { type ToldAnswers, tellAnswers } from './told-answers.ts';

export type ProcessFigures = {
  operations: number;
  seconds: number;
  kills: number;
  done: Record<string, number>;
  refused: Record<string, number>;
  /** Questions that were let in. */
  admitted: number;
  /** Answers that the provider did not cut, so that it was the death of their process. */
  interrupted: number;
  packs: number;
  entries: number;
  comparisons: number;
  /** Answers with the usage that the provider reported for them, of those that have one entry. */
  as_reported: number;
  double_charges: number;
  passed_budgets: number;
  broken: string[];
};

type Options = {
  operations: number;
  kills: number;
  people: number;
  seed: number;
  template?: string;
  /** Ends the leases of dead processes at the end of the run, instead of waiting for 15 seconds. */
  isShort?: boolean;
};

/** People who act at the same time. */
const LANES = 8;
/** The agent of the trials has a retired model, whose successor is this one. */
const MODEL = 'claude-sonnet-5-5';
const COMPARE_MS = 250;

const WEIGHTS: Record<string, number> = {
  send: 10,
  leave: 3,
  twice: 3,
  stop: 2,
  storm: 2,
  month: 4,
  plan: 2,
  move: 2,
  budget: 2,
  pack: 2,
  jobs: 1,
  erase: 1,
};

export async function runOnProcesses(
  server: DatabaseAddress,
  { operations, kills, people: count, seed, template, isShort = false }: Options,
): Promise<ProcessFigures> {
  const began = performance.now();
  const chance = seeded(seed);
  const installation = await openInstallation(server, template);
  const { db } = installation;
  const shop = await openShop(db, chance);
  try {
    await openPricesAndBudgets(installation);
    const pair = await ProcessPair.open(installation, shop.env, chance);
    const people = await admitPeople(installation, count);
    const [first] = pair.serving;
    if (!first) throw new Error('no process is running');
    const root_token = await installation.signInAdmin(first);
    const answers = tellAnswers(installation.stub, chance);
    const agent_id = await shareAgent(installation, people);
    const setting = { installation, pair, shop, answers, chance, people, root_token, agent_id };
    const acts = new Operations(setting);
    const comparing = compareUntilEnd(installation);
    const done = await act(acts, { operations, kills, chance, people, pair });
    if (isShort) await endLeases(installation);
    await Promise.all(acts.following);
    await lastLeases(installation);
    const comparisons = await comparing.stop();
    const double = await chargesOf(installation, answers);
    const broken = [
      ...acts.broken,
      ...(await installation.broken()).map(({ what, subject }) => `${what}: ${subject}`),
      ...(await shop.wrongCredits()),
      ...double.wrong,
      ...pair.failures(),
    ];
    const { refused, admitted } = acts;
    return {
      operations,
      seconds: Math.round((performance.now() - began) / 1_000),
      kills: pair.kills,
      done,
      refused,
      admitted,
      ...double.figures,
      packs: shop.sold(),
      comparisons,
      passed_budgets: await passedBudgets(db),
      broken,
    };
  } finally {
    await installation.close();
    await shop.close();
  }
}

type Acting = {
  operations: number;
  kills: number;
  chance: ReturnType<typeof seeded>;
  people: Person[];
  pair: ProcessPair;
};

/** Each lane takes the next operation; none runs ahead of the kills by more than its share. */
async function act(acts: Operations, { operations, kills, chance, people, pair }: Acting) {
  const done: Record<string, number> = {};
  const drawn = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name));
  let begun = 0;
  const share = operations / (kills + 1);
  const lane = async () => {
    while (begun < operations) {
      begun += 1;
      while (begun > (pair.kills + 1.5) * share && pair.kills < kills) await pause(10);
      const [name, person] = [chance.pick(drawn), chance.pick(people)];
      await acts.kinds[name]?.(person, chance.pick(person.conversations));
      done[name] = (done[name] ?? 0) + 1;
    }
  };
  const killing = async () => {
    while (pair.kills < kills) {
      if (begun < (pair.kills + 1) * share) await pause(10);
      else {
        await pause(chance.below(200));
        await pair.killOne();
      }
    }
  };
  await Promise.all([...Array.from({ length: LANES }, lane), killing()]);
  return done;
}

async function openPricesAndBudgets({ db }: Installation): Promise<void> {
  await watchBudgets(db);
  const price = { input: 3_333_333n, output: 16_666_667n, valid_from: new Date(), source: 'typed' as const };
  await db.insert(model_prices).values({ model_id: MODEL, currency: 'BRL', ...price });
  const limits = { budget_kind: 'tokens' as const, budget: 1_000_000_000, hard: true };
  await db.insert(group_limits).values(GROUPS.map((user_group_id) => ({ user_group_id, ...limits })));
}

async function admitPeople(installation: Installation, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1)
    people.push(await installation.person({ token_limit: LIMIT, conversations: 3 }));
  return people;
}

/** The agent of these people, which the other groups may use then too. */
async function shareAgent({ db }: Installation, [person]: Person[]): Promise<number> {
  const [session] = await db
    .select({ agent_id: chat_sessions.agent_id })
    .from(chat_sessions)
    .where(eq(chat_sessions.user_id, person?.id ?? 0));
  const agent_id = session?.agent_id;
  if (!agent_id) throw new Error('no agent');
  const rows = GROUPS.map((user_group_id) => ({ user_group_id, agent_id }));
  await db.insert(group_agents).values(rows).onConflictDoNothing();
  return agent_id;
}

function compareUntilEnd({ db }: Installation): { stop(): Promise<number> } {
  let comparisons = 0;
  let isOver = false;
  const comparing = (async () => {
    while (!isOver) {
      await compareAccounts(db);
      comparisons += 1;
      await pause(COMPARE_MS);
    }
  })();
  // A difference ends the run when it is waited for.
  comparing.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await comparing;
      return comparisons;
    },
  };
}

/** A living process ends its answers in less than two seconds; what still runs then belongs to a dead one. */
async function endLeases({ db }: Installation): Promise<void> {
  await pause(2_000);
  await expireLeases({ db });
}

/** Answers of dead processes end when their leases do. */
async function lastLeases(installation: Installation): Promise<void> {
  for (let waited = 0; (await installation.running()).length; waited += 1) {
    if (waited === 600) throw new Error('an answer is still running after a minute');
    await pause(100);
  }
}

/** Each stored answer beside the entries of it and what the provider counted. */
async function chargesOf({ db }: Installation, answers: ToldAnswers) {
  const rows = await db
    .select({
      id: messages.id,
      question: messages.question,
      status: messages.status,
      input: token_entries.input_tokens,
      output: token_entries.output_tokens,
      charged: token_entries.charged,
      estimated: token_entries.estimated,
    })
    .from(messages)
    .leftJoin(
      token_entries,
      and(eq(token_entries.user_id, messages.user_id), eq(token_entries.message_id, messages.id)),
    );
  const entries = rows.filter(({ charged }) => charged !== null);
  const once = new Set(entries.map(({ id }) => id));
  const asked = [...answers.calls()]
    // A provider that fails before its first word is asked again.
    .filter(([question, calls]) => calls > 1 && answers.usageOf(question))
    .map(([question]) => `${question} was asked twice`);
  const wrong: string[] = [];
  let as_reported = 0;
  for (const { question, status, input, output, charged, estimated } of rows) {
    const usage = status === 'done' && question ? answers.usageOf(question) : undefined;
    if (!usage) continue;
    const isRight = !estimated && input === usage.input && output === usage.output;
    if (isRight && charged === usage.input + usage.output) as_reported += 1;
    else wrong.push(`${question}: ${charged} charged, ${JSON.stringify(usage)} reported`);
  }
  const abandoned = rows.filter(
    ({ status, question }) => status === 'interrupted' && answers.usageOf(question),
  );
  const interrupted = new Set(abandoned.map(({ id }) => id)).size;
  const figures = {
    interrupted,
    entries: entries.length,
    as_reported,
    double_charges: entries.length - once.size + asked.length,
  };
  return { figures, wrong: [...asked, ...wrong] };
}
