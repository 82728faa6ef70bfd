import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentReading, openCounter, visitAt } from '../../../../test/counters.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { citizen_requests } from '../../../db/tables/counters.ts';
import { tidyCounters } from '../tidy.ts';
import { protocolOf, readProtocol } from './protocol.ts';

let testServer: TestServer;
let boss: ReturnType<TestServer['as']>;
let admin: ReturnType<TestServer['as']>;
let counter: { id: number };
beforeAll(async () => {
  testServer = await startTestServer();
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  admin = testServer.as(await testServer.user({ role: 'admin', name: 'Clara Dias' }));
  const { id: agent_id } = await agentReading(testServer, { IPTU: 'O IPTU vence no dia 10 de março.' });
  counter = await openCounter(boss, { agent_id, slug: 'pedidos' });
});
afterAll(() => testServer.close());

const given = (wishes: object = {}) => ({
  name: 'Marta Lima',
  email: 'marta@exemplo.com.br',
  text: 'Onde consigo a segunda via do passaporte municipal?',
  consent: true,
  ...wishes,
});

const openAs = (body: object) => testServer.anyone().post('/public/counters/pedidos/requests/open', body);
const eraseAs = (body: object) => testServer.anyone().post('/public/counters/pedidos/requests/erase', body);

async function codeFor(protocol: string, email: string): Promise<string> {
  const { status, body } = await openAs({ protocol, email });
  expect([status, body.data]).toEqual([200, {}]);
  const letter = await testServer.mailbox.next(email);
  return /\b\d{6}\b/.exec(letter.text.replace(protocol, ''))?.[0] ?? '';
}

async function idOf(protocol: string): Promise<number> {
  const [row] = await testServer.context.db
    .select()
    .from(citizen_requests)
    .where(eq(citizen_requests.protocol, protocol));
  return row?.id ?? 0;
}

describe('protocol numbers', () => {
  test('R-RCH-08 two check digits tell every wrong and every swapped digit', () => {
    const protocol = protocolOf(2026, 42);
    expect(protocol).toBe('2026-000042-87');
    expect(readProtocol(' 2026 000042/87 ')).toBe(protocol);
    const digits = protocol.replaceAll('-', '');
    for (let at = 0; at < digits.length; at += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const slip = digits.slice(0, at) + digit + digits.slice(at + 1);
        if (slip !== digits) expect(readProtocol(slip)).toBeNull();
      }
      const swapped = digits.slice(0, at) + (digits[at + 1] ?? '') + digits[at] + digits.slice(at + 2);
      if (at + 1 < digits.length && swapped !== digits) expect(readProtocol(swapped)).toBeNull();
    }
    expect(readProtocol('1'.repeat(400))).toBeNull();
  });
});

