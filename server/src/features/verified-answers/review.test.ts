import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { reviewJobs } from './review.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const DAY_MS = 86_400_000;
const on = (days: number) => testServer.clock.set(new Date(TEST_NOW.getTime() + days * DAY_MS));

test('a reviewer gets a letter fourteen days before, on the day and weekly after it, each once, until the day is changed', async () => {
  const reviewer = await testServer.user({ role: 'admin', email: 'revisora@exemplo.com.br' });
  const admin = testServer.as(reviewer);
  const agent = await buildAgent(testServer.context, { name: 'Trânsito' });
  const written = {
    question: 'Qual é o prazo do recurso?',
    answer: 'Trinta dias.',
    owner_label: 'Trânsito',
    review_on: '2026-12-14',
  };
  const path = `/agents/${agent.id}/verified-answers`;
  const { body } = await admin.post(path, { ...written, reviewer_user_id: reviewer.id });
  await admin.post(path, { ...written, question: 'Quem recebe a notificação?' });
  const look = () => reviewJobs(testServer.context)['verified.review']({});
  const letters = () =>
    testServer.mailbox.emails
      .filter(({ to }) => to === 'revisora@exemplo.com.br')
      .map(({ subject }) => subject);
  const expected: string[] = [];
  for (const [days, subject] of [
    [15, null],
    [16, 'Resposta verificada vence em 14/12/2026'],
    [17, null],
    [30, 'Resposta verificada vence em 14/12/2026'],
    [31, null],
    [37, 'Resposta verificada vencida em 14/12/2026'],
    [52, 'Resposta verificada vencida em 14/12/2026'],
    [58, 'Resposta verificada vencida em 14/12/2026'],
    [90, null],
  ] as const) {
    on(days);
    await look();
    await look();
    if (subject) expected.push(subject);
    await expect.poll(letters, { message: `on day ${days}` }).toEqual(expected);
  }
  expect(testServer.mailbox.emails.at(-1)?.text).toContain(`/admin/agents/${agent.id}`);
  on(90);
  const later = testServer.as(await testServer.user({ role: 'admin' }));
  const { data } = (await later.get(path)).body;
  const { version } = data.find(({ id }: { id: number }) => id === body.data.id);
  await later.put(`${path}/${body.data.id}`, { version, review_on: '2027-02-20' });
  await look();
  await expect.poll(letters).toEqual([...expected, 'Resposta verificada vence em 20/02/2027']);
});
