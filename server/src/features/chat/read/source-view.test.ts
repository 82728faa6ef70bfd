import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { scriptedRecognition } from '../../../../test/recognition/scripted-recogniser.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith } from '../../../../test/uploads.ts';
import type { ModelCall } from '../../../adapters/models/model.ts';
import { agent_knowledge_bases, agents, group_agents } from '../../../db/tables/agents.ts';
import { messages } from '../../../db/tables/chat.ts';
import { documents, knowledge_bases } from '../../../db/tables/knowledge.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';

const FILLING = Array.from(
  { length: 60 },
  (_, number) =>
    `## Assunto ${number}\n\nO assunto ${number} é tratado pela secretaria em outro lugar, com calma.`,
).join('\n\n');
const MANUAL = `${FILLING}\n\n## Senha temporária\n\nA senha temporária vale por trinta minutos e só pode ser usada uma vez.\n\n${FILLING}`;
const QUESTION = 'Por quanto tempo vale a senha temporária?';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
const recognition = scriptedRecognition();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model), recognition });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function base(): Promise<number> {
  const { db } = testServer.context;
  const [row] = await db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!row) throw new Error('no base');
  await ingestText(db, {
    knowledge_base_id: row.id,
    original_filename: 'manual.md',
    file_type: 'md',
    file_size: MANUAL.length,
    text: MANUAL,
  });
  return row.id;
}

/** A base whose only document is a scanned page. */
async function scannedBase(): Promise<number> {
  recognition.pages.set(1, {
    lines: ['A senha temporária vale por trinta minutos.'],
    state: 'weak',
    confidence: 45,
  });
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const base = (await admin.post('/knowledge-bases', { name: 'Atas' })).body.data.id;
  const scan = formWith('Ata.pdf', pdfOf([[]], { pictures: true }), {});
  const { id } = (await admin.upload(`/knowledge-bases/${base}/documents`, scan)).body.data;
  const { signals } = testServer.context;
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = signals.listen(`document:${id}`, resolve);
    const {
      documents: [document],
    } = (await admin.get(`/knowledge-bases/${base}`)).body.data;
    if (document.status !== 'ready') await promise;
    unlisten();
    if (document.status === 'ready') return base;
  }
}

/** The number of the passage that answers the question. */
const numberIn = ({ prompt }: ModelCall) =>
  prompt.passages?.find(({ text }) => text.includes('trinta minutos'))?.index ?? 1;

/** An answer that cites the manual. */
async function cited(wishes: { role?: 'user' | 'admin'; is_test?: boolean; base?: number } = {}) {
  script = (call) => [`Vale por trinta minutos [${numberIn(call)}].`];
  const knowledge_base_id = wishes.base ?? (await base());
  const ana = await testServer.user({ role: wishes.role ?? 'user' });
  const agent = await buildAgent(testServer.context, {
    knowledge_bases: [knowledge_base_id],
    deploy_status: !wishes.is_test,
  });
  const { id: session_id } = await buildSession(testServer.context, {
    user_id: ana.id,
    agent_id: agent.id,
    is_test: wishes.is_test ?? false,
  });
  const as = testServer.as(ana);
  const { events } = await as.ask(session_id, QUESTION);
  const id = events.at(-1)?.message_id as number;
  const source = events.at(-1)?.sources?.[0];
  const view = async () => (await as.get(`/chat/messages/${id}/sources/${source?.index}`)).body.data;
  const picture = () => as.get(`/chat/messages/${id}/sources/${source?.index}/page`);
  return { ana, as, agent, knowledge_base_id, session_id, id, view, picture, source };
}

const nothing = {
  page: null,
  validity: null,
  validity_changed: false,
  text: null,
  start: null,
  end: null,
  more_before: false,
  more_after: false,
};