test('R-RCH-08 refusal, request, protocol, answer by mail; opened by code; erased by its citizen', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const refused = await visit.ask('Onde tiro o passaporte municipal?');
  const made = await visit.request(given({ message_id: refused.last?.message_id }));
  expect(made.status).toBe(201);
  const { protocol, due_on } = made.body.data;
  expect([protocol, due_on]).toEqual([protocolOf(2026, 1), '2026-12-04']);
  const receipt = await testServer.mailbox.next('marta@exemplo.com.br');
  expect(receipt.text).toContain(`O protocolo do seu pedido é ${protocol}. Responderemos até 04/12/2026.`);

  const { body } = await admin.get('/citizen-requests');
  expect(body.data[0]).toMatchObject({
    protocol,
    name: 'Marta Lima',
    email: 'marta@exemplo.com.br',
    question: 'Onde tiro o passaporte municipal?',
    overdue: false,
  });
  const id = await idOf(protocol);
  const answered = await admin.post(`/citizen-requests/${id}/answer`, { answer: 'Na Rua das Flores, 10.' });
  expect(answered.body.data).toMatchObject({
    state: 'answered',
    answer: 'Na Rua das Flores, 10.',
    answered_by: 'Clara Dias',
  });
  const letter = await testServer.mailbox.next('marta@exemplo.com.br');
  expect([letter.subject, letter.text]).toEqual([
    `Resposta ao pedido ${protocol}`,
    expect.stringContaining('Na Rua das Flores, 10.'),
  ]);
  const late = await admin.post(`/citizen-requests/${id}/close`, { reason: 'duplicate' });
  expect([late.status, late.body.detail]).toEqual([409, 'Este pedido já foi encerrado.']);

  const code = await codeFor(protocol, 'marta@exemplo.com.br');
  const opened = await openAs({ protocol, email: 'Marta@Exemplo.com.br', code });
  expect(opened.body.data.request).toMatchObject({ state: 'answered', answer: 'Na Rua das Flores, 10.' });
  expect((await eraseAs({ protocol, email: 'marta@exemplo.com.br', code })).status).toBe(200);
  const { rows } = await testServer.context.db.execute<{ line: string }>(
    sql`select r::text line from citizen_requests r where r.id = ${id}`,
  );
  expect(rows[0]?.line).not.toContain('v1.');
  const shown = (await admin.get('/citizen-requests?state=erased')).body.data[0];
  expect(shown).toMatchObject({
    protocol,
    name: null,
    email: null,
    text: null,
    question: null,
    answer: null,
  });
  expect((await openAs({ protocol, email: 'marta@exemplo.com.br', code })).body.code).toBe('invalid_code');
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.object_type, 'citizen_request'));
  expect(entries.map(({ action, object_name }) => [action, object_name])).toEqual([
    ['citizen_request.answered', protocol],
    ['citizen_request.erased', protocol],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Marta|Flores|passaporte/);
});

test('nothing that a citizen wrote stands readable in the database', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const { protocol } = (await visit.request(given({ name: 'Zuleica Rara', email: 'zuleica@exemplo.com.br' })))
    .body.data;
  await testServer.mailbox.next('zuleica@exemplo.com.br');
  const { rows } = await testServer.context.db.execute<{ line: string }>(
    sql`select r::text line from citizen_requests r where r.protocol = ${protocol}`,
  );
  expect(rows[0]?.line).not.toMatch(/Zuleica|zuleica|passaporte/);
  expect(testServer.logs.join('\n')).not.toMatch(/Zuleica|zuleica@|passaporte/);
});

test('a foreign protocol with one’s own address tells nothing: the reply is that of an unknown one', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const { protocol } = (await visit.request(given({ email: 'dona@exemplo.com.br' }))).body.data;
  await testServer.mailbox.next('dona@exemplo.com.br');
  const sent = testServer.mailbox.emails.length;
  const foreign = await openAs({ protocol, email: 'outro@exemplo.com.br' });
  const unknown = await openAs({ protocol: protocolOf(2026, 999_999), email: 'outro@exemplo.com.br' });
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  const guess = await openAs({ protocol, email: 'outro@exemplo.com.br', code: '123456' });
  expect([guess.status, guess.body.detail]).toEqual([400, 'Código inválido ou expirado.']);
  expect(testServer.mailbox.emails.length).toBe(sent);
});

test('five wrong codes spend the right one', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const email = 'paulo@exemplo.com.br';
  const { protocol } = (await visit.request(given({ email }))).body.data;
  await testServer.mailbox.next(email);
  const code = await codeFor(protocol, email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let times = 0; times < 5; times += 1)
    expect((await openAs({ protocol, email, code: wrong })).body.code).toBe('invalid_code');
  expect((await openAs({ protocol, email, code })).body.code).toBe('invalid_code');
});

test.each([
  [{ name: 'Ana\r\nBcc: todos@exemplo.com.br' }, 'name'],
  [{ email: 'sem-arroba' }, 'email'],
  [{ text: 'x'.repeat(4_001) }, 'text'],
  [{ consent: false }, 'consent'],
])('a request with %j is refused', async (wishes, field) => {
  const visit = await visitAt(testServer, 'pedidos');
  const { status, body } = await visit.request(given(wishes));
  expect([status, body.errors?.[0]?.field]).toEqual([422, field]);
});

