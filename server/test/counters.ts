/** A public counter with documents behind it, and a visitor who asks there. */
import { expect } from 'vitest';
import type { GivenCounter } from '#contract/counters.ts';
import { COUNTER_SESSION_HEADER, type CounterEvent } from '#contract/public-counters.ts';
import { createKnowledgeBase } from '../src/features/knowledge/documents/store.ts';
import { ingestText } from '../src/features/knowledge/ingest/replace-passages.ts';
import { buildAgent } from './builders.ts';
import { eventsOf, type Reply, type TestServer } from './test-server.ts';

export const givenCounter = (wishes: Partial<GivenCounter> = {}): GivenCounter => ({
  name: 'Prefeitura',
  slug: 'prefeitura',
  agent_id: 0,
  mode: 'literal',
  texts: { greeting: 'Olá! O que você quer saber?', notice: '', contact: 'Ouvidoria: 156' },
  colours: { background: '#1a5fb4', text: '#ffffff' },
  origins: ['https://www.cidade.gov.br'],
  tokens_per_day: 0,
  keep_hours: 24,
  open_hours: null,
  deadline_days: 20,
  request_years: 2,
  notify_user_ids: [],
  ...wishes,
});

/** An agent that reads these texts. */
export async function agentReading(
  { context }: TestServer,
  texts: Record<string, string>,
): Promise<Awaited<ReturnType<typeof buildAgent>>> {
  const base = await createKnowledgeBase(context.db, { name: 'Serviços' });
  for (const [name, text] of Object.entries(texts)) {
    const file = { original_filename: `${name}.md`, file_type: 'md', file_size: text.length };
    await ingestText(context.db, { knowledge_base_id: base.id, ...file, text });
  }
  return buildAgent(context, { knowledge_bases: [base.id] });
}

/** Made by a superadmin over the API. */
export async function openCounter(
  boss: ReturnType<TestServer['as']>,
  wishes: Partial<GivenCounter>,
): Promise<{ id: number; slug: string; version: number }> {
  const { status, body } = await boss.post('/counters', givenCounter(wishes));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

type Asked = Reply & { events: CounterEvent[]; answer: string; last: CounterEvent | undefined };

export async function visitAt(testServer: TestServer, slug: string, body: object = {}) {
  const anyone = testServer.anyone();
  const begun = await anyone.post(`/public/counters/${slug}/sessions`, body);
  const headers = { [COUNTER_SESSION_HEADER]: String(begun.body.data?.token) };
  const path = `/public/counters/${slug}`;
  return {
    begun,
    headers,
    async ask(question: string): Promise<Asked> {
      const reply = await anyone.post(`${path}/questions`, { question }, { headers });
      const events = eventsOf(reply.text) as CounterEvent[];
      return {
        ...reply,
        events,
        answer: events.map(({ content }) => content).join(''),
        last: events.at(-1),
      };
    },
    source: (message: number, index: number) =>
      anyone.get(`${path}/sources/${message}/${index}`, { headers }),
    request: (given: object) => anyone.post(`${path}/requests`, given, { headers }),
  };
}
