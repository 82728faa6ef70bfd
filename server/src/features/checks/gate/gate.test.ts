import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CheckEvent } from '#contract/agent-checks.ts';
import type { SingleExpectation } from '#contract/expectations.ts';
import { buildAgent } from '../../../../test/builders.ts';
import {
  hold,
  type Script,
  type Step,
  scripted,
  scriptedModels,
} from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { agent_knowledge_bases, agents } from '../../../db/tables/agents.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { createKnowledgeBase } from '../../knowledge/documents/store.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';
import { documentsRead } from './documents-read.ts';

/** The answer by the words of the agent's instructions. */
let answer: (instructions: string) => Step[] = () => ['Sim.'];
const answering: Script = ({ prompt }) => answer(prompt.instructions);
let testServer: TestServer;
let boss: ReturnType<TestServer['as']>;
let admin: ReturnType<TestServer['as']>;
beforeEach(async () => {
  await testServer?.close();
  testServer = await startTestServer({ models: scriptedModels(scripted(answering)) });
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  answer = () => ['Sim.'];
});
afterAll(() => testServer.close());

const saysYes: SingleExpectation = { kind: 'contains', value: 'sim' };
async function gated(wishes: object = {}) {
  const checks = [{ question: 'Vale?', expectation: saysYes }];
  const { id } = await buildAgent(testServer.context, { checks, custom_prompt: 'ANTES', ...wishes });
  expect((await admin.put(`/agents/${id}`, { deploy_gate: 'require' })).status).toBe(200);
  return id;
}
const shown = async (id: number) => (await admin.get(`/agents/${id}`)).body.data;
const save = async (id: number, change: object) => (await admin.put(`/agents/${id}`, change)).body.data;
async function publish(id: number, body: object = {}, as = admin) {
  const reply = await as.post(`/agents/${id}/candidate/publish`, body);
  const events: CheckEvent[] = reply.text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  return { ...reply, last: events.at(-1) };
}
const actions = async (id: number) => {
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.object_id, id))
    .orderBy(audit_entries.id);
  return entries.filter(({ object_type }) => object_type === 'agent');
};

test('R-CHK-04 a saved change of a deployed agent waits as a candidate: what people get does not change', async () => {
  const id = await gated();
  const before = await shown(id);
  const saved = await save(id, { custom_prompt: 'DEPOIS', name: 'Outro nome', openers: ['Oi?'] });
  expect(saved).toMatchObject({ custom_prompt: 'ANTES', version_id: before.version_id, gate: 'require' });
  // A change that shapes no answer is live at once.
  expect(saved).toMatchObject({ name: 'Outro nome', openers: ['Oi?'] });
  expect(saved.candidate_version_id).not.toBe(before.version_id);
  let instructions = '';
  answer = (given) => {
    instructions = given;
    return ['Sim.'];
  };
  const { body } = await admin.post(`/chat/create-session?agent_id=${id}`);
  expect((await admin.ask(body.data.id, 'Vale?')).status).toBe(200);
  expect(instructions).toContain('ANTES');
  expect(instructions).not.toContain('DEPOIS');
  // A further change goes on from the candidate; taking all of it back leaves none.
  const more = await save(id, { temperature: 0.9 });
  const versions = (await admin.get(`/agents/${id}/versions`)).body.data;
  const candidate = versions.find((version: { id: number }) => version.id === more.candidate_version_id);
  expect(candidate.configuration).toMatchObject({ custom_prompt: 'DEPOIS', temperature: 0.9 });
  // An edit starts from the candidate, which is listed beside the live configuration.
  expect(more).toMatchObject({ custom_prompt: 'ANTES', candidate: candidate.configuration });
  const back = await save(id, { custom_prompt: 'ANTES', temperature: before.temperature });
  expect(back).toMatchObject({ candidate_version_id: null, candidate: null });
});

test('R-CHK-04 links and restored versions wait too; drafts and open gates change at once', async () => {
  const { db } = testServer.context;
  const id = await gated();
  const base = await createKnowledgeBase(db, { name: 'Regras' });
  expect((await admin.post(`/agents/${id}/knowledge-bases/${base.id}`)).status).toBe(200);
  expect(await db.select().from(agent_knowledge_bases).where(eq(agent_knowledge_bases.agent_id, id))).toEqual(
    [],
  );
  const { candidate_version_id, version_id } = await shown(id);
  expect(candidate_version_id).not.toBeNull();
  expect((await publish(id)).last).toMatchObject({ published: true, held: 1, total: 1 });
  expect(
    await db.select().from(agent_knowledge_bases).where(eq(agent_knowledge_bases.agent_id, id)),
  ).toHaveLength(1);
  expect(await shown(id)).toMatchObject({ version_id: candidate_version_id, candidate_version_id: null });
  await admin.post(`/agents/${id}/versions/${version_id}/restore`);
  expect(await shown(id)).toMatchObject({
    version_id: candidate_version_id,
    candidate_version_id: version_id,
  });
  const draft = await gated({ deploy_status: false });
  expect(await save(draft, { custom_prompt: 'DEPOIS' })).toMatchObject({
    custom_prompt: 'DEPOIS',
    candidate_version_id: null,
  });
  const open = await gated();
  await save(open, { deploy_gate: 'warn' });
  expect(await save(open, { custom_prompt: 'DEPOIS' })).toMatchObject({
    custom_prompt: 'DEPOIS',
    candidate_version_id: null,
  });
});

