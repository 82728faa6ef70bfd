/** Public counters for stories, made over HTTP. */
import type { Page } from '@playwright/test';
import { COUNTER_SESSION_HEADER } from '#contract/public-counters.ts';
import { asAdmin, makeAgent, uniqueName } from '../support/agents.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { API, expect } from '../support/test-server.ts';

export const COUNTER_ANSWER = 'O IPTU vence no dia 10 de março.';

export type OpenedCounter = { id: number; slug: string; name: string; agent_id: number };

/** An agent that reads one document. */
export async function counterAgent(page: Page) {
  const base = await makeBase(page);
  await addDocument(
    page,
    base,
    'iptu.md',
    `# IPTU\n\n${COUNTER_ANSWER} A segunda via é emitida no site da prefeitura.\n`,
  );
  const agent = await makeAgent(page, { deploy_status: true, openers: ['Quando vence o IPTU?'] });
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  return agent;
}

/** A literal counter of such an agent. */
export async function openCounter(
  page: Page,
  origins: string[] = [],
  notify_user_ids: number[] = [],
): Promise<OpenedCounter> {
  const agent = await counterAgent(page);
  const name = uniqueName('Prefeitura');
  return asAdmin<OpenedCounter>(page, 'POST', '/counters', {
    name,
    slug: name.toLowerCase().replace(/\W+/g, '-'),
    agent_id: agent.id,
    mode: 'literal',
    texts: { greeting: 'Olá! O que você quer saber?', notice: '', contact: 'Ouvidoria: telefone 156' },
    colours: { background: '#1a5fb4', text: '#ffffff' },
    origins,
    tokens_per_day: 0,
    keep_hours: 24,
    open_hours: null,
    deadline_days: 20,
    request_years: 2,
    notify_user_ids,
  });
}

export const removeCounter = (page: Page, { id }: { id: number }) =>
  asAdmin(page, 'DELETE', `/counters/${id}`);

/** A citizen's request at it, left over HTTP; its protocol. */
export async function leaveRequest(page: Page, { slug }: OpenedCounter): Promise<string> {
  const post = async (path: string, data: object, token = '') => {
    const headers: Record<string, string> = token ? { [COUNTER_SESSION_HEADER]: token } : {};
    const response = await page.request.post(`${API}/public/counters/${slug}${path}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: Record<string, string> }).data;
  };
  const { token } = await post('/sessions', {});
  const words = {
    name: 'Rita Lima',
    email: `${slug}@exemplo.com.br`,
    text: 'Preciso do passaporte municipal.',
  };
  const { protocol = '' } = await post('/requests', { ...words, consent: true }, token);
  return protocol;
}

/** Such a request, as its staff reads it. */
export async function requestAt(
  page: Page,
  counter: OpenedCounter,
): Promise<{ id: number; protocol: string }> {
  await leaveRequest(page, counter);
  const [request] = await asAdmin<{ id: number; protocol: string }[]>(
    page,
    'GET',
    `/citizen-requests?counter_id=${counter.id}`,
  );
  if (!request) throw new Error('no request was left');
  return request;
}
