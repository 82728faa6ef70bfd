/** Kinds of alerts from what happens to the letter, and to their end. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlertEvent } from '#contract/alerts.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openWebhookStandIn } from '../../../test/webhooks/webhook-stand-in.ts';
import { agents } from '../../db/tables/agents.ts';
import { messages } from '../../db/tables/chat.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { users } from '../../db/tables/people.ts';
import { syncs } from '../../db/tables/syncs.ts';
import { verified_answers } from '../../db/tables/verified-answers.ts';
import { parseEnv } from '../../env.ts';
import { evaluateAlerts } from './evaluate.ts';

const MINUTE = 60_000;
let testServer: TestServer;
let bossPerson: Awaited<ReturnType<TestServer['user']>>;
let boss: ReturnType<TestServer['as']>;
beforeEach(async () => {
  // With a provider: without one every model is answered for by the local reader.
  const env = parseEnv({ NODE_ENV: 'test', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  testServer = await startTestServer({ env });
  bossPerson = await testServer.user({ role: 'superadmin' });
  boss = testServer.as(bossPerson);
});
afterEach(() => testServer.close());

async function look(): Promise<void> {
  testServer.clock.advance(MINUTE);
  await evaluateAlerts(testServer.context);
}
const letters = () => testServer.mailbox.emails.filter(({ to }) => to === bossPerson.email);

/** A rule of the kind finds it, sends one letter about it, and another when it is over. */
async function isNoticed(kind: AlertEvent['kind'], threshold: number | null, end: () => Promise<unknown>) {
  const { status, body } = await boss.post('/alert-rules', {
    kind,
    threshold,
    user_ids: [bossPerson.id],
  });
  expect([status, body.detail]).toEqual([201, undefined]);
  const before = letters().length;
  await look();
  await look();
  await look();
  const eventsOf = async (): Promise<AlertEvent[]> =>
    (await boss.get('/alert-events')).body.data.filter((event: AlertEvent) => event.kind === kind);
  const found = await eventsOf();
  await expect.poll(() => letters().length - before).toBe(1);
  await end();
  await look();
  await expect.poll(() => letters().length - before).toBe(2);
  expect((await eventsOf()).map(({ resolved_at }) => resolved_at === null)).toEqual(found.map(() => false));
  await boss.delete(`/alert-rules/${body.data.id}`);
  return found;
}

test('R-CHK-08 a queue that stands still is noticed, until its work is done', async () => {
  const { db } = testServer.context;
  // No worker takes from it.
  await db.execute(sql`select pgboss.create_queue('waiting', '{"policy":"standard"}'::jsonb)`);
  await db.execute(sql`
    insert into pgboss.job (name, state, start_after) values ('waiting', 'created', now() - interval '40 minutes')`);
  const [event] = await isNoticed('queue', 15, () =>
    db.execute(sql`update pgboss.job set state = 'completed', completed_on = now() where name = 'waiting'`),
  );
  expect(event).toMatchObject({ subject: { type: 'installation' }, values: { dead: 0 } });
  expect(event?.values.waiting).toBeGreaterThanOrEqual(1);
  expect(event?.values.minutes).toBeGreaterThanOrEqual(40);
});

test('R-CHK-08 a model that ends is noticed where agents use it, until none does', async () => {
  const { db } = testServer.context;
  const { id } = await buildAgent(testServer.context, { model: 'claude-4-sonnet' });
  const events = await isNoticed('model_ends', 30, () =>
    db.update(agents).set({ model: 'gpt-6-luna' }).where(eq(agents.id, id)),
  );
  expect(events).toMatchObject([
    { subject: { type: 'model', id: 'claude-4-sonnet' }, values: { agents: 1, ends_at: '2026-06-15' } },
  ]);
});

