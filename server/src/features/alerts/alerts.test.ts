import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { type OtherProcess, openOtherProcess } from '../../../test/process/other-process.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openWebhookStandIn, type WebhookStandIn } from '../../../test/webhooks/webhook-stand-in.ts';
import { agent_check_runs, agent_checks } from '../../db/tables/agents.ts';
import { alert_events, alert_rules } from '../../db/tables/alerts.ts';
import { verified_answers } from '../../db/tables/verified-answers.ts';
import { evaluateAlerts } from './evaluate.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let testServer: TestServer;
let other: OtherProcess;
let standIn: WebhookStandIn;
let bossPerson: Awaited<ReturnType<TestServer['user']>>;
let boss: ReturnType<TestServer['as']>;
beforeEach(async () => {
  testServer = await startTestServer();
  other = await openOtherProcess(testServer.context, testServer.address);
  standIn = await openWebhookStandIn();
  bossPerson = await testServer.user({ role: 'superadmin' });
  boss = testServer.as(bossPerson);
});
afterEach(async () => {
  await other.close();
  await testServer.close();
  await standIn.close();
});

/** A minute later, in two processes at once. */
async function look(ms = MINUTE): Promise<void> {
  testServer.clock.advance(ms);
  await Promise.all([evaluateAlerts(testServer.context), evaluateAlerts(other.context)]);
}
const rule = async (given: object) => {
  const { status, body } = await boss.post('/alert-rules', given);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
};
const webhook = async () =>
  (await boss.post('/webhooks', { name: 'Chamados', url: standIn.url })).body.data.id;
const letters = (email: string) => testServer.mailbox.emails.filter(({ to }) => to === email);
const events = () => testServer.context.db.select().from(alert_events).orderBy(alert_events.id);

async function fallingAgent() {
  const owner = await testServer.user({ role: 'admin' });
  const checks = [
    { question: 'Segredo da pergunta?', expectation: { kind: 'refuses' as const, value: null } },
  ];
  const { id } = await buildAgent(testServer.context, { name: 'Agente RH', checks });
  await boss.put(`/agents/${id}`, { nightly_checks: true, owner_user_id: owner.id });
  const falls = (fell_at: Date | null) =>
    testServer.context.db.update(agent_checks).set({ fell_at }).where(eq(agent_checks.agent_id, id));
  return { id, owner, falls };
}

test('R-CHK-08 checks that fell reach the owner by letter and webhook once, again after a day, and their end', async () => {
  const { id, owner, falls } = await fallingAgent();
  // The first agent that is looked after at night brings the rule with it.
  const [made] = (await boss.get('/alert-rules')).body.data;
  expect(made).toMatchObject({ kind: 'checks_fell', active: true, people: [] });
  const webhook_id = await webhook();
  const given = { kind: 'checks_fell', webhook_id, version: made.version };
  expect((await boss.put(`/alert-rules/${made.id}`, given)).status).toBe(200);
  await falls(new Date());
  await look();
  expect([standIn.received.length, letters(owner.email).length]).toEqual([0, 0]);
  for (let minute = 0; minute < 5; minute += 1) await look();
  await expect.poll(() => [standIn.received.length, letters(owner.email).length]).toEqual([1, 1]);
  await look(DAY);
  for (let minute = 0; minute < 3; minute += 1) await look();
  await look(DAY);
  await expect.poll(() => [standIn.received.length, letters(owner.email).length]).toEqual([2, 2]);
  await falls(null);
  for (let minute = 0; minute < 3; minute += 1) await look();
  await expect.poll(() => [standIn.received.length, letters(owner.email).length]).toEqual([3, 3]);
  const [opened, reminder, ended] = standIn.events();
  expect(opened).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    kind: 'checks_fell',
    state: 'opened',
    opened_at: expect.any(String),
    resolved_at: null,
    subject: { type: 'agent', id: String(id), name: 'Agente RH' },
    values: { fallen: 1, total: 1 },
    url: expect.stringMatching(/\/admin\/avisos$/),
  });
  expect([reminder, ended]).toMatchObject([
    { state: 'reminder' },
    { state: 'ended', resolved_at: expect.any(String) },
  ]);
  expect(new Set([opened, reminder, ended].map((event) => event?.id)).size).toBe(1);
  const texts = letters(owner.email).map(({ text }) => text);
  expect(texts[0]).toContain('O agente «Agente RH» deixou de cumprir 1 verificação de 1');
  expect(texts[1]).toContain('Continua há um dia');
  expect(texts[2]).toContain('voltaram a se manter');
  // No question, no answer and no person.
  const everything = JSON.stringify([standIn.received, texts]);
  expect(everything).not.toContain('Segredo');
  expect(JSON.stringify(standIn.received)).not.toContain(owner.name);
});

