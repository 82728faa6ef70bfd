import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Expectation, SingleExpectation } from '#contract/expectations.ts';
import { buildAgent } from '../../../test/builders.ts';
import { type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { NOT_FOUND } from '../../adapters/models/prompt-text.ts';
import { token_entries } from '../../db/tables/chat.ts';
import type { Composed } from '../chat/compose/compose.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { answeredBy, isCitedIn } from './check-answer.ts';

test('a result of a table is cited where the text names it, not because it stands below the text', () => {
  const source = { index: 1, kind: 'result' as const, title: 'Licitações', snippet: 'Número de licitações' };
  const trace = () => ({ calls: [], total_ms: 1 });
  const citedBy = (answer: string) =>
    answeredBy({ answer, trace } as unknown as Composed, [source].filter(isCitedIn(answer))).cited;
  expect(citedBy(NOT_FOUND)).toEqual([]);
  expect(citedBy(`${NOT_FOUND} Mas há 13 [1].`)).toEqual(['Licitações']);
});

/** The question of the last call that asks for a mark. */
let judged = '';
let mark = '{"nota":4,"motivo":"Diz o prazo e cita a fonte."}';
let failing = false;
const answering: Script = ({ prompt }) => {
  if (failing) return [{ failed: 'model_busy' }];
  if (!prompt.instructions.includes('avalia a resposta'))
    return ['São 45 dias [1].', { end: { input: 40, output: 9 } }];
  judged = prompt.question;
  return [mark, { end: { input: 300, output: 20 } }];
};
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let adminId: number;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(answering)) });
  const boss = await testServer.user({ role: 'admin' });
  adminId = boss.id;
  admin = testServer.as(boss);
});
afterAll(() => testServer.close());

const QUESTION = 'Com quanta antecedência marco as férias?';

async function agentReading(...expectations: Expectation[]): Promise<number> {
  const base = await createKnowledgeBase(testServer.context.db, { name: 'Regras' });
  const text = 'As férias são marcadas com quarenta e cinco dias de antecedência.';
  const file = { original_filename: 'regras.txt', file_type: 'txt' as const, file_size: text.length, text };
  await ingestText(testServer.context.db, { knowledge_base_id: base.id, ...file });
  const checks = expectations.map((expectation) => ({ question: QUESTION, expectation }));
  return (await buildAgent(testServer.context, { knowledge_bases: [base.id], checks })).id;
}

async function outcomesOf(id: number) {
  await admin.post(`/agents/${id}/checks/run`);
  const { checks } = (await admin.get(`/agents/${id}/checks`)).body.data;
  return checks.map(({ last_result }: { last_result: { outcome: string } }) => last_result.outcome);
}

test('R-CHK-01 a whole run judges each kind by the answer, its sources, its tokens and its time', async () => {
  const id = await agentReading(
    { kind: 'equals', value: '45 dias' },
    { kind: 'equals', value: '30 dias' },
    { kind: 'max_tokens', n: 9 },
    { kind: 'max_tokens', n: 8 },
    { kind: 'max_ms', n: 600_000 },
    { kind: 'cites_page', document: 'regras.txt', page: 2 },
  );
  expect(await outcomesOf(id)).toEqual(['holds', 'fails', 'holds', 'fails', 'holds', 'fails']);
  const { last_run } = (await admin.get(`/agents/${id}/checks`)).body.data;
  expect(last_run).toMatchObject({ held: 3, failed: 3, tokens: 6 * 49 });
});

