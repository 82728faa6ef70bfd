import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { recordedModel } from '../../../adapters/models/model.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';
import { chainOf } from '../../models/model-chain.ts';
import { enterUncharged } from '../ledger/entries.ts';
import { answerOnce } from './compose.ts';
import type { Task } from './task.ts';

const MANUAL = `# Conta

## Senha temporária

A senha temporária vale por trinta minutos e só pode ser usada uma vez. Depois disso é preciso pedir outra na tela de entrada.

# Reembolso

O reembolso de diárias é pedido pelo formulário azul. A senha não faz falta.
`;

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let task: Task;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  const { db, models } = testServer.context;
  const [base] = await db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!base) throw new Error('no base');
  const file = { original_filename: 'manual.md', file_type: 'md', file_size: MANUAL.length };
  await ingestText(db, { knowledge_base_id: base.id, ...file, text: MANUAL });
  const agent = await buildAgent(testServer.context);
  const open = models.open(agent.model ?? '');
  if (!open) throw new Error('no model');
  task = {
    agent: { ...agent, knowledge_bases: [base], data_sources: [] },
    agent_version_id: null,
    chain: chainOf(open),
    temperature: 0.3,
    question: 'Por quanto tempo vale a senha temporária?',
    history: [{ question: 'Oi?', answer: 'Olá.' }],
    without: [],
  };
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const never = () => new AbortController().signal;

describe('an answer by itself', () => {
  test('is written, cited and counted like any other, and nothing of it is stored or charged', async () => {
    script = ['Trinta minutos [1', ']. [9]', { end: { input: 80, output: 20 } }];
    const { trace, ...composed } = await answerOnce(testServer.context, task, never());
    expect(composed).toMatchObject({
      status: 'done',
      error_code: null,
      answer: 'Trinta minutos [1].',
      charge: { input: 80, output: 20, estimated: false },
      sources: [{ index: 1, title: 'manual.md' }],
    });
    expect(composed.found.length).toBeGreaterThanOrEqual(composed.sources.length);
    expect(composed.found[0]).toEqual(composed.sources[0]);
    expect(trace()).toMatchObject({ model: 'claude-4-sonnet', temperature: 0.3, agent_version_id: null });
    expect(model.calls.at(-1)).toMatchObject({
      temperature: 0.3,
      max_tokens: 32_768,
      prompt: { question: task.question, history: task.history },
    });
    const { db } = testServer.context;
    expect([...(await db.select().from(messages)), ...(await db.select().from(token_entries))]).toEqual([]);
  });

  test.each([
    [['Bom ', { failed: 'model_busy' }], { status: 'interrupted', error_code: 'model_busy', answer: 'Bom' }],
    [[{ failed: 'model_refused_key' }], { status: 'failed', error_code: 'model_refused_key', charge: null }],
    [[{ throws: new Error('bug') }], { status: 'failed', error_code: 'model_failed' }],
    [[], { status: 'failed', error_code: 'model_failed', answer: '' }],
  ] as const)('ends whatever happens: %j', async (steps, ending) => {
    script = [...steps] as Script;
    const composed = await answerOnce(testServer.context, task, never());
    expect({ ...composed, answer: composed.answer.trimEnd() }).toMatchObject(ending);
  });

  test.each([
    ['stopped', undefined, { status: 'stopped', error_code: null }],
    ['stopped, with our own word for it', 'stop', { status: 'stopped', error_code: null }],
    [
      'out of time',
      new DOMException('late', 'TimeoutError'),
      { status: 'interrupted', error_code: 'model_timeout' },
    ],
    ['going down', 'drain', { status: 'interrupted', error_code: 'answer_interrupted' }],
  ])('is cut short by its signal: %s', async (_, reason, ending) => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const controller = new AbortController();
    const composed = answerOnce(testServer.context, task, controller.signal);
    await waits.reached;
    controller.abort(reason);
    expect(await composed).toMatchObject({ ...ending, answer: 'Bom' });
  });

  test.each([
    ['length', undefined, 'interrupted'],
    ['other', undefined, 'interrupted'],
    ['length', 300, 'done'],
    ['stop', undefined, 'done'],
  ] as const)(
    'that the model ended for «%s», being allowed %s tokens, is %s: half an answer is marked as one',
    async (reason, max_tokens, status) => {
      script = ['Trinta minu', { end: { input: 80, output: 3 }, reason }];
      const composed = await answerOnce(
        testServer.context,
        { ...task, ...(max_tokens ? { max_tokens } : {}) },
        never(),
      );
      expect(composed).toMatchObject({
        status,
        error_code: status === 'done' ? null : 'answer_interrupted',
        answer: 'Trinta minu',
        charge: { input: 80, output: 3 },
        at_length: reason === 'length',
      });
    },
  );

  test('asks no model when it was stopped before', async () => {
    const asked = model.calls.length;
    const composed = await answerOnce(testServer.context, task, AbortSignal.abort());
    expect(composed.trace().calls).toEqual([]);
    expect(composed).toMatchObject({
      status: 'stopped',
      charge: null,
    });
    expect(model.calls.length).toBe(asked);
  });

  test('has its entry of charge zero when its caller enters it, as often as it was asked', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const call = {
      user_id: admin.id,
      agent_id: task.agent.id,
      purpose: 'answer' as const,
      model: recordedModel(task.chain.links[0]),
      took: { input: 80, output: 20, estimated: false },
      now: testServer.context.clock.now(),
    };
    await enterUncharged(testServer.context.db, testServer.context.models, call);
    await enterUncharged(testServer.context.db, testServer.context.models, call);
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.user_id, admin.id));
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      purpose: 'answer',
      session_id: null,
      message_id: null,
      agent_id: task.agent.id,
      model: 'claude-4-sonnet',
      input_tokens: 80,
      output_tokens: 20,
      charged: 0,
    });
    expect((await testServer.as(admin).get('/users/me')).body.data.token_used).toBe(0);
  });
});