test('what one look alone finds is nothing', async () => {
  const { owner, falls } = await fallingAgent();
  await falls(new Date());
  await look();
  expect(await events()).toHaveLength(1);
  await falls(null);
  await look();
  expect(await events()).toEqual([]);
  expect(letters(owner.email)).toEqual([]);
});

test('many agents that fall in one night are one letter', async () => {
  const { owner, falls, id } = await fallingAgent();
  const { db } = testServer.context;
  await db.execute(sql`
    insert into agents (name, nightly_checks, owner_user_id)
    select 'Agente ' || n, true, ${owner.id} from generate_series(1, 79) n`);
  await db.execute(sql`
    insert into agent_checks (agent_id, question, expectation, fell_at)
    select id, 'Oi?', '{"kind":"refuses","value":null}', now() from agents where id <> ${id}`);
  await falls(new Date());
  await look();
  await look();
  await expect.poll(() => letters(owner.email).length).toBe(1);
  expect(letters(owner.email)[0]?.subject).toBe('Aviso do Prosa: 80 acontecimentos');
});

test('no more than twenty letters come to a person in an hour, and the rest comes in one sum', async () => {
  const { owner, falls } = await fallingAgent();
  for (let round = 0; round < 26; round += 1) {
    await falls(round % 2 ? null : new Date());
    await look();
    if (round % 2 === 0) await look();
  }
  await expect.poll(() => letters(owner.email).length).toBe(20);
  await look(60 * MINUTE);
  await expect.poll(() => letters(owner.email).length).toBe(21);
});

test('a rule that is switched off or deleted ends its events without a word', async () => {
  const { owner, falls } = await fallingAgent();
  await falls(new Date());
  await look();
  await look();
  await expect.poll(() => letters(owner.email).length).toBe(1);
  const [made] = (await boss.get('/alert-rules')).body.data;
  await boss.put(`/alert-rules/${made.id}`, { kind: 'checks_fell', active: false, version: made.version });
  await look();
  expect(await events()).toMatchObject([{ letter_due: null, resolved_at: expect.any(Date) }]);
  expect((await boss.delete(`/alert-rules/${made.id}`)).status).toBe(200);
  expect(await events()).toEqual([]);
  expect(letters(owner.email)).toHaveLength(1);
});

