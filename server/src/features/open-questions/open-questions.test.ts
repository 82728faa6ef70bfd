import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuestionGroup } from '#contract/open-questions.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { formWith } from '../../../test/uploads.ts';
import { NOT_FOUND } from '../../adapters/models/prompt-text.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { open_question_groups, open_question_members } from '../../db/tables/open-questions.ts';
import { eraseConversation } from '../chat/erase-conversation.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { erase } from '../privacy/erase.ts';
import { findPerson } from '../privacy/person.ts';
import { groupQuestions } from './group-questions.ts';
import { openQuestionJobs } from './jobs.ts';

const TEXT = 'O reembolso de diárias é pedido pelo formulário azul, em até dez dias.';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let admin_id: number;
beforeAll(async () => {
  const model = scripted(({ prompt }) => {
    const known = (prompt.passages ?? []).find(({ text }) => /férias/.test(text));
    return known && /férias/.test(prompt.question) ? [`São trinta dias [${known.index}].`] : [NOT_FOUND];
  });
  testServer = await startTestServer({ models: scriptedModels(model) });
  const person = await testServer.user({ role: 'superadmin' });
  admin_id = person.id;
  admin = testServer.as(person);
});
afterAll(() => testServer.close());

async function agentWithManual() {
  const { db } = testServer.context;
  const base = await createKnowledgeBase(db, { name: 'Manual' });
  const file = { original_filename: 'manual.txt', file_type: 'txt', file_size: TEXT.length, text: TEXT };
  await ingestText(db, { knowledge_base_id: base.id, ...file });
  const agent = await buildAgent(testServer.context, { name: 'Pessoal', knowledge_bases: [base.id] });
  return { agent, base };
}

type Asker = { id: number; token: string };

/** Asks and lets a minute and a half go by. */
async function ask(agent_id: number, question: string, asker?: Asker) {
  const user = asker ?? (await testServer.user());
  const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id });
  const { events } = await testServer.as(user).ask(id, question);
  testServer.clock.advance(90_000);
  return { session: id, message: events.at(-1)?.message_id as number, user, as: testServer.as(user) };
}

/** Accounts sign in for a quarter of an hour; the clock has gone on since. */
async function list(query: Record<string, string> = {}): Promise<QuestionGroup[]> {
  const as = testServer.as(await testServer.user({ role: 'admin', name: 'Quem olha' }));
  const { status, body } = await as.get('/admin/open-questions', { query });
  expect(status).toBe(200);
  return body.data;
}
const groupsOf = (agent_id: number, query: Record<string, string> = {}) =>
  list({ agent_id: String(agent_id), ...query });

async function freshAdmin() {
  const person = await testServer.user({ role: 'admin' });
  admin_id = person.id;
  admin = testServer.as(person);
}

async function settledGroup(id: number) {
  let group = (await admin.get(`/admin/open-questions/${id}`)).body.data;
  await expect
    .poll(
      async () => {
        group = (await admin.get(`/admin/open-questions/${id}`)).body.data;
        return group.asking;
      },
      { timeout: 30_000 },
    )
    .toBe(false);
  return group;
}

const SAME = [
  'Qual é o prazo para pedir férias?',
  'qual o prazo para pedir férias',
  'Gostaria de saber o prazo para pedir férias',
  'Prazo para pedir férias',
  'Em que prazo peço férias?',
  'Bom dia! Qual o prazo do pedido de férias?',
  'Pedido de férias: qual é o prazo?',
  'Preciso saber qual é o prazo para pedir as minhas férias.',
  'Poderia me informar o prazo para o pedido de férias?',
  'Há prazo para pedir férias?',
  'Existe um prazo para que eu peça férias?',
  'Tenho uma dúvida: qual o prazo para pedir minhas férias, por favor?',
];

