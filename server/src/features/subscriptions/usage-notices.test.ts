/** Letters at 80, 95 and 100 % of the allowance: one a cycle and level, however many answers end at once. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { composeEmail } from '../../adapters/mail/email-template.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { usage_notices } from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';
import { noticeUsage, usageEmail } from './usage-notices.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterAll(() => testServer.close());

const spending = (tokens: number): Script => ['Sim.', { end: { input: tokens, output: 0 } }];
const emailsTo = (email: string) => testServer.mailbox.emails.filter(({ to }) => to === email);
const conversation = async (user: { id: number }, is_test = false) => {
  const agent = await buildAgent(testServer.context);
  return (await buildSession(testServer.context, { user_id: user.id, agent_id: agent.id, is_test })).id;
};
const levels = async (id: number) => {
  const rows = await testServer.context.db.select().from(usage_notices).where(eq(usage_notices.user_id, id));
  return rows.map(({ level }) => level).toSorted((a, b) => a - b);
};

test('each level is mailed when an answer passes it, and anew in the next cycle', async () => {
  const ana = await testServer.user({ token_limit: 1_000 });
  const id = await conversation(ana);
  const ask = async (tokens: number) => {
    script = spending(tokens);
    expect((await testServer.as(ana).ask(id, 'Oi?')).status).toBe(200);
  };
  await ask(799);
  await ask(1);
  const first = await testServer.mailbox.next(ana.email);
  expect(first.subject).toBe('Você já usou 80% dos seus tokens');
  expect(first.text).toContain('você usou 800 dos 1.000 tokens');
  expect(first.text).toContain('renovação, em 14/12/2026');
  await ask(149);
  await ask(1);
  expect((await testServer.mailbox.next(ana.email)).subject).toBe('Você já usou 95% dos seus tokens');
  await ask(900);
  expect((await testServer.mailbox.next(ana.email)).subject).toBe('Você atingiu o limite de tokens');
  // The letter leaves just before it is noted.
  await expect.poll(() => levels(ana.id)).toEqual([80, 95, 100]);
  expect(emailsTo(ana.email)).toHaveLength(3);

  const now = testServer.context.clock.now();
  testServer.clock.set(new Date('2026-12-14T03:00:00.000Z'));
  await testServer.context.db.insert(token_entries).values({
    user_id: ana.id,
    purpose: 'answer',
    model: 'local',
    input_tokens: 960,
    output_tokens: 0,
    charged: 960,
    estimated: false,
    created_at: testServer.context.clock.now(),
  });
  await noticeUsage(testServer.context, ana.id);
  // From nothing to 960 at once: one letter, for the highest level.
  expect(
    emailsTo(ana.email)
      .map(({ subject }) => subject)
      .at(-1),
  ).toBe('Você já usou 95% dos seus tokens');
  expect(emailsTo(ana.email)).toHaveLength(4);
  testServer.clock.set(now);
});

test('twenty jobs at once send one letter; one that could not be sent is sent by the next', async () => {
  const ana = await testServer.user({ token_limit: 1_000, token_used: 810 });
  const broken = {
    ...testServer.context,
    mailer: { ...testServer.context.mailer, send: () => Promise.reject(new Error('no post today')) },
  };
  await expect(noticeUsage(broken, ana.id)).rejects.toThrow('no post today');
  expect(await levels(ana.id)).toEqual([]);
  await Promise.all(Array.from({ length: 20 }, () => noticeUsage(testServer.context, ana.id)));
  expect(emailsTo(ana.email)).toHaveLength(1);
  expect(await levels(ana.id)).toEqual([80]);
});

test('nobody is written to who is below a level, inactive or gone, and no test of an agent counts', async () => {
  const [low, off] = [
    await testServer.user({ token_limit: 1_000, token_used: 799 }),
    await testServer.user({ token_limit: 1_000, token_used: 1_000, active: false }),
  ];
  const admin = await testServer.user({ role: 'admin', token_limit: 1_000, token_used: 799 });
  script = spending(500);
  expect((await testServer.as(admin).ask(await conversation(admin, true), 'Oi?')).status).toBe(200);
  for (const id of [low.id, off.id, admin.id, 1_999_999_999]) await noticeUsage(testServer.context, id);
  for (const { email } of [low, off, admin]) expect(emailsTo(email)).toEqual([]);
});

test('an answer that passes no level sends no job', async () => {
  const sent: string[] = [];
  const { queue } = testServer.context;
  const listening = queue.send.bind(queue);
  queue.send = async (name, data, tx) => {
    sent.push(name);
    await listening(name, data, tx);
  };
  const ana = await testServer.user({ token_limit: 1_000 });
  const id = await conversation(ana);
  for (const tokens of [790, 20, 20]) {
    script = spending(tokens);
    await testServer.as(ana).ask(id, 'Oi?');
  }
  queue.send = listening;
  expect(sent).toEqual(['tokens.notice']);
  await testServer.mailbox.next(ana.email);
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, ana.id));
  expect(row?.token_used).toBe(830);
});

const sold = {
  APP_URL: 'https://prosa.example',
  HOST: '127.0.0.1',
  production: true,
  STRIPE_SECRET_KEY: 'sk_test_1',
};

test('where nobody pays the letter speaks of no plan', () => {
  const figures = { level: 80, token_used: 80_000, token_limit: 100_000, renews_on: '14/12/2026' };
  const free = { ...sold, STRIPE_SECRET_KEY: undefined };
  const { text } = composeEmail(usageEmail({ email: 'ana@exemplo.com.br' }, figures, free));
  expect(text).toContain('você usou 80.000 dos 100.000 tokens que tem por mês.');
  expect(text).toContain('Se precisar de mais tokens, fale com o administrador.');
  expect(text).not.toMatch(/plano|preço/i);
});

test('the letter of the last level says that questions wait, and until when', () => {
  const figures = { level: 100, token_used: 5_120_000, token_limit: 5_000_000, renews_on: '14/12/2026' };
  const { text, html } = composeEmail(usageEmail({ email: 'ana@exemplo.com.br' }, figures, sold));
  expect(text).toContain('veja «Planos e Preços» no Prosa');
  expect(text).toContain('você usou 5.120.000 dos 5.000.000 tokens');
  expect(text).toContain('Novas perguntas não são aceitas até a renovação, em 14/12/2026.');
  expect(html).toContain('href="https://prosa.example"');
});
