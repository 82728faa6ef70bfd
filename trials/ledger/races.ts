/**
 * Races for what is left of a group's hard budget: in each round fifty people of a group ask at once while there is room
 * for a random number of answers, and exactly as many are admitted. Then the time of an admission with and without a budget.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { AppError } from '../../server/src/app-error.ts';
import { agents, group_agents } from '../../server/src/db/tables/agents.ts';
import { chat_sessions } from '../../server/src/db/tables/chat.ts';
import { group_limits, group_usage } from '../../server/src/db/tables/group-limits.ts';
import { user_groups, users } from '../../server/src/db/tables/people.ts';
import { ask } from '../../server/src/features/chat/ask.ts';
import type { ServerContext } from '../../server/src/server-context.ts';
import { type Hold, hold, scripted, scriptedModels } from '../../server/test/providers/scripted-model.ts';
import { setPrice, unbalancedBudgets } from './budgets.ts';

export type RaceFigures = {
  rounds: number;
  admitted: number;
  refused: number;
  /** Milliseconds of an admission, with a hard budget and without any, asked in turns. */
  admission: { with_budget: Spread; without_budget: Spread; p50_ratio: number };
};
type Spread = { p50: number; p95: number };

type Racer = { user_id: number; user_group_id: number };
type Setting = { context: ServerContext; rounds: number; below: (limit: number) => number };

const RACERS = 50;
const MICRO_PER_CENT = 10_000;
const END = { end: { input: 900, output: 100 } };
/** Tokens, or centavos. */
const UNREACHED = 1_000_000_000;

export async function raceForBudgets({ context, rounds, below }: Setting): Promise<RaceFigures> {
  const race = await Race.open(context);
  const figures = { rounds, admitted: 0, refused: 0 };
  const held = { tokens: await race.heldByOne('tokens'), brl: await race.heldByOne('brl') };
  for (let round = 1; round <= rounds; round += 1) {
    const kind = round % 2 ? 'tokens' : 'brl';
    const room = below(RACERS + 1);
    await race.run(kind, { room, one: held[kind] });
    figures.admitted += room;
    figures.refused += RACERS - room;
  }
  return { ...figures, admission: await race.measureAdmission(rounds * 2) };
}

type Kind = 'tokens' | 'brl';

class Race {
  readonly #context: ServerContext;
  readonly #waits: Hold[] = [];
  #now: Date;
  #isHeld = true;
  #agent_id = 0;
  #racers: Racer[] = [];

