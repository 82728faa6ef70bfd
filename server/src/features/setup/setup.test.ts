import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Setup } from '#contract/setup.ts';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { group_agents } from '../../db/tables/agents.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { users } from '../../db/tables/people.ts';
import { seedDemo } from '../../seed/seed-demo.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
let superadmin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  await seedDemo(testServer.context);
  superadmin = testServer.as(await testServer.user({ role: 'superadmin' }));
});
afterAll(() => testServer.close());

const setup = async (): Promise<Setup> => (await superadmin.get('/admin/setup')).body.data;
const done = async () => (await setup()).steps.filter((step) => step.done).map(({ key }) => key);

test('R-FST-12 each step ticks by itself, and the demo ticks none', async () => {
  expect(await done()).toEqual([]);
  const { db } = testServer.context;
  const { data: base } = (await superadmin.post('/knowledge-bases', { name: 'Regras' })).body;
  expect(await done()).toEqual([]);
  const text = 'As férias são marcadas com quarenta e cinco dias de antecedência.';
  const file = { original_filename: 'regras.txt', file_type: 'txt', file_size: text.length, text };
  await ingestText(db, { knowledge_base_id: base.id, ...file });
  expect(await done()).toEqual(['knowledge']);
  await buildAgent(testServer.context, { deploy_status: false, groups: [] });
  expect(await done()).toEqual(['knowledge']);
  const agent = await buildAgent(testServer.context, {
    knowledge_bases: [base.id],
    deploy_status: false,
    groups: [],
  });
  expect(await setup()).toMatchObject({ agent_id: agent.id });
  expect(await done()).toEqual(['knowledge', 'agent']);
  await superadmin.put(`/agents/${agent.id}`, { openers: ['Quando marco férias?'] });
  expect(await done()).toEqual(['knowledge', 'agent', 'openers']);
  const check = { question: 'Quando marco férias?', expectation: { kind: 'contains', value: 'quarenta' } };
  await superadmin.post(`/agents/${agent.id}/checks`, check);
  expect(await done()).toEqual(['knowledge', 'agent', 'openers', 'check']);
  await superadmin.post(`/agents/${agent.id}/deploy`, { deploy_status: true });
  expect(await done()).not.toContain('publish');
  await superadmin.post('/user-groups/1/agents', { agent_ids: [agent.id] });
  expect(await done()).toContain('publish');
  const second = await testServer.user();
  expect(await done()).toContain('people');
  await db.update(users).set({ kind: 'service' }).where(eq(users.id, second.id));
  expect(await done()).not.toContain('people');
  await db.update(users).set({ kind: 'person', active: false }).where(eq(users.id, second.id));
  expect(await done()).not.toContain('people');
  const sent_at = testServer.context.clock.now();
  const [sent] = await db
    .insert(invitations)
    .values({ email: 'rosa@exemplo.com.br', sent_at, expires_at: sent_at })
    .returning();
  expect(await done()).toContain('people');
  await db
    .update(invitations)
    .set({ withdrawn_at: sent_at })
    .where(eq(invitations.id, sent?.id ?? 0));
  expect(await done()).not.toContain('people');
});

test('R-FST-12 staying in local mode is a choice, and putting the list away is remembered and audited', async () => {
  const { body } = await superadmin.put('/admin/setup', { local_mode_chosen: true });
  expect(body.data.steps[0]).toEqual({ key: 'model', done: true, by_choice: true });
  expect((await superadmin.put('/admin/setup', { dismissed: true })).body.data.dismissed).toBe(true);
  expect((await superadmin.put('/admin/setup', { dismissed: true })).status).toBe(200);
  expect((await superadmin.put('/admin/setup', {})).status).toBe(422);
  const entries = (await superadmin.get('/admin/audit?search=setup.changed')).body.data;
  expect(entries.map(({ after }: { after: unknown }) => after)).toEqual([
    { dismissed: true },
    { local_mode_chosen: true },
  ]);
});

test('the agents of the demo are put away in one act and brought back to where they were', async () => {
  const person = testServer.as(await testServer.user());
  const names = async (as = person): Promise<string[]> =>
    (await as.get('/agents/available')).body.data.map(({ name }: { name: string }) => name);
  expect((await setup()).samples).toBe('shown');
  const before = await names();
  expect(before).toContain('Ajuda do Prosa');
  // Taken from one group by hand: it comes back to the others alone.
  await testServer.context.db.delete(group_agents).where(eq(group_agents.user_group_id, 3));
  const places = async () =>
    (await testServer.context.db.select().from(group_agents))
      .map(({ agent_id, user_group_id }) => `${agent_id} in ${user_group_id}`)
      .toSorted();
  const stood = await places();
  expect((await superadmin.put('/admin/setup', { samples: 'away' })).body.data.samples).toBe('away');
  expect(await names()).not.toContain('Ajuda do Prosa');
  expect(await names(superadmin)).toContain('Ajuda do Prosa');
  expect((await superadmin.put('/admin/setup', { samples: 'away' })).body.data.samples).toBe('away');
  expect((await superadmin.put('/admin/setup', { samples: 'shown' })).body.data.samples).toBe('shown');
  expect(await places()).toEqual(stood);
  expect(await names()).toEqual(before);
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.put('/admin/setup', { samples: 'away' })).status).toBe(403);
  const entries = (await superadmin.get('/admin/audit?search=group.agents_removed')).body.data;
  expect(entries.length).toBeGreaterThan(0);
});