test('each kind is found by what it is about', async () => {
  const { db } = testServer.context;
  const { id } = await buildAgent(testServer.context, { name: 'Agente' });
  await db.insert(verified_answers).values({
    agent_id: id,
    question: 'Prazo?',
    answer: '30 dias.',
    owner_label: 'Fazenda',
    review_on: '2026-11-20',
  });
  await db.insert(agent_check_runs).values({
    agent_id: id,
    total: 3,
    errors: 3,
    started_by: null,
    finished_at: new Date(testServer.context.clock.now().getTime() + MINUTE),
    results: [1, 2, 3].map((check_id) => ({
      check_id,
      outcome: 'error' as const,
      code: 'model_without_credit' as const,
      model: 'gpt-4o',
    })),
  });
  await db.execute(sql`
    insert into token_entries (user_id, purpose, model, input_tokens, output_tokens, charged, estimated, created_at)
    values (${bossPerson.id}, 'answer', 'gpt-4o', 900, 200, 0, false, ${testServer.context.clock.now()}::timestamptz)`);
  await db.execute(sql`
    insert into pgboss.job (name, state, completed_on) select 'tokens.notice', 'failed', now() from generate_series(1, 2)`);
  // Waits for the mail server; the second one has only just begun to.
  await db.execute(sql`
    insert into pgboss.job (name, state, start_after, retry_count)
    select 'counters.letter', 'retry', now() + interval '5 minutes', tries from unnest('{3, 1}'::int[]) tries`);
  for (const given of [
    { kind: 'verified_due', threshold: 14 },
    { kind: 'provider_refuses', threshold: 3 },
    { kind: 'spend', threshold: { unit: 'tokens', amount: 1_000 } },
    { kind: 'mail_fails', threshold: 3 },
    { kind: 'disk', threshold: 90 },
  ])
    await rule({ ...given, user_ids: [bossPerson.id] });
  await look();
  await look();
  const found = (await boss.get('/alert-events')).body.data;
  const byKind = new Map(found.map((event: { kind: string }) => [event.kind, event]));
  expect(byKind.get('verified_due')).toMatchObject({ subject: { id: String(id) }, values: { answers: 1 } });
  expect(byKind.get('provider_refuses')).toMatchObject({
    subject: { type: 'provider' },
    values: { refusals: 3 },
  });
  expect(byKind.get('spend')).toMatchObject({
    subject: { type: 'installation', id: null },
    values: { tokens: 1_100 },
  });
  expect(byKind.get('mail_fails')).toMatchObject({ values: { letters: 3 } });
});

test('a rule fits its kind: thresholds, people, webhook, and one change at a time', async () => {
  for (const [given, field] of [
    [{ kind: 'queue', threshold: null }, 'threshold'],
    [{ kind: 'queue', threshold: 0 }, 'threshold'],
    [{ kind: 'disk', threshold: 91 }, 'threshold'],
    [{ kind: 'spend', threshold: 5 }, 'threshold'],
    [{ kind: 'checks_fell', threshold: 5 }, 'threshold'],
    [{ kind: 'queue', threshold: 5, user_ids: [(await testServer.user()).id] }, 'user_ids'],
    [{ kind: 'queue', threshold: 5, webhook_id: 1999999999 }, 'webhook_id'],
    [{ kind: 'outro' }, 'kind'],
  ] as const) {
    const { status, body } = await boss.post('/alert-rules', given);
    expect([status, body.errors?.[0]?.field, given]).toEqual([422, field, given]);
  }
  const made = await rule({ kind: 'queue', threshold: 5, user_ids: [bossPerson.id] });
  expect(made.people).toEqual([{ id: bossPerson.id, name: bossPerson.name }]);
  const change = { kind: 'queue', threshold: 10, version: made.version };
  expect((await boss.put(`/alert-rules/${made.id}`, change)).body.data).toMatchObject({
    threshold: 10,
    version: 2,
  });
  expect((await boss.put(`/alert-rules/${made.id}`, change)).body.code).toBe('stale_change');
  expect((await boss.put('/alert-rules/1999999999', change)).body.code).toBe('alert_not_found');
});

test('«Testar» sends to the people and the webhook of a rule; an erased person is taken out of it', async () => {
  const person = await testServer.user({ role: 'admin' });
  const made = await rule({
    kind: 'queue',
    threshold: 5,
    user_ids: [person.id],
    webhook_id: await webhook(),
  });
  expect((await boss.post(`/alert-rules/${made.id}/test`)).body.data).toEqual({ letters: 1, webhook: true });
  await expect.poll(() => letters(person.email).length).toBe(1);
  expect(letters(person.email)[0]?.subject).toBe('Aviso de teste');
  const { rows } = await testServer.context.db.execute<{ people: number[] }>(sql`
    update alert_rules set user_ids = array_remove(user_ids, ${person.id}::int) returning user_ids people`);
  expect(rows[0]?.people).toEqual([]);
  expect(await testServer.context.db.select().from(alert_rules)).toHaveLength(1);
});
