/** Public counters for stories, made over HTTP. */
import type { Page } from '@playwright/test';
import { asAdmin, makeAgent, uniqueName } from '../support/agents.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';

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
export async function openCounter(page: Page, origins: string[] = []): Promise<OpenedCounter> {
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
  });
}

export const removeCounter = (page: Page, { id }: { id: number }) =>
  asAdmin(page, 'DELETE', `/counters/${id}`);
