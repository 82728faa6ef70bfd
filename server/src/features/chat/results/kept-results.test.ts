import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { buildAgent, buildDataSource, buildSession } from '../../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages } from '../../../db/tables/chat.ts';

/** Without a provider: questions to the table are answered by rules. */
let content: TestContent;
let testServer: TestServer;
beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(`
    create table obras (codigo text, nome text, situacao text, valor numeric(12,2));
    insert into obras
      select 'O-' || n, 'Obra ' || n, (array['Em curso', 'Parada', 'Pronta'])[n % 3 + 1], n * 1000.25
      from generate_series(1, 30) n;
    grant select on obras to prosa_leitor`);
  testServer = await startTestServer({ content: content.reader });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

const QUESTION = 'Qual o valor total por situação?';
const ROWS = [
  ['Em curso', '165041.25'],
  ['Parada', '145036.25'],
  ['Pronta', '155038.75'],
];

async function asked() {
  const ana = await testServer.user();
  const rag_config = RagConfig.parse({
    document_search: { base_sql_query: 'select * from obras', main_content_column: 'nome' },
  });
  const source = await buildDataSource(testServer.context, { name: 'Obras', rag_config });
  const agent = await buildAgent(testServer.context, { data_sources: [source.id] });
  const { id: session_id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  const { events } = await as.ask(session_id, QUESTION);
  return { ana, as, agent, session_id, last: events.at(-1), id: events.at(-1)?.message_id ?? 0 };
}

const sorted = (rows: (string | null)[][] = []) =>
  rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));

describe('R-TBL-37 a result goes along with its answer', () => {
  test('in the last event, in the record and to a reader who joins later, always the same', async () => {
    const { as, session_id, last } = await asked();
    expect(sorted(last?.results?.[0]?.rows)).toEqual(ROWS);
    const [record] = (await as.get(`/chat/sessions/${session_id}/messages`)).body.data;
    expect(record.results).toEqual(last?.results);
    const joined = eventsOf((await as.get(`/chat/sessions/${session_id}/stream`)).text).at(-1);
    expect(joined?.results).toEqual(last?.results);
    expect(record.sources).toMatchObject([
      { index: record.results[0].index, kind: 'result', title: 'Obras' },
    ]);
  });

  test('not as an empty list where there is none', async () => {
    const { as, session_id } = await asked();
    const { events } = await as.ask(session_id, 'Bom dia!');
    expect(events.at(-1)).not.toHaveProperty('results');
  });

  test('is a source that can be opened, and no open question', async () => {
    const { as, id } = await asked();
    const { data } = (await as.get(`/chat/messages/${id}/sources/1`)).body;
    expect(data).toMatchObject({ state: 'shown', text: null, source: { kind: 'result', title: 'Obras' } });
    const [message] = await testServer.context.db.select().from(messages).where(eq(messages.id, id));
    expect(message?.found_nothing).toBe(false);
  });

  test('is a table for programs in the form of OpenAI, and data beside it; nothing of it is stored', async () => {
    const { as, agent, ana } = await asked();
    const { body: made } = await as.post('/users/me/access-keys', { name: 'Planilha' });
    const program = testServer.as({ token: made.data.secret });
    const request = { model: `agente-${agent.id}`, messages: [{ role: 'user', content: QUESTION }] };
    const { body } = await program.post('/openai/chat/completions', request);
    const { content: text } = body.choices[0].message;
    expect(text.match(/\| Situação \| Soma de valor \|/g)).toHaveLength(1);
    expect(text).toContain('| Parada | R$ 145.036,25 |');
    expect(sorted(body.prosa.results[0].rows)).toEqual(ROWS);
    const kept = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    expect(kept.find(({ id }) => id === body.prosa.message_id)).toMatchObject({ results: [], sources: [] });
  });

  test('is in the export of its reader, as data and as a table to be read', async () => {
    const { ana, session_id, last } = await asked();
    const response = await testServer.app.inject({
      url: '/api/v1/users/me/export',
      headers: { authorization: `Bearer ${ana.token}` },
    });
    const files = unzipSync(new Uint8Array(response.rawPayload));
    const [, page] = Object.entries(files).find(([name]) => name.includes(session_id)) ?? [];
    const html = strFromU8(page ?? new Uint8Array());
    expect(html).toContain('<td>Parada</td><td>R$ 145.036,25</td>');
    const { chat_sessions } = JSON.parse(strFromU8(files['dados.json'] ?? new Uint8Array()));
    expect(chat_sessions[0].messages[0].results).toEqual(last?.results);
  });

  test('goes with its conversation when that is erased', async () => {
    const { as, session_id, id } = await asked();
    await as.delete(`/chat/sessions/${session_id}`);
    const [message] = await testServer.context.db.select().from(messages).where(eq(messages.id, id));
    expect(message).toMatchObject({ results: [], sources: [], unchecked_numbers: [], adjust: null });
  });
});