  static async open(context: ServerContext): Promise<Race> {
    const race = new Race(context);
    await setPrice(race.#context);
    race.#agent_id = await makeAgent(race.#context);
    race.#racers = await makeGroup(race.#context, {
      agent_id: race.#agent_id,
      people: RACERS,
      hasBudget: true,
    });
    return race;
  }

  private constructor(context: ServerContext) {
    this.#now = context.clock.now();
    const model = scripted(() => {
      if (!this.#isHeld) return ['Sim.', END];
      const wait = hold();
      this.#waits.push(wait);
      return ['Sim.', wait, END];
    });
    this.#context = { ...context, clock: { now: () => this.#now }, models: scriptedModels(model) };
  }

  /** The reservation of one admitted answer, in tokens or in millionths of BRL. */
  async heldByOne(kind: Kind): Promise<number> {
    await this.#setBudget(kind, UNREACHED);
    await this.#ask(this.#racers.slice(0, 1));
    const { reserved } = await this.#use(kind);
    await this.#finish();
    return reserved;
  }

  /** Throws unless exactly as many are admitted as there is room for. */
  async run(kind: Kind, { room, one }: { room: number; one: number }): Promise<void> {
    const { used } = await this.#use(kind);
    const limit = used + room * one + Math.floor(one / 2);
    const budget = kind === 'tokens' ? limit : Math.ceil(limit / MICRO_PER_CENT);
    await this.#setBudget(kind, budget);
    const outcomes = await this.#ask(this.#racers);
    const admitted = outcomes.filter((outcome) => outcome === 'admitted').length;
    const refused = outcomes.filter((outcome) => outcome === 'group_budget').length;
    const after = await this.#use(kind);
    const spendable = kind === 'tokens' ? budget : budget * MICRO_PER_CENT;
    if (admitted !== room || refused !== RACERS - room || after.used + after.reserved > spendable)
      throw new Error(`room for ${room}: ${JSON.stringify({ kind, admitted, refused, after, spendable })}`);
    await this.#finish();
  }

  async measureAdmission(turns: number): Promise<RaceFigures['admission']> {
    this.#isHeld = false;
    await this.#setBudget('tokens', UNREACHED);
    const [free] = await makeGroup(this.#context, { agent_id: this.#agent_id, people: 1, hasBudget: false });
    const [bound] = this.#racers;
    const times: Record<'bound' | 'free', number[]> = { bound: [], free: [] };
    // The first ones warm up plans and code.
    for (let turn = -20; turn < turns; turn += 1)
      for (const [name, racer] of Object.entries({ bound, free })) {
        const took = await this.#timeOf(racer);
        if (turn >= 0) times[name as keyof typeof times].push(took);
      }
    const [with_budget, without_budget] = [spreadOf(times.bound), spreadOf(times.free)];
    return { with_budget, without_budget, p50_ratio: rounded(with_budget.p50 / without_budget.p50) };
  }

  async #timeOf(racer: Racer | undefined): Promise<number> {
    if (!racer) throw new Error('nobody');
    const [asked] = await this.#openSessions([racer]);
    if (!asked) throw new Error('no session');
    const began = performance.now();
    await ask(this.#context, asked);
    const took = performance.now() - began;
    await this.#finish();
    return took;
  }

  async #ask(people: Racer[]): Promise<string[]> {
    const all = await this.#openSessions(people);
    return Promise.all(
      all.map(async (asked) => {
        try {
          await ask(this.#context, asked);
          return 'admitted';
        } catch (error) {
          if (error instanceof AppError) return error.code;
          throw error;
        }
      }),
    );
  }

  /** A new conversation for each, because a history would make its prompt longer. */
  async #openSessions(people: Racer[]) {
    // So that nobody asks more often than people may.
    this.#now = new Date(this.#now.getTime() + 20_000);
    const opened = people.map((racer) => ({ ...racer, id: randomUUID() }));
    await this.#context.db.insert(chat_sessions).values(
      opened.map(({ id, user_id }) => ({
        id,
        user_id,
        agent_id: this.#agent_id,
        chat_title: 'Novo chat',
      })),
    );
    return opened.map(({ id, ...racer }) => ({
      user: { ...racer, role: 'user' as const },
      session_id: id,
      question: 'Cabe?',
      idempotency_key: null,
    }));
  }

  async #use(kind: Kind): Promise<{ used: number; reserved: number }> {
    const isGroup = eq(group_usage.user_group_id, this.#group);
    const [row] = await this.#context.db.select().from(group_usage).where(isGroup);
    if (!row) return { used: 0, reserved: 0 };
    return kind === 'tokens'
      ? { used: row.used_tokens, reserved: row.reserved_tokens }
      : { used: Number(row.used_cost), reserved: Number(row.reserved_cost) };
  }

  async #setBudget(budget_kind: Kind, budget: number): Promise<void> {
    await this.#context.db
      .update(group_limits)
      .set({ budget_kind, budget })
      .where(eq(group_limits.user_group_id, this.#group));
  }

  async #finish(): Promise<void> {
    for (const wait of this.#waits.splice(0)) wait.release();
    await Promise.all([...this.#context.chat.running.values()].map(({ finished }) => finished));
    const { rows } = await this.#context.db.execute(unbalancedBudgets);
    if (rows.length) throw new Error(`the budgets and the ledger differ: ${JSON.stringify(rows)}`);
  }

  get #group(): number {
    return this.#racers[0]?.user_group_id ?? 0;
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function spreadOf(times: number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

async function makeAgent({ db }: ServerContext): Promise<number> {
  const [agent] = await db
    .insert(agents)
    .values({ name: 'Da corrida', deploy_status: true, model: 'claude-4-sonnet', temperature: 0.5 })
    .returning();
  if (!agent) throw new Error('no agent');
  return agent.id;
}

async function makeGroup(
  { db, clock }: ServerContext,
  { agent_id, people, hasBudget }: { agent_id: number; people: number; hasBudget: boolean },
): Promise<Racer[]> {
  const [group] = await db.insert(user_groups).values({ name: randomUUID() }).returning();
  if (!group) throw new Error('no group');
  await db.insert(group_agents).values({ user_group_id: group.id, agent_id });
  if (hasBudget) await db.insert(group_limits).values({ user_group_id: group.id, hard: true });
  const now = clock.now();
  const rows = await db
    .insert(users)
    .values(
      Array.from({ length: people }, (_, index) => ({
        email: `${randomUUID()}@exemplo.com.br`,
        name: `Pessoa ${index}`,
        password_hash: '',
        token_limit: 1_000_000_000_000,
        is_verified: true,
        user_group_id: group.id,
        token_anchor: now,
        token_cycle_start: now,
        created_at: now,
      })),
    )
    .returning({ user_id: users.id });
  return rows.map(({ user_id }) => ({ user_id, user_group_id: group.id }));
}
