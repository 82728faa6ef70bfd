import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { openWebhookStandIn, type WebhookStandIn } from '../../../test/webhooks/webhook-stand-in.ts';
import { webhook_deliveries, webhooks } from '../../db/tables/alerts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { deliverWebhook, forgetOldDeliveries, queueDelivery, queueDueDeliveries } from './deliveries.ts';

const MINUTE = 60_000;
let testServer: TestServer;
let standIn: WebhookStandIn;
let boss: ReturnType<TestServer['as']>;
beforeEach(async () => {
  testServer = await startTestServer();
  standIn = await openWebhookStandIn();
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
});
afterEach(async () => {
  await testServer.close();
  await standIn.close();
});

const added = async (wishes: object = {}) => {
  const { status, body } = await boss.post('/webhooks', { name: 'Chamados', url: standIn.url, ...wishes });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
};
const deliveries = () =>
  testServer.context.db.select().from(webhook_deliveries).orderBy(webhook_deliveries.id);
/** Written as a rule of alerts writes it, but led by the test and not by the queue. */
async function waiting(webhook_id: number) {
  const { db, clock } = testServer.context;
  const silent = { ...testServer.context.queue, send: async () => {} };
  const body = JSON.stringify({ kind: 'queue' });
  await db.transaction((tx) =>
    queueDelivery(tx, silent, { webhook_id, kind: 'queue', body, now: clock.now() }),
  );
  const [delivery] = (await deliveries()).slice(-1);
  if (!delivery) throw new Error('nothing was queued');
  return { webhook_id, delivery_id: delivery.id };
}
const stateOf = async (id: number) => {
  const [row] = await testServer.context.db.select().from(webhooks).where(eq(webhooks.id, id));
  return row;
};

test('R-CHK-09 the secret is shown once, and the signature of a delivery verifies by the snippet of the manual', async () => {
  const { id, secret } = await added();
  expect(secret).toMatch(/^prosa_whsec_[\w-]{43}$/);
  const { status, body } = await boss.post(`/webhooks/${id}/test`);
  expect([status, body.data]).toMatchObject([200, { kind: 'test', status: 'done', code: 204, error: null }]);
  const [received] = standIn.received;
  expect(received).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  const manual = await readFile('docs/manual/24-avisos.md', 'utf8');
  const snippet = /```js\n([\s\S]+?)```/.exec(manual)?.[1] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'prosa-webhook-'));
  try {
    const path = join(folder, 'conferir.mjs');
    await writeFile(path, snippet);
    const { conferir } = await import(path);
    const header = received?.headers['prosa-signature'];
    const at = TEST_NOW.getTime() / 1_000;
    expect(conferir(secret, header, received?.body, at)).toBe(true);
    expect(conferir(secret, header, `${received?.body} `, at)).toBe(false);
    expect(conferir('outro', header, received?.body, at)).toBe(false);
    // A delivery that somebody recorded is not taken later.
    expect(conferir(secret, header, received?.body, at + 301)).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
  const { rows } = await testServer.context.db.execute(sql`
    select to_jsonb(w)::text stored from webhooks w union all select to_jsonb(a)::text from audit_entries a
    union all select to_jsonb(d)::text from webhook_deliveries d union all select to_jsonb(j)::text from pgboss.job j`);
  const replies = await boss.get('/webhooks');
  for (const text of [JSON.stringify(rows), replies.text, testServer.logs.join('\n')])
    expect(text).not.toContain(secret);
});

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/',
  'https://user:secret@exemplo.com.br/x',
  'https://exemplo.com.br/x#y',
  'http://0.0.0.0/',
])('R-CHK-09 %s is refused', async (url) => {
  const { status, body } = await boss.post('/webhooks', { name: 'Mau', url });
  expect([status, body.code]).toEqual([422, 'address_refused']);
});

test('R-CHK-09 a name that leads to a forbidden address later is refused when it is connected to', async () => {
  const { id } = await added();
  await testServer.context.db
    .update(webhooks)
    .set({ url: 'http://169.254.169.254/x' })
    .where(eq(webhooks.id, id));
  const { body } = await boss.post(`/webhooks/${id}/test`);
  // The seal is bound to the address, so that the secret does not go there either.
  expect(body.data).toMatchObject({ status: 'failed', code: null });
  const changed = await boss.put(`/webhooks/${id}`, { name: 'Chamados', url: standIn.url, version: 1 });
  expect(changed.body.data.secret).toMatch(/^prosa_whsec_/);
});

test('R-CHK-09 in production this machine and private networks are refused unless the operator lists them', async () => {
  await testServer.close();
  const { WEBHOOK_PRIVATE_HOSTS } = testServer.context.env;
  testServer = await startTestServer({ env: { production: true, WEBHOOK_PRIVATE_HOSTS } });
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  for (const url of [standIn.url, 'https://10.1.2.3/x', 'http://exemplo.com.br.invalid/']) {
    const { body } = await boss.post('/webhooks', { name: 'Canal', url });
    expect([url, body.code ?? body.data.state]).toEqual([
      url,
      url.includes('invalid') ? 'active' : 'address_refused',
    ]);
  }
});

