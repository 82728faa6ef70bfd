import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReading, givenCounter, openCounter, visitAt } from '../../../../test/counters.ts';
import { type OtherProcess, openOtherProcess } from '../../../../test/process/other-process.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { citizen_requests } from '../../../db/tables/counters.ts';
import { queueStaffLetters } from './staff-notices.ts';

const DAY = 86_400_000;
let testServer: TestServer;
let other: OtherProcess;
let boss: ReturnType<TestServer['as']>;
let clara: Awaited<ReturnType<TestServer['user']>>;
let agent_id: number;

beforeAll(async () => {
  testServer = await startTestServer();
  other = await openOtherProcess(testServer.context, testServer.address);
  await signIn();
  clara = await testServer.user({ role: 'admin', name: 'Clara Dias' });
  agent_id = (await agentReading(testServer, { IPTU: 'O IPTU vence no dia 10 de março.' })).id;
  await openCounter(boss, { agent_id, slug: 'avisos', notify_user_ids: [clara.id] });
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

/** The clock is moved by weeks, and sign-ins end. */
async function signIn() {
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
}

const asClara = () => testServer.as(clara);

/** The half hour comes in both processes at once. */
const look = () => Promise.all([queueStaffLetters(testServer.context), queueStaffLetters(other.context)]);

async function leave(slug = 'avisos'): Promise<{ id: number; protocol: string }> {
  const visit = await visitAt(testServer, slug);
  const email = 'marta@exemplo.com.br';
  const text = 'Onde tiro o passaporte municipal?';
  const { protocol } = (await visit.request({ name: 'Marta Lima', email, text, consent: true })).body.data;
  await testServer.mailbox.next(email);
  const [row] = await testServer.context.db
    .select()
    .from(citizen_requests)
    .where(eq(citizen_requests.protocol, protocol));
  return { id: row?.id ?? 0, protocol };
}

const queued = async () => {
  const { rows } = await testServer.context.db.execute<{ letters: number }>(
    sql`select count(*)::int letters from pgboss.job where name = 'counters.staff-letter'`,
  );
  return rows[0]?.letters;
};

async function nothingIsWritten() {
  const before = await queued();
  await look();
  expect(await queued()).toBe(before);
}

test('R-RCH-08 who looks after a counter is notified of a new request once, by its number and in their language, without a word of its citizen', async () => {
  const { id, protocol } = await leave();
  await look();
  const letter = await testServer.mailbox.next(clara.email);
  expect(letter.subject).toBe('Um pedido novo no balcão');
  expect(letter.text).toContain(`Pedido novo ${protocol} em «Prefeitura»: responder até 04/12/2026.`);
  expect(letter.text).toContain(`/admin/pedidos/${id}`);
  expect(JSON.stringify(letter)).not.toMatch(/Marta|marta@|passaporte/);
  await nothingIsWritten();
  await asClara().patch('/users/me', { language: 'en' });
  const [one, two] = [await leave(), await leave()];
  await look();
  const english = await testServer.mailbox.next(clara.email);
  expect(english.subject).toBe('2 new requests at the counters');
  expect(english.text).toContain(`New request ${one.protocol} at “Prefeitura”: answer by 04/12/2026.`);
  expect(english.text).toContain(two.protocol);
  await asClara().patch('/users/me', { language: 'pt-BR' });
  const shown = await asClara().get(`/citizen-requests/${id}`);
  expect(shown.body.data).toMatchObject({ id, protocol, name: 'Marta Lima', state: 'open' });
});

test('R-RCH-08 a request that is due in two days is named once more, unless it has ended', async () => {
  const open = (await boss.get('/citizen-requests')).body.data as { id: number; protocol: string }[];
  const [ended, ...others] = open;
  testServer.clock.advance(17 * DAY);
  await nothingIsWritten();
  testServer.clock.advance(DAY);
  await signIn();
  await boss.post(`/citizen-requests/${ended?.id}/close`, { reason: 'duplicate' });
  await look();
  const letter = await testServer.mailbox.next(clara.email);
  expect(letter.subject).toBe(`${others.length} pedidos vencem em breve`);
  for (const { protocol } of others)
    expect(letter.text).toContain(`O pedido ${protocol} em «Prefeitura» vence em 04/12/2026.`);
  expect(letter.text).not.toContain(ended?.protocol);
  testServer.clock.advance(5 * DAY);
  await nothingIsWritten();
});

test('only active administrators are chosen; who is one no more is not written to, and somebody new hears of what waits', async () => {
  await signIn();
  const person = await testServer.user();
  const refused = await boss.post(
    '/counters',
    givenCounter({ agent_id, slug: 'outro', notify_user_ids: [person.id] }),
  );
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ field: 'notify_user_ids', message: 'Escolha só administradores ativos.' }],
  ]);
  const leaver = await testServer.user({ role: 'admin', name: 'Rui' });
  const { id, version } = await openCounter(boss, {
    agent_id,
    slug: 'outro',
    notify_user_ids: [leaver.id, clara.id, leaver.id],
  });
  const shown = (await boss.get(`/counters/${id}`)).body.data;
  expect(shown.notified).toEqual([
    { id: leaver.id, name: 'Rui' },
    { id: clara.id, name: 'Clara Dias' },
  ]);
  await boss.put(`/counters/${id}`, {
    ...givenCounter({ agent_id, slug: 'outro', notify_user_ids: [leaver.id] }),
    version,
  });
  await boss.post(`/admin/promote/${leaver.id}/user`);
  expect((await boss.get(`/counters/${id}`)).body.data.notified).toEqual([]);
  const { protocol } = await leave('outro');
  await nothingIsWritten();
  const successor = await testServer.user({ role: 'admin' });
  await boss.put(`/counters/${id}`, {
    ...givenCounter({ agent_id, slug: 'outro', notify_user_ids: [successor.id] }),
    version: version + 1,
  });
  await look();
  expect((await testServer.mailbox.next(successor.email)).text).toContain(protocol);
});