describe('groups of open questions', () => {
  test('R-LOP-01 twelve ways to ask the same are one group, with the shortest of the most frequent wording as its title', async () => {
    const { agent } = await agentWithManual();
    for (const question of SAME) await ask(agent.id, question);
    await ask(agent.id, 'Prazo para pedir férias');
    await ask(agent.id, 'Onde fica o estacionamento dos servidores?');
    const groups = await groupsOf(agent.id);
    expect(groups.map(({ title, count, kinds }) => ({ title, count, kinds }))).toEqual([
      { title: 'Onde fica o estacionamento dos servidores?', count: 1, kinds: ['unanswered'] },
      { title: 'Prazo para pedir férias', count: 13, kinds: ['unanswered'] },
    ]);
    const { metadata } = (
      await testServer
        .as(await testServer.user({ role: 'admin' }))
        .get('/admin/open-questions', { query: { agent_id: String(agent.id), limit: '1', skip: '1' } })
    ).body;
    expect(metadata).toEqual({ total: 2, has_more: false });
    expect(await groupsOf(agent.id, { kind: 'down' })).toEqual([]);
  });

  test('of administrators who open the list at once each sees every question', async () => {
    const { agent } = await agentWithManual();
    for (const question of SAME.slice(0, 3)) await ask(agent.id, question);
    const lists = await Promise.all(Array.from({ length: 4 }, () => groupsOf(agent.id)));
    expect(lists.map((groups) => groups.map(({ count }) => count))).toEqual([[3], [3], [3], [3]]);
  });

  test('R-LOP-02 another number, another name, a denial or another agent is another group', async () => {
    const { agent } = await agentWithManual();
    const other = await agentWithManual();
    const questions = [
      'Qual é o calendário de feriados de 2024?',
      'Qual é o calendário de feriados de 2025?',
      'Qual é o calendário de feriados de Uberaba?',
      'Qual é o calendário de feriados de Uberlândia?',
      'Posso acumular o cargo de professor?',
      'Não posso acumular o cargo de professor?',
    ];
    for (const question of questions) await ask(agent.id, question);
    await ask(other.agent.id, questions[0] as string);
    await ask(agent.id, 'qual o calendário de feriados de uberaba');
    const groups = await groupsOf(agent.id);
    expect(groups).toHaveLength(6);
    expect(groups.find(({ title }) => /uberaba/i.test(title))?.count).toBe(2);
    expect(await groupsOf(other.agent.id)).toHaveLength(1);
  });

  test('R-LOP-03 nothing tells who asked, and a taken-back thumb, an erased conversation and an erased account leave none', async () => {
    const { agent } = await agentWithManual();
    const ana = await testServer.user({ name: 'Ana Curiosa', email: 'ana.curiosa@exemplo.com.br' });
    await ask(agent.id, 'Meu CPF é 529.982.247-25: qual é o prazo das férias?', ana);
    const rui = await testServer.user({ name: 'Rui Barbosa' });
    const erased = await ask(agent.id, 'Como troco o crachá?', rui);
    const thumb = await ask(agent.id, 'Como troco o crachá perdido?', rui);
    await freshAdmin();
    const groups = await groupsOf(agent.id);
    const details = await Promise.all(groups.map(({ id }) => admin.get(`/admin/open-questions/${id}`)));
    const told = JSON.stringify([groups, details.map(({ body }) => body)]);
    expect(told).not.toMatch(/Ana|curiosa|Rui|Barbosa|529\.982/);
    expect(told).toContain('Meu CPF é [CPF]');
    expect(told).not.toContain(erased.session);
    const { rows } = await testServer.context.db.execute(sql`
      select g.*, o.stems::text, o.keys::text, o.names::text from open_question_groups g
      join open_question_members o on o.group_id = g.id where g.agent_id = ${agent.id}`);
    expect(JSON.stringify(rows)).not.toMatch(/cracha|crachá|feri/);

    const { id } = rui;
    await testServer.context.db
      .update(messages)
      .set({ found_nothing: false })
      .where(eq(messages.id, thumb.message));
    await eraseConversation(testServer.context, id, erased.session);
    expect((await groupsOf(agent.id)).map(({ title }) => title)).toEqual([
      'Meu CPF é [CPF]: qual é o prazo das férias?',
    ]);
    const { db, clock } = testServer.context;
    await db.transaction(async (tx) => {
      const person = await findPerson(tx, ana.id);
      if (person) await erase(tx, person, clock.now());
    });
    expect(await groupsOf(agent.id)).toEqual([]);
    await groupQuestions(testServer.context);
    const left = await testServer.context.db
      .select()
      .from(open_question_groups)
      .where(eq(open_question_groups.agent_id, agent.id));
    expect(left).toEqual([]);
  });

  test('R-LOP-03 nothing is kept of a question that was answered, got a file or personal rows, was erased or is too old', async () => {
    const { agent } = await agentWithManual();
    const { db } = testServer.context;
    const asked: Awaited<ReturnType<typeof ask>>[] = [];
    for (const place of ['Olinda', 'Recife', 'Caruaru', 'Petrolina', 'Garanhuns', 'Arcoverde'])
      asked.push(await ask(agent.id, `Onde fica o balcão de ${place}?`));
    const [answered, filed, old, erased, personal, stays] = asked.map(({ message }) => message);
    const kept = async () => {
      const ids = asked.map(({ message }) => message);
      const rows = await db
        .select({ id: open_question_members.message_id })
        .from(open_question_members)
        .where(inArray(open_question_members.message_id, ids))
        .orderBy(open_question_members.message_id);
      return rows.map(({ id }) => id);
    };
    await groupQuestions(testServer.context);
    expect(await kept()).toHaveLength(6);
    const change = (id: number | undefined, columns: Partial<typeof messages.$inferInsert>) =>
      db
        .update(messages)
        .set(columns)
        .where(eq(messages.id, id as number));
    await change(answered, { found_nothing: false });
    await change(filed, { with_files: true });
    await change(old, { created_at: new Date('2020-01-01T12:00:00.000Z') });
    await change(personal, { personal_sources: true });
    const gone = asked.find(({ message }) => message === erased) as (typeof asked)[number];
    await eraseConversation(testServer.context, gone.user.id, gone.session);
    await groupQuestions(testServer.context);
    expect(await kept()).toEqual([personal, stays]);
    expect((await groupsOf(agent.id)).map(({ title }) => title)).toEqual([
      'Onde fica o balcão de Arcoverde?',
    ]);
    await openQuestionJobs(testServer.context)['questions.group']({});
    expect(await kept()).toEqual([stays]);
  });

  test('a question of a file, of a test or of the last minute is in no group', async () => {
    const { agent } = await agentWithManual();
    const { message } = await ask(agent.id, 'O que diz o meu arquivo?');
    await testServer.context.db.update(messages).set({ with_files: true }).where(eq(messages.id, message));
    const user = await testServer.user();
    const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id: agent.id });
    await testServer.as(user).ask(id, 'Acabei de perguntar isto?');
    expect(await groupsOf(agent.id)).toEqual([]);
    testServer.clock.advance(61_000);
    expect((await groupsOf(agent.id)).map(({ title }) => title)).toEqual(['Acabei de perguntar isto?']);
  });

  test('questions that are split from a group stay apart, and one at least stays', async () => {
    const { agent } = await agentWithManual();
    await ask(agent.id, 'Qual é o prazo para pedir férias?');
    const other = await ask(agent.id, 'Há prazo para pedir férias?');
    await freshAdmin();
    const [group] = await groupsOf(agent.id);
    const path = `/admin/open-questions/${group?.id}/split`;
    const { body } = await admin.post(path, { message_ids: [other.message] });
    expect(body.data).toMatchObject({ title: 'Há prazo para pedir férias?', count: 1, state: 'open' });
    expect((await groupsOf(agent.id)).map(({ count }) => count)).toEqual([1, 1]);
    expect((await admin.post(path, { message_ids: [other.message] })).body.code).toBe('message_not_found');
    const [left] = (await admin.get(`/admin/open-questions/${group?.id}`)).body.data.questions;
    const all = await admin.post(path, { message_ids: [left.id] });
    expect([all.status, all.body.detail]).toEqual([422, 'Deixe ao menos uma pergunta no grupo.']);
    await ask(agent.id, 'Qual o prazo para pedir férias?');
    expect((await groupsOf(agent.id)).map(({ count }) => count)).toEqual([2, 1]);
  });
});