test('R-CHK-05 it is published only if every check holds on it; an error of the provider does not publish', async () => {
  const id = await gated();
  await save(id, { custom_prompt: 'DEPOIS' });
  answer = (instructions) => [instructions.includes('DEPOIS') ? 'Não.' : 'Sim.'];
  const failed = await publish(id);
  expect([failed.status, failed.last]).toMatchObject([
    200,
    { state: 'finished', published: false, held: 0, total: 1, code: 'candidate_fails' },
  ]);
  expect(await shown(id)).toMatchObject({ custom_prompt: 'ANTES' });
  answer = () => [{ failed: 'model_without_credit' }];
  expect((await publish(id)).last).toMatchObject({ published: false, code: 'candidate_fails' });
  answer = (instructions) => [instructions.includes('DEPOIS') ? 'Sim.' : 'Não.'];
  expect((await publish(id)).last).toMatchObject({ published: true, held: 1, total: 1 });
  expect(await shown(id)).toMatchObject({ custom_prompt: 'DEPOIS', candidate_version_id: null });
  const done = await publish(id);
  expect([done.status, done.body.code]).toEqual([409, 'no_candidate']);
  expect((await actions(id)).map(({ action }) => action)).toEqual([
    'agent.updated',
    'agent.candidate_saved',
    'agent.published',
  ]);
});

test('R-CHK-05 one that was saved while another was checked is not published with it', async () => {
  const id = await gated();
  await save(id, { custom_prompt: 'DEPOIS' });
  const waits = hold();
  answer = () => [waits, 'Sim.'];
  const publishing = publish(id);
  await waits.reached;
  expect((await publish(id)).body.code).toBe('checks_running');
  const { candidate_version_id } = await save(id, { custom_prompt: 'MAIS TARDE' });
  waits.release();
  const { last } = await publishing;
  expect(last?.published).not.toBe(true);
  expect(await shown(id)).toMatchObject({ custom_prompt: 'ANTES', candidate_version_id });
});

test('R-CHK-06 a superadmin may publish without the checks, with a reason that the audit keeps; an administrator may not', async () => {
  const id = await gated();
  await save(id, { custom_prompt: 'DEPOIS' });
  const override = 'Urgente: a lei mudou hoje.';
  const refused = await publish(id, { override });
  expect([refused.status, refused.body.code]).toEqual([403, 'only_superadmins_override']);
  expect((await publish(id, { override: 'curto' }, boss)).status).toBe(422);
  expect((await publish(id, { override }, boss)).last).toMatchObject({ published: true, done: true });
  expect(await shown(id)).toMatchObject({ custom_prompt: 'DEPOIS', candidate_version_id: null });
  const last = (await actions(id)).at(-1);
  expect(last).toMatchObject({ action: 'agent.published', after: { without_checks: override } });
});

test('a candidate is discarded, and an agent that is taken back holds it as a draft', async () => {
  const id = await gated();
  await save(id, { custom_prompt: 'DEPOIS' });
  expect((await admin.delete(`/agents/${id}/candidate`)).status).toBe(200);
  expect(await shown(id)).toMatchObject({ custom_prompt: 'ANTES', candidate_version_id: null });
  expect((await admin.delete(`/agents/${id}/candidate`)).body.code).toBe('no_candidate');
  await save(id, { custom_prompt: 'RASCUNHO' });
  const draft = (await admin.post(`/agents/${id}/deploy`, { deploy_status: false })).body.data;
  expect(draft).toMatchObject({ custom_prompt: 'RASCUNHO', candidate_version_id: null });
});

test('a draft behind the gate is deployed once its checks hold on its present version', async () => {
  const id = await gated({ deploy_status: false });
  const deploy = () => admin.post(`/agents/${id}/deploy`, { deploy_status: true });
  expect((await deploy()).body.code).toBe('candidate_fails');
  await admin.post(`/agents/${id}/checks/run`);
  await save(id, { custom_prompt: 'DEPOIS' });
  expect((await deploy()).body.code).toBe('candidate_fails');
  await admin.post(`/agents/${id}/checks/run`);
  expect((await deploy()).status).toBe(200);
});

test('the gate of the installation holds for agents that have none of their own', async () => {
  const { id } = await buildAgent(testServer.context, {});
  expect((await shown(id)).gate).toBe('free');
  expect((await boss.put('/admin/interface', { deploy_gate: 'require' })).status).toBe(200);
  expect(await save(id, { custom_prompt: 'DEPOIS' })).toMatchObject({ gate: 'require', deploy_gate: null });
  const [row] = await testServer.context.db.select().from(agents).where(eq(agents.id, id));
  expect(row?.candidate_version_id).not.toBeNull();
});

test('a candidate is not judged while a document of its bases is being read, and the wait has an end', async () => {
  const { db } = testServer.context;
  const { id: knowledge_base_id } = await createKnowledgeBase(db, { name: 'Regras' });
  const file = { original_filename: 'regras.txt', file_type: 'txt', file_size: 12, text: 'O prazo é dez.' };
  const { id } = await ingestText(db, { knowledge_base_id, ...file });
  const isRead = (status: 'extracting' | 'ready') =>
    db.update(documents).set({ status }).where(eq(documents.id, id));
  await isRead('extracting');
  const short = { look_ms: 5, patience_ms: 10 };
  await expect(documentsRead(db, [knowledge_base_id], short)).rejects.toMatchObject({
    code: 'documents_being_read',
    detail: 'Não foi possível verificar: há documentos sendo lidos. Tente novamente em instantes.',
  });
  let isOver = false;
  const waiting = documentsRead(db, [knowledge_base_id], { look_ms: 5, patience_ms: 600_000 }).then(() => {
    isOver = true;
  });
  await db.execute('select 1');
  expect(isOver).toBe(false);
  await isRead('ready');
  await waiting;
  // Without bases there is nothing to wait for.
  await documentsRead(db, [], short);
});