test('R-CHK-01 several things at once are judged together, and a model that fails is an error of every kind', async () => {
  const of: SingleExpectation[] = [
    { kind: 'equals', value: '45 dias' },
    { kind: 'cites', value: 'regras.txt' },
    { kind: 'max_ms', n: 600_000 },
  ];
  const kinds: Expectation[] = [
    { kind: 'all', of },
    { kind: 'all', of: [...of, { kind: 'max_tokens', n: 1 }] },
    { kind: 'cites_page', document: 'regras.txt', page: 1 },
    { kind: 'max_tokens', n: 9 },
    { kind: 'max_ms', n: 600_000 },
    { kind: 'rubric', text: 'Diz o prazo.', pass: 4 },
    { kind: 'equals', value: '45 dias' },
  ];
  const id = await agentReading(...kinds);
  expect((await outcomesOf(id)).slice(0, 2)).toEqual(['holds', 'fails']);
  failing = true;
  expect(await outcomesOf(id)).toEqual(kinds.map(() => 'error'));
  failing = false;
});

test('R-CHK-01 a model gives the mark; the answer reaches it as data, and its tokens are entered without charge', async () => {
  const id = await agentReading({ kind: 'rubric', text: 'Diz o prazo.', pass: 4 });
  expect(await outcomesOf(id)).toEqual(['holds']);
  expect(JSON.parse(judged)).toEqual({
    criterio: 'Diz o prazo.',
    pergunta: QUESTION,
    resposta: 'São 45 dias [1].',
    fontes: [{ numero: 1, titulo: 'regras.txt', trecho: expect.stringContaining('quarenta e cinco dias') }],
  });
  mark = '{"nota":3,"motivo":"Falta a fonte."}';
  expect(await outcomesOf(id)).toEqual(['fails']);
  for (const wrong of ['{"nota":6,"motivo":""}', 'nota 5', '{"nota":"5"}']) {
    mark = wrong;
    expect(await outcomesOf(id)).toEqual(['error']);
  }
  const entries = await testServer.context.db
    .select()
    .from(token_entries)
    .where(and(eq(token_entries.agent_id, id), eq(token_entries.purpose, 'rubric')));
  expect(entries.length).toBe(5);
  for (const entry of entries) expect(entry).toMatchObject({ user_id: adminId, charged: 0 });
});

test('R-CHK-01 without a model a mark is an error', async () => {
  const local = await startTestServer();
  try {
    const boss = local.as(await local.user({ role: 'admin' }));
    const checks = [
      { question: 'Oi?', expectation: { kind: 'rubric' as const, text: 'É gentil.', pass: 1 } },
    ];
    const { id } = await buildAgent(local.context, { checks });
    await boss.post(`/agents/${id}/checks/run`);
    const { data } = (await boss.get(`/agents/${id}/checks`)).body;
    expect(data.checks[0].last_result).toMatchObject({
      outcome: 'error',
      reason: 'Esta verificação precisa de um modelo.',
    });
  } finally {
    await local.close();
  }
});

test('R-CHK-01 a check that expects a verified answer holds while that one is given', async () => {
  const id = await agentReading({ kind: 'contains', value: '45 dias' });
  const answer = {
    question: QUESTION,
    wordings: [],
    answer: 'Com 45 dias de antecedência.',
    sources: [],
    owner_label: 'Pessoal',
    review_on: '2027-01-10',
    reviewer_user_id: null,
  };
  const verified = (await admin.post(`/agents/${id}/verified-answers`, answer)).body.data;
  const expectation = { kind: 'verified', id: verified.id };
  // It came with the verified answer, and the same check is kept once.
  const again = await admin.post(`/agents/${id}/checks`, { question: QUESTION, expectation });
  expect([again.status, again.body.code]).toEqual([409, 'check_exists']);
  expect(await outcomesOf(id)).toEqual(['holds', 'holds']);
  const { version } = verified;
  await admin.put(`/agents/${id}/verified-answers/${verified.id}`, { version, paused: true });
  expect(await outcomesOf(id)).toEqual(['holds', 'fails']);
  // A copy has no verified answers, so it has no check that expects one.
  const copy = (await admin.post(`/agents/${id}/duplicate`)).body.data;
  expect((await admin.get(`/agents/${copy.id}/checks`)).body.data.checks).toHaveLength(1);
});
