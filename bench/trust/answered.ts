/** Two calls that follow an answer: the questions that it leads to, and its receipt. */
import { eq } from 'drizzle-orm';
import { agent_knowledge_bases, agents } from '../../server/src/db/tables/agents.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestText } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import type { Figure } from '../quick/figure.ts';
import { at } from '../quick/statistics.ts';
import type { ServerProcess } from '../quick/test-server.ts';
import { bar, openCrowd } from './crowd.ts';

const ASKED = 60;
const SECTIONS = 120;
const BAR = { suggestions_p95: 30, receipt_p95: 300 };

export async function answeredFigures(open: ServerProcess): Promise<Figure[]> {
  const { testServer, database } = open;
  const { db } = database;
  // A conversation for each question: only the newest answer leads to others.
  const crowd = await openCrowd(open, 'curioso', ASKED * 10);
  const base = await createKnowledgeBase(db, { name: 'Serviços' });
  const text = Array.from(
    { length: SECTIONS },
    (_, place) =>
      `# Pedido de serviço ${place}\n\nO pedido do serviço ${place} é feito em até ${place + 3} dias, na sala ${place + 10}, com documento e comprovante.\n`,
  ).join('\n');
  const file = { original_filename: 'servicos.md', file_type: 'md', file_size: text.length, text };
  await ingestText(db, { knowledge_base_id: base.id, ...file });
  await db.insert(agent_knowledge_bases).values({ agent_id: crowd.agent_id, knowledge_base_id: base.id });
  await db.update(agents).set({ suggestions: 'sources' }).where(eq(agents.id, crowd.agent_id));
  testServer.stub.say(['O pedido é feito em poucos dias [1].']);

  const suggested: number[] = [];
  const sealed: number[] = [];
  let offered = 0;
  for (let turn = 0; turn < ASKED; turn += 1) {
    const { id, headers } = await answered(open, crowd, `Em quantos dias peço o serviço ${turn * 2}?`);
    const get = await timed(`${testServer.url}/api/v1/chat/messages/${id}/suggestions`, { headers });
    suggested.push(get.ms);
    if (get.data.length) offered += 1;
    const post = await timed(`${testServer.url}/api/v1/chat/messages/${id}/receipts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    sealed.push(post.ms);
  }
  if (offered < ASKED / 2) throw new Error(`only ${offered} of ${ASKED} answers led to questions`);
  const [suggestions, receipt] = [at(suggested, 0.95), at(sealed, 0.95)];
  return [
    {
      id: 'sugestões',
      what: 'perguntas seguintes, pelas fontes, p95',
      value: suggestions,
      unit: 'ms',
      reference: { what: 'mediana', value: at(suggested, 0.5) },
      ...bar(suggestions, BAR.suggestions_p95),
    },
    {
      id: 'comprovante',
      what: 'comprovante de uma resposta, p95',
      value: receipt,
      unit: 'ms',
      reference: { what: 'mediana', value: at(sealed, 0.5) },
      ...bar(receipt, BAR.receipt_p95),
    },
  ];
}

/** Asks as the next person; the record of the answer and that person's headers. */
async function answered(
  { testServer, database }: ServerProcess,
  crowd: Awaited<ReturnType<typeof openCrowd>>,
  question: string,
): Promise<{ id: number; headers: Record<string, string> }> {
  const { text, headers } = await crowd.ask(question);
  const { rows } = await database.db.execute<{ id: number }>(
    "select max(id)::float8 id from messages where status = 'done'",
  );
  const id = rows[0]?.id;
  if (!id) throw new Error(`no answer of ${testServer.url}: ${text.slice(0, 300)}`);
  return { id, headers };
}

async function timed(url: string, init: RequestInit): Promise<{ ms: number; data: unknown[] }> {
  const began = performance.now();
  const reply = await fetch(url, init);
  const text = await reply.text();
  const ms = performance.now() - began;
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 300)}`);
  return { ms, data: (JSON.parse(text) as { data: unknown[] }).data };
}
