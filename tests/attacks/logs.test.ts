/** The log of an ordinary day holds no secret, and no line that a client forged. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';
import { formWith } from '../../server/test/uploads.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());

const FORGED = '{"level":"fatal","msg":"forjada"}';

test('W1 passwords, codes, tokens, keys and what people write are in no line of the log', async () => {
  const secrets: string[] = [];
  const secret = <T extends string>(text: T): T => {
    secrets.push(text);
    return text;
  };
  const anyone = testServer.anyone();
  const password = secret('segredo-da-ana-1');
  const email = 'ana.silva@exemplo.com.br';
  await anyone.post('/auth/register', { email, name: 'Ana Silva', password, phone: '11987654321' });
  await expect.poll(() => testServer.mailbox.emails.length).toBe(1);
  const code = secret(/\b\d{6}\b/.exec(testServer.mailbox.emails[0]?.text ?? '')?.[0] ?? '');
  await anyone.post('/auth/verify-email', { email, code: '000000' });
  await anyone.post('/auth/verify-email', { email, code });
  await anyone.form('/auth/login', { username: email, password: secret('segredo-errado-2') });
  await anyone.form('/auth/login', { username: secret('segredo-no-lugar-do-email-3'), password });
  const { body } = await anyone.form('/auth/login', { username: email, password });
  const token = secret(body.data.access_token as string);
  const ana = testServer.as({ token });
  const { body: renewed } = await anyone.post('/auth/refresh', {
    refresh_token: secret(body.data.refresh_token),
  });
  secret(renewed.data.refresh_token);
  await anyone.post('/auth/refresh', { refresh_token: secret('segredo-de-ninguem-4') });
  await ana.post(`/auth/reset-password?new_password=${secret('segredo-curto-5')}`);
  await ana.post('/auth/reset-password', { new_password: secret('segredo-novo-da-ana-6') });
  await anyone.post(`/auth/request-reset?email=${email}`);
  await expect.poll(() => testServer.mailbox.emails.length).toBeGreaterThan(2);
  await anyone.get('/users/me', { headers: { authorization: `Bearer ${secret('segredo.inventado.7')}` } });
  await ana.get(`/chat/search?q=${secret('segredo-procurado-8')}`);
  await ana.post('/chat/create-session', undefined, {
    headers: { 'idempotency-key': secret('segredo-chave-9') },
  });
  await ana.upload('/feedback', formWith('', '', { message: secret('segredo-contado-10') }));
  await anyone.post('/subscriptions/webhook', '{"a":1}', {
    headers: { 'stripe-signature': secret('t=1,v1=segredo-assinado-11'), 'content-type': 'application/json' },
  });
  const admin = await testServer.user({ role: 'admin', password: secret('segredo-de-quem-administra-12') });
  const query = secret("select 'segredo-consultado-13'");
  await testServer.as(admin).post('/data-sources/columns', { base_sql_query: query });
  await testServer.as(admin).post('/agents', { name: '\ud800', description: secret('segredo-descrito-14') });

  const all = testServer.logs.join('');
  expect(testServer.logs.length).toBeGreaterThan(15);
  expect(secrets.filter((text) => text === '' || all.includes(text))).toEqual([]);
  expect(all).not.toMatch(/segredo|ana\.silva|Ana Silva|11987654321|authorization/i);
});

test('line ends and whole lines of a log in paths, addresses, headers and texts stay inside one line', async () => {
  const before = testServer.logs.length;
  const broken = `x\r\n${FORGED}\n`;
  const anyone = testServer.anyone();
  const { token } = await testServer.user({ role: 'admin' });
  await anyone.get(`/nada/${encodeURIComponent(broken)}`);
  await anyone.get(`/agents/${encodeURIComponent(broken)}?a=${encodeURIComponent(broken)}`);
  await anyone.form('/auth/login', { username: broken, password: broken });
  await anyone.get('/users/me', {
    headers: { 'x-forwarded-for': `1.2.3.4, ${FORGED}`, 'user-agent': FORGED },
  });
  await testServer.as({ token }).post('/agents/tags', { name: broken });
  await testServer.as({ token }).post('/knowledge-bases', { name: broken, description: broken });
  await testServer.as({ token }).get(`/users/all?search=${encodeURIComponent(broken)}`);
  const lines = testServer.logs.slice(before);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    expect(line.indexOf('\n'), line).toBe(line.length - 1);
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forjada' });
  }
});