const closing = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  admin.post(`/admin/open-questions/${id}/close`, body, { headers });

async function entriesOf(id: number) {
  return testServer.context.db
    .select({ action: audit_entries.action, after: audit_entries.after, name: audit_entries.object_name })
    .from(audit_entries)
    .where(sql`${audit_entries.object_type} = 'open_question' and ${audit_entries.object_id} = ${id}`)
    .orderBy(audit_entries.id);
}

async function openGroup(question = 'Qual é o prazo para pedir férias?') {
  const { agent, base } = await agentWithManual();
  const asked = await ask(agent.id, question);
  await freshAdmin();
  const [group] = await groupsOf(agent.id);
  if (!group) throw new Error('there is no group');
  return { agent, base, asked, id: group.id };
}

const ANSWER = {
  question: 'Qual é o prazo para pedir férias?',
  answer: 'São trinta dias.',
  owner_label: 'Pessoal',
  review_on: '2027-03-01',
};

describe('closing a group', () => {
  test('R-LOP-04 five ways, each with its entry, without a word of the question', async () => {
    const verified = await openGroup();
    const answer = await admin.post(`/agents/${verified.agent.id}/verified-answers`, ANSWER);
    const ref = answer.body.data.id;
    expect((await closing(verified.id, { kind: 'verified_answer', ref })).body.data).toMatchObject({
      state: 'closed',
      closure: { kind: 'verified_answer', ref },
    });

    const document = await openGroup();
    const { body } = await admin.upload(
      `/knowledge-bases/${document.base.id}/documents`,
      formWith('ferias.txt', 'As férias são pedidas com trinta dias de antecedência.'),
    );
    expect((await closing(document.id, { kind: 'document', ref: body.data.id })).status).toBe(200);

    const note = await openGroup();
    const written = { knowledge_base_id: note.base.id, title: 'Férias: prazo', text: 'São trinta dias.' };
    const noted = await closing(note.id, { kind: 'note', note: written });
    expect(noted.body.data.closure).toMatchObject({ kind: 'note', ref: expect.any(Number) });
    const kept = (await admin.get(`/knowledge-bases/${note.base.id}`)).body.data.documents;
    expect(kept.map((one: { original_filename: string }) => one.original_filename)).toContainEqual(
      expect.stringMatching(/^nota-2026-11-\d\d-ferias-prazo\.md$/),
    );

    const foreign = await openGroup();
    expect((await closing(foreign.id, { kind: 'not_ours' })).body.data.state).toBe('dismissed');
    const resolved = await openGroup();
    expect((await closing(resolved.id, { kind: 'resolved' })).body.data.state).toBe('closed');

    for (const [{ id }, kind] of [
      [verified, 'verified_answer'],
      [document, 'document'],
      [note, 'note'],
      [foreign, 'not_ours'],
      [resolved, 'resolved'],
    ] as const) {
      const [entry] = await entriesOf(id);
      expect(entry).toMatchObject({ action: 'question.closed', name: 'Pessoal', after: { kind } });
      expect(JSON.stringify(entry)).not.toMatch(/férias|prazo/i);
    }
    for (const { id } of [verified, document, note]) await settledGroup(id);
  });

  test('of two who close at once the first wins; a repeated call and a second opening change nothing', async () => {
    const { id } = await openGroup();
    const replies = await Promise.all([closing(id, { kind: 'resolved' }), closing(id, { kind: 'not_ours' })]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('question_group_closed');
    const open = () => admin.post(`/admin/open-questions/${id}/reopen`);
    expect((await open()).body.data).toMatchObject({ state: 'open', closure: null });
    expect((await open()).status).toBe(200);
    const key = { 'idempotency-key': 'um' };
    const once = await closing(id, { kind: 'resolved' }, key);
    const twice = await closing(id, { kind: 'resolved' }, key);
    expect([once.status, twice.status]).toEqual([200, 200]);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
      'question.closed',
      'question.reopened',
      'question.closed',
    ]);
    expect((await admin.post(`/admin/open-questions/${id}/split`, { message_ids: [1] })).body.code).toBe(
      'question_group_closed',
    );
  });

  test('what another agent has does not answer, and nothing is written then', async () => {
    const { agent, id } = await openGroup();
    const other = await agentWithManual();
    const theirs = await admin.post(`/agents/${other.agent.id}/verified-answers`, ANSWER);
    const [document] = (await admin.get(`/knowledge-bases/${other.base.id}`)).body.data.documents;
    const note = { knowledge_base_id: other.base.id, title: 'Nota', text: 'Texto.' };
    const codes = [];
    for (const body of [
      { kind: 'verified_answer', ref: theirs.body.data.id },
      { kind: 'document', ref: document.id },
      { kind: 'note', note },
    ]) {
      const reply = await closing(id, body);
      codes.push([reply.status, reply.body.code]);
    }
    expect(codes).toEqual([
      [404, 'verified_answer_not_found'],
      [404, 'document_not_found'],
      [404, 'knowledge_base_not_found'],
    ]);
    expect((await admin.get(`/knowledge-bases/${other.base.id}`)).body.data.documents).toHaveLength(1);
    expect((await groupsOf(agent.id))[0]?.state).toBe('open');
    expect((await closing(id, { kind: 'note', note: { ...note, title: ' ' } })).status).toBe(422);
  });

  test('R-LOP-05 R-LOP-06 R-LOP-07 with a note the agent is asked again, a check is made, and the message of the asker is marked', async () => {
    const { agent, base, asked, id } = await openGroup();
    const note = {
      knowledge_base_id: base.id,
      title: 'Férias',
      text: 'O prazo para pedir férias é de 30 dias.',
    };
    expect((await closing(id, { kind: 'note', note })).body.data.asking).toBe(true);
    const group = await settledGroup(id);
    expect(group.asked_again).toMatchObject({
      outcome: 'answered',
      answer: expect.stringContaining('São trinta dias'),
      cited: [expect.stringMatching(/^nota-.*-ferias\.md$/)],
    });
    const { checks } = (await admin.get(`/agents/${agent.id}/checks`)).body.data;
    expect(checks).toMatchObject([
      {
        question: 'Qual é o prazo para pedir férias?',
        expectation: { kind: 'cites', value: group.asked_again.cited[0] },
      },
    ]);
    const records = await testServer.context.db
      .select({ id: messages.id, answered_since: messages.answered_since })
      .from(messages)
      .where(eq(messages.id, asked.message));
    expect(records[0]?.answered_since).toBeInstanceOf(Date);
    const charged = await testServer.context.db
      .select({ charged: token_entries.charged })
      .from(token_entries)
      .where(eq(token_entries.user_id, admin_id));
    expect(charged).toEqual([{ charged: 0 }]);
    expect(await brokenInvariants(testServer.context.db)).toEqual([]);
    // Asked once more by hand: there is no second check.
    const again = await admin.post(`/admin/open-questions/${id}/ask-again`);
    expect(again.status).toBe(200);
    await settledGroup(id);
    expect((await admin.get(`/agents/${agent.id}/checks`)).body.data.checks).toHaveLength(1);
    await admin.post(`/admin/open-questions/${id}/reopen`);
    const [after] = await testServer.context.db.select().from(messages).where(eq(messages.id, asked.message));
    expect(after?.answered_since).toBeNull();
  });

  test('R-LOP-04 R-LOP-05 R-LOP-06 a verified answer that is written for a group closes it, with one check in all', async () => {
    const { agent, id } = await openGroup();
    const other = await agentWithManual();
    const foreign = await admin.post(`/agents/${other.agent.id}/verified-answers`, {
      ...ANSWER,
      group_id: id,
    });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'question_group_not_found']);
    const path = `/agents/${agent.id}/verified-answers`;
    const written = await admin.post(path, { ...ANSWER, group_id: id });
    expect(written.status).toBe(201);
    const group = await settledGroup(id);
    expect(group).toMatchObject({
      state: 'closed',
      closure: { kind: 'verified_answer', ref: written.body.data.id },
      asked_again: { outcome: 'answered', answer: 'São trinta dias.', cited: [] },
    });
    expect((await admin.get(`/agents/${agent.id}/checks`)).body.data.checks).toHaveLength(1);
    const again = await admin.post(path, { ...ANSWER, question: 'Quem pede férias?', group_id: id });
    expect([again.status, again.body.code]).toEqual([409, 'question_group_closed']);
    expect((await admin.get(path)).body.data).toHaveLength(1);
  });

  test('R-LOP-05 what is still not found is shown, and no message is marked', async () => {
    const { agent, asked, base, id } = await openGroup('Como conserto a catraca?');
    const note = { knowledge_base_id: base.id, title: 'Outra coisa', text: 'Nada sobre isso.' };
    await closing(id, { kind: 'note', note });
    expect((await settledGroup(id)).asked_again).toMatchObject({ outcome: 'not_found', cited: [] });
    expect((await admin.get(`/agents/${agent.id}/checks`)).body.data.checks).toEqual([]);
    const [record] = await testServer.context.db
      .select()
      .from(messages)
      .where(eq(messages.id, asked.message));
    expect(record?.answered_since).toBeNull();
  });

  test('who asks again and finds nothing opens an answered group; another closed one only counts them', async () => {
    const { agent, id } = await openGroup();
    await closing(id, { kind: 'not_ours' });
    testServer.clock.advance(1_000);
    await ask(agent.id, 'Há prazo para pedir férias?');
    const [dismissed] = await groupsOf(agent.id, { state: 'dismissed' });
    expect(dismissed).toMatchObject({ id, count: 2, asked_since: 1 });
    const answered = { at: TEST_NOW.toISOString(), outcome: 'answered' as const, answer: 'Sim.', cited: [] };
    await testServer.context.db
      .update(open_question_groups)
      .set({ state: 'closed', closure_kind: 'note', asked_again: answered })
      .where(eq(open_question_groups.id, id));
    await ask(agent.id, 'Qual o prazo para pedir férias?');
    expect(await groupsOf(agent.id)).toMatchObject([{ id, state: 'open', count: 3, closure: null }]);
    expect((await entriesOf(id)).at(-1)?.action).toBe('question.reopened');
    const members = await testServer.context.db
      .select()
      .from(open_question_members)
      .where(eq(open_question_members.group_id, id));
    expect(members).toHaveLength(3);
  });
});
