/** The random operations of people and of the administrator, each sent to either process. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { GroupLimits } from '#contract/groups.ts';
import type { Installation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { ask, newReader, readOn, stop } from '../../support/reader.ts';
import type { Chance } from '../../support/seeded-random.ts';
import { GROUPS } from '../budgets.ts';
import type { ProcessPair } from './process-pair.ts';
import type { Shop } from './shop.ts';
import type { ToldAnswers } from './told-answers.ts';

export type Setting = {
  installation: Installation;
  pair: ProcessPair;
  shop: Shop;
  answers: ToldAnswers;
  chance: Chance;
  people: Person[];
  root_token: string;
  agent_id: number;
};

/** Refusals that the run provokes; any other one is a fault. */
const EXPECTED = new Set([
  'token_limit',
  'group_budget',
  'answer_running',
  'too_many_answers',
  'too_many_requests',
  'session_not_found',
  'model_failed',
  'stale_change',
  'purchase_waiting',
]);

/** Small enough to be reached all the time. */
export const LIMIT = 60_000;
const NO_LIMIT = 1_000_000_000;
/** How often a reader comes back whose process died. */
const TRIES = 5;

export class Operations {
  readonly #setting: Setting;
  readonly refused: Record<string, number> = {};
  readonly broken: string[] = [];
  /** Readers who wait at the other process for the end of an answer whose process died. */
  readonly following: Promise<void>[] = [];
  admitted = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  readonly kinds: Record<string, (person: Person, session_id: string) => Promise<unknown>> = {
    send: (person, session_id) => this.#ask(person, session_id),
    leave: (person, session_id) => this.#ask(person, session_id, { chunks: 1 }),
    twice: async (person, session_id) => {
      const [question, key] = [this.#setting.answers.ask(), randomUUID()];
      await Promise.all([1, 2].map(() => this.#ask(person, session_id, { question, key })));
    },
    stop: async (person, session_id) => {
      await this.#ask(person, session_id, { question: this.#setting.answers.ask('slow'), chunks: 1 });
      await this.#setting.pair.send((process) => stop({ process, person, session_id }));
    },
    storm: (person) => Promise.all(person.conversations.map((session_id) => this.#ask(person, session_id))),
    erase: async (person, session_id) => {
      await this.#ask(person, session_id, { question: this.#setting.answers.ask('slow'), chunks: 1 });
      await this.#call('DELETE', `/chat/sessions/${session_id}`, person.token);
      const path = `/chat/create-session?agent_id=${this.#setting.agent_id}`;
      const { data } = await this.#call<{ id: string }>('POST', path, person.token);
      const place = person.conversations.indexOf(session_id);
      if (data && place >= 0) person.conversations[place] = data.id;
    },
    move: async (person, session_id) => {
      const { answers, chance, root_token } = this.#setting;
      await this.#ask(person, session_id, { question: answers.ask('slow'), chunks: 1 });
      const body = { user_ids: [person.id], user_group_id: chance.pick(GROUPS) };
      await this.#call('POST', '/user-groups/assign-users', root_token, body);
    },
    budget: () => this.#changeBudget(),
    pack: async (person) => this.#count(await this.#setting.shop.buyPack(this.#setting.pair, person)),
    plan: (person) => this.#setting.shop.changePlan(this.#setting.pair, person, LIMIT * 2),
    month: (person) => this.#passMonth(person),
    jobs: () =>
      this.#setting.installation.queueJob(this.#setting.chance.pick(['credits.expire', 'tokens.renew'])),
  };

  async #ask(
    person: Person,
    session_id: string,
    wishes: { question?: string; key?: string; chunks?: number } = {},
  ): Promise<void> {
    const { pair, answers, chance } = this.#setting;
    const { question = answers.ask(), key = randomUUID(), chunks } = wishes;
    const send = () => pair.send((process) => ask({ process, person, session_id }, question, { key }));
    const response = await send();
    if (response.status !== 200) return this.#refuse(await response.text());
    this.admitted += 1;
    const reader = newReader();
    await readOn(reader, response, chunks === undefined ? undefined : { chunks, share: 1 });
    if (reader.end || chunks !== undefined || chance.percent(50)) return;
    // The process died, and the next one may die too: the same key leads to the same answer.
    const follow = async () => {
      for (let tries = 1; !reader.end && tries <= TRIES; tries += 1) {
        const again = await send();
        if (again.status !== 200) return this.#refuse(await again.text());
        await readOn(reader, again);
      }
      if (!reader.end) this.broken.push(`${question}: no end was read`);
    };
    this.following.push(follow());
  }

  /** Two of three have room for all answers, the others for a few of them or for none; a quarter only notifies. */
  async #changeBudget(): Promise<void> {
    const { chance, root_token } = this.#setting;
    const path = `/user-groups/${chance.pick(GROUPS)}/limits`;
    const { data } = await this.#call<GroupLimits>('GET', path, root_token);
    if (!data) return;
    const budget_kind = chance.pick(['tokens', 'brl'] as const);
    const isTight = chance.percent(33);
    const left =
      budget_kind === 'tokens'
        ? data.month_tokens + chance.below(90_000)
        : data.month_cents + chance.below(150);
    const { version, tokens_per_person, notify_user_ids } = data;
    const budget = isTight ? left + 1 : NO_LIMIT;
    const form = {
      tokens_per_person,
      notify_user_ids,
      version,
      budget_kind,
      budget,
      hard: chance.percent(75),
    };
    await this.#call('PUT', path, root_token, form);
  }

  /** All that is dated of a person's money lies 31 days further back: a cycle is over, and packs expire. */
  async #passMonth({ id }: Person): Promise<void> {
    const past = sql.raw("interval '31 days'");
    await this.#setting.installation.db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${id} for no key update`);
      await tx.execute(sql`update users set token_anchor = token_anchor - ${past},
        token_cycle_start = token_cycle_start - ${past} where id = ${id}`);
      await tx.execute(sql`update token_entries set created_at = created_at - ${past} where user_id = ${id}`);
      await tx.execute(sql`update token_credits set expires_at = expires_at - ${past} where user_id = ${id}`);
    });
  }

  async #call<T>(method: string, path: string, token: string, body?: object): Promise<{ data?: T }> {
    const response = await this.#setting.pair.send(({ url }) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
    const text = await response.text();
    if (response.ok) return text ? (JSON.parse(text) as { data?: T }) : {};
    this.#refuse(text);
    return {};
  }

  #refuse(text: string): void {
    try {
      this.#count((JSON.parse(text) as { code: string }).code);
    } catch {
      this.broken.push(`answered ${text.slice(0, 200)}`);
    }
  }

  #count(code: string | null): void {
    if (code === null) return;
    this.refused[code] = (this.refused[code] ?? 0) + 1;
    if (!EXPECTED.has(code)) this.broken.push(`refused: ${code}`);
  }
}
