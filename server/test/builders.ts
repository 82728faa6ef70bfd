/** One builder an entity: what a test does not mention is chosen for it. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ModelRules } from '#contract/agent-configuration.ts';
import type { PromptSections } from '#contract/agent-prompt.ts';
import type { AgentChange } from '#contract/agents.ts';
import type { RagConfig } from '#contract/data-sources.ts';
import type { Expectation } from '#contract/expectations.ts';
import { TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { Role } from '#contract/users.ts';
import type { AppContext } from '../src/app-context.ts';
import {
  agent_checks,
  agent_data_sources,
  agent_knowledge_bases,
  agent_tags,
  agents,
  group_agents,
} from '../src/db/tables/agents.ts';
import { chat_sessions } from '../src/db/tables/chat.ts';
import { data_sources } from '../src/db/tables/data-sources.ts';
import { users } from '../src/db/tables/people.ts';
import { keepVersion } from '../src/features/agents/versions.ts';
import { hashPassword } from '../src/features/auth/credentials/passwords.ts';
import { enter } from '../src/features/auth/entry/enter.ts';
import { findAccount } from '../src/features/users/store.ts';

let count = 0;

export type UserWishes = {
  name?: string;
  email?: string;
  password?: string;
  phone?: string | null;
  role?: Role;
  user_group_id?: number | null;
  token_limit?: number;
  token_used?: number;
  is_verified?: boolean;
  active?: boolean;
  created_at?: Date;
  /** Default true: `token` and `refresh_token` are there. */
  signed_in?: boolean;
};

export type BuiltUser = {
  id: number;
  email: string;
  name: string;
  password: string;
  token: string;
  refresh_token: string;
};

/** Hashing is slow by design; every built user without a wish shares one. */
const DEFAULT_PASSWORD = 'uma senha boa';
let defaultHash: Promise<string> | undefined;

export async function buildUser(context: AppContext, wishes: UserWishes): Promise<BuiltUser> {
  count += 1;
  const password = wishes.password ?? DEFAULT_PASSWORD;
  defaultHash ??= hashPassword(DEFAULT_PASSWORD);
  const now = context.clock.now();
  const joined = wishes.created_at ?? now;
  const [row] = await context.db
    .insert(users)
    .values({
      email: wishes.email ?? `pessoa${count}@exemplo.com.br`,
      name: wishes.name ?? `Pessoa ${count}`,
      phone: wishes.phone ?? null,
      role: wishes.role ?? 'user',
      user_group_id: wishes.user_group_id === undefined ? 1 : wishes.user_group_id,
      password_hash: await (wishes.password ? hashPassword(wishes.password) : defaultHash),
      is_verified: wishes.is_verified ?? true,
      active: true,
      token_limit: wishes.token_limit ?? TOKENS_PER_MONTH.free,
      token_used: wishes.token_used ?? 0,
      token_anchor: joined,
      token_cycle_start: joined,
      created_at: joined,
      updated_at: joined,
    })
    .returning({ id: users.id, email: users.email, name: users.name });
  if (!row) throw new Error('no user was inserted');
  const pair =
    wishes.signed_in === false ? { access_token: '', refresh_token: '' } : await signIn(context, row.id);
  if (wishes.active === false)
    await context.db.update(users).set({ active: false }).where(eq(users.id, row.id));
  return { ...row, password, token: pair.access_token, refresh_token: pair.refresh_token };
}

/** Enters as after the password was checked: checking it for each person took a fifth of the tests' processor time. */
async function signIn(context: AppContext, user_id: number) {
  const account = await findAccount(context.db, user_id);
  const from = { ip: '127.0.0.1', user_agent: 'lightMyRequest' };
  const pair =
    account?.is_verified && (await enter(context, { account, temporary_hash: null, new_hash: null, from }));
  if (!pair) throw new Error(`a built user could not sign in: ${account?.email}`);
  return pair;
}

export type AgentWishes = {
  name?: string;
  description?: string | null;
  deploy_status?: boolean;
  model?: string | null;
  temperature?: number | null;
  custom_prompt?: string | null;
  prompt_sections?: Partial<PromptSections>;
  use_guided_prompt?: boolean;
  use_security_prompt?: boolean;
  rules?: Partial<ModelRules>;
  /** Groups that may use it. */
  groups?: number[];
  tags?: string[];
  knowledge_bases?: number[];
  data_sources?: number[];
  checks?: { question: string; expectation: Expectation }[];
};

const NO_SECTIONS: PromptSections = {
  identity: '',
  goal: '',
  response_style: '',
  constraints: '',
  custom_instructions: '',
};

