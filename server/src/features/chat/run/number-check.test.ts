/** The numbers of a model's answers from tables, over HTTP: marked, or taken out sentence by sentence. */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { hold, type Step, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { REFUSED_SENTENCE as REFUSED } from '../../grounding/numbers/refuse-sentences.ts';

const CONFIG = {
  profile_extraction: {
    model_name: '',
    system_prompt: '',
    terminology_mapping: { municipio: ['Recife', 'Olinda', 'Salvador'] },
  },
  document_search: {
    base_sql_query: 'SELECT id, numero, municipio, valor_estimado, data_abertura, objeto FROM licitacoes',
    main_content_column: 'objeto',
    max_documents: 5,
  },
  document_filter: { model_name: '', system_prompt: '', max_filtered_documents: 5 },
};
const QUESTION = 'Liste as licitações do Recife.';

let script: Step[] = [];
const model = scripted((call) => (call.form || call.is_json ? ['{}'] : script));
let content: TestContent;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let source: number;
beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query('delete from licitacoes where id > 11');
  testServer = await startTestServer({ models: scriptedModels(model), content: content.reader });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  source = (await admin.post('/data-sources', { name: 'Licitações' })).body.data.id;
  const configured = await admin.put(`/data-sources/${source}`, { rag_config: CONFIG });
  expect(configured.status).toBe(200);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

async function conversation(refuse_unchecked_numbers: boolean) {
  const agent = await buildAgent(testServer.context);
  await admin.post(`/data-sources/${source}/agents/${agent.id}`);
  const changed = await admin.put(`/agents/${agent.id}`, { refuse_unchecked_numbers });
  expect(changed.body.data.refuse_unchecked_numbers).toBe(refuse_unchecked_numbers);
  const ana = testServer.as(await testServer.user());
  const { id } = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
  const record = async () => (await ana.get(`/chat/sessions/${id}/messages`)).body.data.at(-1);
  return { agent_id: agent.id, ana, id, record };
}

const WRITTEN = 'A PE 012/2025 foi estimada em R$ 480.000,00 [1]. São R$ 481 mil [1]. Ficam no Recife.';

describe('R-TBL-38 numbers that come from no source are marked', () => {
  test('in the record and in the last event, with their places in the text', async () => {
    script = [WRITTEN.slice(0, 50), WRITTEN.slice(50)];
    const { ana, id, record } = await conversation(false);
    const { answer, events } = await ana.ask(id, QUESTION);
    expect(answer).toBe(WRITTEN);
    const marked = [{ start: 53, end: 63, text: 'R$ 481 mil' }];
    expect(WRITTEN.slice(53, 63)).toBe('R$ 481 mil');
    expect(events.at(-1)?.unchecked_numbers).toEqual(marked);
    expect((await record()).unchecked_numbers).toEqual(marked);
  });

  test('the trace has them, and an answer with none says nothing', async () => {
    const { agent_id } = await conversation(false);
    const { id } = (await admin.post(`/chat/create-session?agent_id=${agent_id}&is_test=true`)).body.data;
    script = [WRITTEN];
    await admin.ask(id, QUESTION);
    const record = (await admin.get(`/chat/sessions/${id}/messages`)).body.data.at(-1);
    const trace = (await admin.get(`/chat/messages/${record.id}/trace`)).body.data;
    expect(trace.unchecked_numbers).toEqual([{ start: 53, end: 63, text: 'R$ 481 mil' }]);

    script = ['São R$ 480.000,00 [1].'];
    const { events } = await admin.ask(id, QUESTION);
    expect(events.at(-1)).not.toHaveProperty('unchecked_numbers');
  });
});

describe('R-TBL-38 the numbers that come from no source', () => {
  test('are counted for a program, whole and piece by piece; with none the field is absent', async () => {
    const { agent_id, ana } = await conversation(false);
    const { secret } = (await ana.post('/users/me/access-keys', { name: 'Planilha' })).body.data;
    const program = testServer.as({ token: secret });
    const request = { model: `agente-${agent_id}`, messages: [{ role: 'user', content: QUESTION }] };
    const completion = async (stream: boolean) =>
      await program.post('/openai/chat/completions', { ...request, stream });
    script = [WRITTEN];
    expect((await completion(false)).body.prosa.unchecked_numbers).toBe(1);
    expect((await completion(true)).text).toContain('"unchecked_numbers":1');
    script = ['São R$ 480.000,00 [1].'];
    expect((await completion(false)).body.prosa).not.toHaveProperty('unchecked_numbers');
  });

  test('are named in the pages of an export', async () => {
    script = [WRITTEN];
    const person = await testServer.user();
    const { agent_id } = await conversation(false);
    const as = testServer.as(person);
    const { id } = (await as.post(`/chat/create-session?agent_id=${agent_id}`)).body.data;
    await as.ask(id, QUESTION);
    const { rawPayload } = await testServer.app.inject({
      url: '/api/v1/users/me/export',
      headers: { authorization: `Bearer ${person.token}` },
    });
    const files = Object.entries(unzipSync(new Uint8Array(rawPayload)));
    const [, page] = files.find(([name]) => name.includes(id)) ?? [];
    expect(strFromU8(page ?? new Uint8Array())).toContain('Números não conferidos: R$ 481 mil');
  });
});

describe('R-TBL-39 an agent that refuses unchecked numbers', () => {
  test('sends each sentence once it is complete, and another in the place of a wrong one', async () => {
    const [half, end] = [hold(), hold()];
    script = [WRITTEN.slice(0, 57), half, WRITTEN.slice(57), end];
    const { ana, id, record } = await conversation(true);
    const asked = ana.ask(id, QUESTION);
    await half.reached;
    expect((await record()).answer).toBe('A PE 012/2025 foi estimada em R$ 480.000,00 [1].');
    half.release();
    await end.reached;
    end.release();
    const { answer, events } = await asked;
    expect(answer).toBe(`A PE 012/2025 foi estimada em R$ 480.000,00 [1]. ${REFUSED} Ficam no Recife.`);
    expect(events.at(-1)).not.toHaveProperty('unchecked_numbers');
    expect(events.at(-1)?.sources).toHaveLength(1);
    expect(await record()).toMatchObject({ answer, status: 'done' });
  });

  test('a source that only a refused sentence cites is not cited', async () => {
    script = ['São 481 [2]. São R$ 480.000,00 [1].'];
    const { ana, id } = await conversation(true);
    const { answer, events } = await ana.ask(id, QUESTION);
    expect(answer).toBe(`${REFUSED} São R$ 480.000,00 [1].`);
    expect(events.at(-1)?.sources?.map(({ index }) => index)).toEqual([1]);
  });

  test('a stopped answer keeps what was sent, and a continuation goes on under the same rule', async () => {
    const waits = hold();
    script = ['São R$ 480.000,00 [1]. E mais 4', waits, '81 depois.'];
    const { ana, id, record } = await conversation(true);
    const asked = ana.ask(id, QUESTION);
    await waits.reached;
    await ana.post(`/chat/sessions/${id}/stop`);
    await asked;
    waits.release();
    const stopped = await record();
    expect(stopped).toMatchObject({ answer: 'São R$ 480.000,00 [1].', status: 'stopped' });

    script = ['São R$ 480.000,00 [1]. Também há 481. E é só.'];
    await ana.post(`/chat/messages/${stopped.id}/continue`);
    expect(await record()).toMatchObject({
      answer: `São R$ 480.000,00 [1]. ${REFUSED} E é só.`,
      status: 'done',
    });
  });

  test('a failed answer that is tried again is held to it, too', async () => {
    script = [{ failed: 'model_failed' }];
    const { ana, id, record } = await conversation(true);
    await ana.ask(id, QUESTION);
    script = [WRITTEN];
    await ana.post(`/chat/messages/${(await record()).id}/retry`);
    expect((await record()).answer).toContain(REFUSED);
  });
});