test('markup in a name is shown as it was typed, and escaped in the letter', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const email = 'html@exemplo.com.br';
  const { protocol } = (await visit.request(given({ email, name: '<b>Ana</b>' }))).body.data;
  await testServer.mailbox.next(email);
  const id = await idOf(protocol);
  const answered = await admin.post(`/citizen-requests/${id}/answer`, {
    answer: '<img src=x onerror=alert(1)>',
  });
  expect(answered.body.data.name).toBe('<b>Ana</b>');
  expect((await testServer.mailbox.next(email)).html).not.toContain('<img src=x');
});

test('five requests an hour are enough for one visit, and numbers have no gaps', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const replies = [];
  for (let times = 0; times < 6; times += 1)
    replies.push(await visit.request(given({ email: 'cinco@exemplo.com.br' })));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  const { rows } = await testServer.context.db.execute<{ numbers: number; last: number }>(
    sql`select count(*)::int numbers, max(number)::int last from citizen_requests where counter_id = ${counter.id}`,
  );
  expect(rows[0]?.numbers).toBe(rows[0]?.last);
});

test('the mailbox of somebody whose address others type gets ten letters an hour; their requests are taken all the same', async () => {
  const email = 'alvo@exemplo.com.br';
  const protocols: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    const visit = await visitAt(testServer, 'pedidos');
    for (let request = 0; request < 5; request += 1) {
      const { status, body } = await visit.request(given({ email }));
      expect(status).toBe(201);
      protocols.push(body.data.protocol);
    }
  }
  expect((await openAs({ protocol: protocols[0], email })).body.data).toEqual({});
  for (let letter = 0; letter < 10; letter += 1) await testServer.mailbox.next(email);
  const other = 'outra@exemplo.com.br';
  await (await visitAt(testServer, 'pedidos')).request(given({ email: other }));
  await testServer.mailbox.next(other);
  expect(testServer.mailbox.emails.filter(({ to }) => to === email)).toHaveLength(10);
});

test('a counter with open requests is not deleted; the staff closes and erases them', async () => {
  const refused = await boss.delete(`/counters/${counter.id}`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Responda ou encerre os pedidos abertos deste balcão antes de excluí-lo.',
  ]);
  const open = (await admin.get('/citizen-requests?limit=100')).body.data as { id: number }[];
  const [first] = open;
  const closed = await admin.post(`/citizen-requests/${first?.id}/close`, {
    reason: 'not_ours',
    note: 'É estadual.',
  });
  expect(closed.body.data).toMatchObject({ state: 'closed', reason: 'not_ours', note: 'É estadual.' });
  for (const { id } of open) expect((await admin.post(`/citizen-requests/${id}/erase`)).status).toBe(200);
  expect((await admin.post('/citizen-requests/1999999999/erase')).body.detail).toBe('Pedido não encontrado.');
});

test('words of a request are gone two years after its end, its number stays', async () => {
  const visit = await visitAt(testServer, 'pedidos');
  const email = 'velha@exemplo.com.br';
  const { protocol } = (await visit.request(given({ email }))).body.data;
  await testServer.mailbox.next(email);
  const id = await idOf(protocol);
  await admin.post(`/citizen-requests/${id}/answer`, { answer: 'Pronto.' });
  await testServer.mailbox.next(email);
  testServer.clock.advance(2 * 366 * 86_400_000);
  await tidyCounters(testServer.context);
  const [row] = await testServer.context.db
    .select()
    .from(citizen_requests)
    .where(eq(citizen_requests.id, id));
  expect(row).toMatchObject({
    protocol,
    state: 'answered',
    name_sealed: null,
    answer_sealed: null,
    email_hash: null,
  });
});