test('R-CHK-09 a redirect is not followed, and a long reply is not read to its end', async () => {
  const { id } = await added();
  standIn.answers(302, { location: `${standIn.url}/outro` });
  const redirected = await boss.post(`/webhooks/${id}/test`);
  expect(redirected.body.data).toMatchObject({
    status: 'failed',
    code: 302,
    error: 'O endereço respondeu com 302.',
  });
  expect(standIn.received).toHaveLength(1);
  standIn.answers(200, {}, Buffer.alloc(5 * 1024 * 1024));
  expect((await boss.post(`/webhooks/${id}/test`)).body.data).toMatchObject({ status: 'done', code: 200 });
});

test('R-CHK-09 a delivery is tried at 0, 1, 5, 30 and 120 minutes, and then given up', async () => {
  const { id } = await added();
  standIn.answers(500);
  const key = await waiting(id);
  const begun = testServer.context.clock.now().getTime();
  const attempts: number[] = [];
  for (let minute = 0; minute <= 130; minute += 1) {
    testServer.clock.set(new Date(begun + minute * MINUTE));
    await deliverWebhook(testServer.context, key);
    if (standIn.received.length > attempts.length) attempts.push(minute);
  }
  expect(attempts).toEqual([0, 1, 5, 30, 120]);
  expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 5, response_code: 500 }]);
});

test('R-CHK-09 two processes make one attempt, and one that succeeds is not made again', async () => {
  const { id } = await added();
  const key = await waiting(id);
  await Promise.all([1, 2, 3, 4].map(() => deliverWebhook(testServer.context, key)));
  await queueDueDeliveries(testServer.context);
  expect(standIn.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ status: 'done', attempts: 1 }]);
});

test('R-CHK-09 a day of failures switches a webhook off; switched on again it gets what comes then', async () => {
  const { id } = await added();
  standIn.answers(500);
  await deliverWebhook(testServer.context, await waiting(id));
  expect((await stateOf(id))?.failing_since).toEqual(TEST_NOW);
  testServer.clock.advance(24 * 60 * MINUTE);
  const last = await waiting(id);
  await deliverWebhook(testServer.context, last);
  expect(await stateOf(id)).toMatchObject({ state: 'off' });
  expect((await deliveries()).every(({ status }) => status === 'failed')).toBe(true);
  const { db, clock } = testServer.context;
  await db.transaction((tx) =>
    queueDelivery(tx, testServer.context.queue, {
      webhook_id: id,
      kind: 'queue',
      body: '{}',
      now: clock.now(),
    }),
  );
  expect(await deliveries()).toHaveLength(2);
  standIn.answers(204);
  await db.update(webhooks).set({ state: 'active', failing_since: null }).where(eq(webhooks.id, id));
  await deliverWebhook(testServer.context, await waiting(id));
  expect((await deliveries()).at(-1)).toMatchObject({ status: 'done' });
});

test('a delivery is sent again on demand, the newest twenty are shown, and old ones are forgotten', async () => {
  const { id } = await added();
  standIn.answers(500);
  const { body } = await boss.post(`/webhooks/${id}/test`);
  standIn.answers(204);
  const again = await boss.post(`/webhooks/${id}/deliveries/${body.data.n}/repeat`);
  expect(again.body.data).toMatchObject({ status: 'done', kind: 'test' });
  expect(standIn.received[1]?.body).toBe(standIn.received[0]?.body);
  const other = await added();
  expect((await boss.post(`/webhooks/${other.id}/deliveries/${body.data.n}/repeat`)).body.code).toBe(
    'webhook_not_found',
  );
  for (let count = 0; count < 20; count += 1) await boss.post(`/webhooks/${id}/test`);
  const [shown] = (await boss.get('/webhooks')).body.data;
  expect(shown.deliveries).toHaveLength(20);
  await forgetOldDeliveries(testServer.context.db, new Date(TEST_NOW.getTime() + 31 * 24 * 60 * MINUTE));
  expect(await deliveries()).toEqual([]);
});

test('webhooks are written by superadmins, one change at a time, and audited without their path', async () => {
  const webhook = await added();
  const change = { name: 'Outro', url: `${standIn.url}/chave-secreta`, version: webhook.version };
  expect((await boss.put(`/webhooks/${webhook.id}`, change)).body.data).toMatchObject({
    name: 'Outro',
    version: 2,
  });
  expect((await boss.put(`/webhooks/${webhook.id}`, change)).body.code).toBe('stale_change');
  expect((await boss.delete(`/webhooks/${webhook.id}`)).status).toBe(200);
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.object_type, 'webhook'))
    .orderBy(audit_entries.id);
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.deleted',
  ]);
  expect(JSON.stringify(entries)).not.toContain('chave-secreta');
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.get('/webhooks')).status).toBe(403);
});