test('R-CHK-08 R-CHK-09 a receiver that dies is noticed; back again it gets what it missed', async () => {
  const first = await openWebhookStandIn();
  const port = Number(new URL(first.url).port);
  const { id } = (await boss.post('/webhooks', { name: 'Chamados', url: first.url })).body.data;
  await first.close();
  expect((await boss.post(`/webhooks/${id}/test`)).body.data).toMatchObject({
    status: 'failed',
    code: null,
    attempts: 1,
  });
  let back: Awaited<ReturnType<typeof openWebhookStandIn>> | undefined;
  const [event] = await isNoticed('webhook_fails', null, async () => {
    back = await openWebhookStandIn(port);
    const [delivery] = (await boss.get('/webhooks')).body.data[0].deliveries;
    expect((await boss.post(`/webhooks/${id}/deliveries/${delivery.n}/repeat`)).body.data).toMatchObject({
      status: 'done',
      code: 204,
    });
  });
  expect(event).toMatchObject({ subject: { type: 'webhook', id: String(id), name: 'Chamados' } });
  expect(back?.received).toHaveLength(1);
  await back?.close();
});

test('R-CHK-08 a sync that was paused by its failures is noticed, until it runs again', async () => {
  const { db } = testServer.context;
  const [base] = await db.insert(knowledge_bases).values({ name: 'Base' }).returning();
  const row = {
    knowledge_base_id: base?.id ?? 0,
    kind: 'folder' as const,
    name: 'Pasta das normas',
    settings: { kind: 'folder' as const, root: '/nenhuma', subfolder: '', include: [], exclude: [] },
    schedule: { kind: 'manual' as const },
    paused: true,
    failed_runs: 5,
    last_error: { code: 'unreachable', detail: 'A pasta não responde.' },
  };
  await db.insert(syncs).values(row);
  const [event] = await isNoticed('sync_fails', null, () =>
    db.update(syncs).set({ paused: false, failed_runs: 0, last_error: null }),
  );
  expect(event).toMatchObject({
    subject: { type: 'sync', name: 'Pasta das normas' },
    values: { runs: 5 },
  });
});

test('R-CHK-08 a provider that refuses is noticed also where a reserve has answered in its place', async () => {
  const { db } = testServer.context;
  const agent = await buildAgent(testServer.context, { name: 'Agente' });
  const session = await buildSession(testServer.context, { user_id: bossPerson.id, agent_id: agent.id });
  const at = testServer.context.clock.now();
  const answered = (asked_model: string, fallback_reason: 'no_access' | 'busy') => ({
    user_id: bossPerson.id,
    session_id: session.id,
    question: 'Prazo?',
    answer: 'Trinta dias.',
    status: 'done' as const,
    ...{ model: 'claude-haiku-5-5', asked_model, fallback_reason },
    ...{ created_at: at, finished_at: at },
  });
  await db.insert(messages).values([
    ...Array.from({ length: 3 }, () => answered('gpt-6-luna', 'no_access')),
    ...Array.from({ length: 5 }, () => answered('gpt-6-luna', 'busy')),
    // Retired, or without a key here: nobody asked for them.
    ...Array.from({ length: 9 }, () => answered('claude-3-5-sonnet', 'no_access')),
    ...Array.from({ length: 9 }, () => answered('gemini-3.8-flash', 'no_access')),
  ]);
  const found = await isNoticed('provider_refuses', 3, async () => testServer.clock.advance(10 * MINUTE));
  expect(found).toMatchObject([{ subject: { type: 'provider', name: 'OpenAI' }, values: { refusals: 3 } }]);
});

test('R-CHK-08 a verified answer whose reviewer has left is due, whatever its day', async () => {
  const { db } = testServer.context;
  const { id } = await buildAgent(testServer.context, { name: 'Agente' });
  const reviewer = await testServer.user({ role: 'admin' });
  const written = { agent_id: id, answer: '30 dias.', owner_label: 'Fazenda', review_on: '2027-06-30' };
  await db.insert(verified_answers).values([
    { ...written, question: 'Prazo?', reviewer_user_id: reviewer.id },
    { ...written, question: 'Taxa?', reviewer_user_id: bossPerson.id },
  ]);
  const isActive = (active: boolean) => db.update(users).set({ active }).where(eq(users.id, reviewer.id));
  await isActive(false);
  const found = await isNoticed('verified_due', 14, () => isActive(true));
  expect(found).toMatchObject([{ subject: { id: String(id) }, values: { answers: 1 } }]);
});
