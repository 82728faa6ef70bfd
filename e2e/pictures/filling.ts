/** Fills a fresh installation with the town, over HTTP, as an administrator and a reader would. */
import { COUNTER_SESSION_HEADER } from '#contract/public-counters.ts';
import { ADMIN, API, type Person } from '../support/test-server.ts';
import { type Call, callsOf } from './calls.ts';
import { checks, documents, exchanges, tableExchanges } from './papers.ts';
import { makePast } from './past.ts';
import { agents, bases, groups, keys } from './town.ts';

type Named = { id: number; name: string };

export async function fill(url: string) {
  const { call } = await callsOf(url, ADMIN);
  const groupIds = new Map([['Free', 1]]);
  for (const group of groups) groupIds.set(group.name, (await call<Named>('POST', '/user-groups', group)).id);
  const baseIds = new Map<string, number>();
  // The list shows what was changed last first.
  for (const base of bases.toReversed())
    baseIds.set(base.name, (await call<Named>('POST', '/knowledge-bases', base)).id);
  for (const { base, name, content } of documents) {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    await call('POST', `/knowledge-bases/${baseIds.get(base)}/documents`, form);
  }
  const agentIds = await makeAgents(call, groupIds, baseIds);
  await makePast(groupIds, agentIds);
  return { baseIds, agentIds, groupIds };
}

async function makeAgents(call: Call, groupIds: Map<string, number>, baseIds: Map<string, number>) {
  const tagIds = new Map((await call<Named[]>('GET', '/agents/tags')).map(({ id, name }) => [name, id]));
  for (const tag of new Set(agents.flatMap(({ tags }) => tags)))
    if (!tagIds.has(tag)) tagIds.set(tag, (await call<Named>('POST', '/agents/tags', { name: tag })).id);
  const ids = new Map<string, number>();
  for (const { name, description, tags, groups: open, base, sections } of agents.toReversed()) {
    const { id } = await call<Named>('POST', '/agents', { name, description });
    ids.set(name, id);
    if (sections) await call('PUT', `/agents/${id}`, { prompt_sections: { ...emptySections, ...sections } });
    for (const tag of tags) await call('POST', `/agents/${id}/tags/${tagIds.get(tag)}`);
    if (base) await call('POST', `/agents/${id}/knowledge-bases/${baseIds.get(base)}`);
    await call('POST', `/agents/${id}/deploy`);
    for (const group of open)
      await call('POST', `/user-groups/${groupIds.get(group)}/agents`, { agent_ids: [id] });
  }
  const helpers = await call<Named[]>('GET', '/agents?search=Ajuda');
  for (const group of groups)
    await call('POST', `/user-groups/${groupIds.get(group.name)}/agents`, {
      agent_ids: helpers.map(({ id }) => id),
    });
  return ids;
}

const emptySections = {
  identity: '',
  goal: '',
  response_style: '',
  constraints: '',
  custom_instructions: '',
};

/** The conversations that are looked at, asked as a person asks them; the last one is the newest. */
export async function converse(url: string, reader: Pick<Person, 'email' | 'password'>) {
  const { call, tokens } = await callsOf(url, reader);
  const sessions: string[] = [];
  for (const exchange of exchanges.filter(({ answer }) => answer.includes('{')))
    sessions.push(await ask(call, exchange));
  for (const key of keys) await call('POST', '/users/me/access-keys', key);
  return { tokens, sessions };
}

async function ask(call: Call, { agent, question }: (typeof exchanges)[number], is_test = false) {
  const [found] = await call<Named[]>('GET', `/agents/available?search=${encodeURIComponent(agent)}`);
  const session = await call<{ id: string }>(
    'POST',
    `/chat/create-session?agent_id=${found?.id}&is_test=${is_test}`,
  );
  const told = await call<string>('POST', `/chat/sessions/${session.id}/messages`, { question });
  if (!told.includes('"sources"')) throw new Error(`«${question}» was answered without a source: ${told}`);
  return session.id;
}

/** A conversation of the administrator with the sample table of tenders. */
export async function askTable(url: string) {
  const { call } = await callsOf(url, ADMIN);
  const [agent] = await call<Named[]>('GET', `/agents/available?search=${encodeURIComponent('Licitações')}`);
  const { id } = await call<{ id: string }>('POST', `/chat/create-session?agent_id=${agent?.id}`);
  for (const { question } of tableExchanges) {
    const told = await call<string>('POST', `/chat/sessions/${id}/messages`, { question });
    if (!told.includes('"results":[{')) throw new Error(`«${question}» has no result: ${told}`);
  }
  return id;
}

/** An agent that has been tried and checked. */
export async function tryOut(url: string, agentId: number | undefined) {
  const { call, tokens } = await callsOf(url, ADMIN);
  for (const check of checks) await call('POST', `/agents/${agentId}/checks`, check);
  await call('POST', `/agents/${agentId}/checks/run`);
  for (const exchange of exchanges.slice(-2))
    if (exchange.answer.includes('{')) await ask(call, exchange, true);
  return { tokens };
}

/** A public counter for the taxes of the town, and the request of somebody whom its documents did not help. */
export async function openCounter(url: string, agentId: number | undefined) {
  const { call } = await callsOf(url, ADMIN);
  await call('PUT', `/agents/${agentId}`, {
    openers: ['Posso parcelar o IPTU?', 'Quem tem isenção de IPTU?', 'Até quando peço a isenção?'],
  });
  const clerks = await call<Named[]>('GET', '/users/all?search=admin');
  const counter = await call<{ id: number; slug: string }>('POST', '/counters', {
    name: 'Prefeitura de Vila Serena',
    slug: 'vila-serena',
    agent_id: agentId,
    mode: 'literal',
    texts: {
      greeting: 'Olá! O que você quer saber sobre impostos e taxas?',
      notice: '',
      contact: 'Ouvidoria: telefone 156, de segunda a sexta, das 8h às 17h',
    },
    colours: { background: '#1a5fb4', text: '#ffffff' },
    origins: ['https://www.vilaserena.gov.br'],
    tokens_per_day: 0,
    keep_hours: 24,
    open_hours: null,
    deadline_days: 20,
    request_years: 2,
    notify_user_ids: clerks.slice(0, 1).map(({ id }) => id),
  });
  const question = 'Como peço a segunda via do alvará do táxi?';
  const { token } = await visit<{ token: string }>(url, counter.slug, '/sessions', {});
  await visit(url, counter.slug, '/questions', { question }, token);
  const words = {
    name: 'Joana Prates',
    email: 'joana.prates@exemplo.com.br',
    text: 'Perdi o alvará do meu táxi (placa ABC-1D23) e preciso da segunda via ainda este mês. Onde peço?',
    consent: true,
  };
  await visit(url, counter.slug, '/requests', words, token);
  const [request] = await call<{ id: number }[]>('GET', '/citizen-requests');
  return { slug: counter.slug, request: request?.id };
}

async function visit<T>(url: string, slug: string, path: string, body: object, token = ''): Promise<T> {
  const response = await fetch(`${url}${API}/public/counters/${slug}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { [COUNTER_SESSION_HEADER]: token } : {}) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text.startsWith('{') ? (JSON.parse(text) as { data: T }).data : text) as T;
}