/** A deployed agent that the default group may use, unless wished otherwise. */
export async function buildAgent({ db }: Pick<AppContext, 'db'>, wishes: AgentWishes = {}) {
  count += 1;
  const [agent] = await db
    .insert(agents)
    .values({
      name: wishes.name ?? `Agente ${count}`,
      description: wishes.description ?? null,
      deploy_status: wishes.deploy_status ?? true,
      model: wishes.model === undefined ? 'claude-4-sonnet' : wishes.model,
      temperature: wishes.temperature === undefined ? 0.5 : wishes.temperature,
      custom_prompt: wishes.custom_prompt ?? null,
      prompt_sections: { ...NO_SECTIONS, ...wishes.prompt_sections },
      use_guided_prompt: wishes.use_guided_prompt ?? true,
      use_security_prompt: wishes.use_security_prompt ?? true,
      ...wishes.rules,
    })
    .returning();
  if (!agent) throw new Error('no agent was inserted');
  for (const user_group_id of wishes.groups ?? [1])
    await db.insert(group_agents).values({ user_group_id, agent_id: agent.id });
  for (const knowledge_base_id of wishes.knowledge_bases ?? [])
    await db.insert(agent_knowledge_bases).values({ agent_id: agent.id, knowledge_base_id });
  for (const data_source_id of wishes.data_sources ?? [])
    await db.insert(agent_data_sources).values({ agent_id: agent.id, data_source_id });
  for (const check of wishes.checks ?? [])
    await db.insert(agent_checks).values({ agent_id: agent.id, ...check });
  for (const name of wishes.tags ?? [])
    await db.insert(agent_tags).values({ agent_id: agent.id, tag_id: (await buildTag({ db }, name)).id });
  return agent;
}

/** The tag of that name, made when there is none. */
export async function buildTag({ db }: Pick<AppContext, 'db'>, name: string) {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    insert into tags (name) values (${name})
    on conflict (fold_text(name)) do update set name = tags.name returning id, name`);
  if (!rows[0]) throw new Error('no tag was inserted');
  return rows[0];
}

/** Gives the agent one configuration after the other and keeps each; the ids of the versions, oldest first. */
export async function buildVersions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  agent_id: number,
  changes: AgentChange[],
): Promise<number[]> {
  const ids = [];
  for (const change of changes) {
    await db.update(agents).set(change).where(eq(agents.id, agent_id));
    const id = await keepVersion(db, agent_id, { user_id: null, now: clock.now() });
    if (id === undefined) throw new Error('no version was kept');
    ids.push(id);
  }
  return ids;
}

const EMPTY_RAG: RagConfig = {
  profile_extraction: { model_name: 'claude-3-7-sonnet', system_prompt: '', terminology_mapping: {} },
  document_search: { base_sql_query: '', main_content_column: '', max_documents: 5 },
  document_filter: { system_prompt: '', model_name: 'claude-3-7-sonnet', max_filtered_documents: 5 },
};

export async function buildDataSource(
  { db }: Pick<AppContext, 'db'>,
  wishes: { name?: string; description?: string | null; rag_config?: RagConfig; updated_at?: Date } = {},
) {
  count += 1;
  const [source] = await db
    .insert(data_sources)
    .values({
      ...wishes,
      name: wishes.name ?? `Fonte ${count}`,
      rag_config: wishes.rag_config ?? EMPTY_RAG,
    })
    .returning();
  if (!source) throw new Error('no data source was inserted');
  return source;
}

/** An open conversation, inserted into the database. */
export async function buildSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  wishes: {
    user_id: number;
    agent_id: number | null;
    chat_title?: string;
    is_test?: boolean;
    created_at?: Date;
  },
) {
  const [session] = await db
    .insert(chat_sessions)
    .values({
      id: randomUUID(),
      user_id: wishes.user_id,
      agent_id: wishes.agent_id,
      chat_title: wishes.chat_title ?? 'Novo chat',
      is_test: wishes.is_test ?? false,
      created_at: wishes.created_at ?? clock.now(),
    })
    .returning();
  if (!session) throw new Error('no session was inserted');
  return session;
}

/** The row of a data source under its id, as far as its profile needs it. */
export async function storeDataSource(
  { db }: Pick<AppContext, 'db'>,
  { id, name, rag_config }: { id: number; name: string; rag_config: RagConfig },
): Promise<void> {
  await db
    .insert(data_sources)
    .values({ id, name, rag_config })
    .onConflictDoUpdate({ target: data_sources.id, set: { name, rag_config } });
}