describe('opening a citation', () => {
  test.each([{}, { role: 'admin', is_test: true }] as const)(
    'shows the place in the document with what stands around it: %j',
    async (wishes) => {
      const { view, source } = await cited(wishes);
      const { text, start, end, ...shown } = await view();
      expect(shown).toEqual({
        source,
        state: 'shown',
        page: null,
        validity: null,
        validity_changed: false,
        more_before: true,
        more_after: true,
      });
      expect(text.slice(start, end)).toBe(source?.snippet);
      expect(MANUAL).toContain(text);
      expect(text.length).toBeLessThan(3_000 + (source?.snippet.length ?? 0));
      expect(source?.snippet).toContain('trinta minutos');
    },
  );

  test('is for the one who was answered only, and for what the answer cites only', async () => {
    const { as, id, session_id, source } = await cited();
    const stranger = testServer.as(await testServer.user({ role: 'superadmin' }));
    const replies = [
      await stranger.get(`/chat/messages/${id}/sources/${source?.index}`),
      await as.get(`/chat/messages/${id}/sources/2`),
      await as.get(`/chat/messages/${id}/sources/0`),
      await as.get(`/chat/messages/${id}/sources/x`),
      await as.get(`/chat/messages/x/sources/1`),
      await as.get(`/chat/messages/99999999/sources/1`),
    ];
    await as.delete(`/chat/sessions/${session_id}`);
    replies.push(await as.get(`/chat/messages/${id}/sources/${source?.index}`));
    for (const { status, body } of replies) expect([status, body.code]).toEqual([404, 'message_not_found']);
  });

  test('of an answer that is being written shows what it has cited so far', async () => {
    const { as, ana, session_id, source } = await cited();
    const waits = hold();
    script = (call) => ['Trinta minutos', waits, ` [${numberIn(call)}].`];
    const reply = as.ask(session_id, QUESTION);
    await waits.reached;
    const [row] = await testServer.context.db
      .select({ id: messages.id })
      .from(messages)
      .where(sql`${messages.user_id} = ${ana.id} and ${messages.status} = 'streaming'`);
    const opened = async () => (await as.get(`/chat/messages/${row?.id}/sources/${source?.index}`)).status;
    expect(await opened()).toBe(404);
    waits.release();
    await reply;
    expect(await opened()).toBe(200);
  });

  test('finds the words again when the document was replaced, and says so when they are gone', async () => {
    const { view, source, knowledge_base_id } = await cited();
    const replace = (content_text: string) =>
      testServer.context.db
        .update(documents)
        .set({ content_text })
        .where(eq(documents.knowledge_base_id, knowledge_base_id));
    await replace(`Nova introdução.\n\n${MANUAL}`);
    const { text, start, end, state } = await view();
    expect([state, text.slice(start, end)]).toEqual(['shown', source?.snippet]);
    await replace(MANUAL.replace('trinta minutos', 'uma hora'));
    expect(await view()).toEqual({ source, state: 'changed', ...nothing });
    await replace('');
    expect(await view()).toEqual({ source, state: 'changed', ...nothing });
  });

  test('says when the document, its base or the link to it is gone', async () => {
    const { db } = testServer.context;
    const removals = [
      (id: number) => db.delete(documents).where(eq(documents.knowledge_base_id, id)),
      (id: number) => db.delete(knowledge_bases).where(eq(knowledge_bases.id, id)),
      (id: number) => db.delete(agent_knowledge_bases).where(eq(agent_knowledge_bases.knowledge_base_id, id)),
    ];
    for (const remove of removals) {
      const { view, source, knowledge_base_id } = await cited();
      await remove(knowledge_base_id);
      expect(await view()).toEqual({ source, state: 'removed', ...nothing });
    }
  });

  test('keeps to the cited words when the agent was withdrawn from the reader', async () => {
    const { db } = testServer.context;
    const withdrawals = [
      (agent: number) => db.delete(group_agents).where(eq(group_agents.agent_id, agent)),
      (agent: number) => db.update(agents).set({ deploy_status: false }).where(eq(agents.id, agent)),
      (agent: number) => db.delete(agents).where(eq(agents.id, agent)),
    ];
    for (const withdraw of withdrawals) {
      const { view, source, agent } = await cited();
      await withdraw(agent.id);
      expect(await view()).toEqual({ source, state: 'withheld', ...nothing });
    }
  });

  test('of a weakly read page gives its picture, and 404 once the agent was withdrawn from the reader (R-DOC-36, R-DOC-38)', async () => {
    const { view, picture, source, agent, id } = await cited({ base: await scannedBase() });
    expect(source).toMatchObject({ page: 1, weak: true });
    expect((await view()).page).toMatchObject({ number: 1, weak: true, image: true });
    const { status, headers } = await picture();
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
    const stranger = testServer.as(await testServer.user({ role: 'superadmin' }));
    expect((await stranger.get(`/chat/messages/${id}/sources/${source?.index}/page`)).status).toBe(404);
    await testServer.context.db.delete(group_agents).where(eq(group_agents.agent_id, agent.id));
    const withdrawn = await picture();
    expect([withdrawn.status, withdrawn.body.code]).toEqual([404, 'page_not_found']);
    expect((await view()).state).toBe('withheld');
  });

  test('of a row shows the row that was cited, without a text', async () => {
    const { view, id, source: cite } = await cited();
    const source = {
      index: cite?.index,
      kind: 'row',
      title: 'Editais',
      snippet: 'Pregão 7',
      data_source_id: 3,
      row: { ano: 2026 },
    };
    await testServer.context.db
      .update(messages)
      .set({ sources: [source as never] })
      .where(eq(messages.id, id));
    expect(await view()).toEqual({ source, state: 'shown', ...nothing });
  });
});
