import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { Mailbox } from '../../adapters/mail/mailbox.ts';
import { showMailbox } from './dev-mailbox.ts';

const letter = {
  to: 'ana@exemplo.com.br',
  subject: 'Seu <b>código</b>',
  text: 'É 123456.',
  html: '',
  at: '2026-11-14T12:00:00.000Z',
};
const mailbox: Mailbox = { send: async () => {}, forget: async () => {}, letters: async () => [letter] };
const [open, closed] = [fastify(), fastify()];
showMailbox(open, mailbox);
showMailbox(closed, null);
afterAll(() => Promise.all([open.close(), closed.close()]));

const ask = (app: typeof open, remoteAddress: string) =>
  app.inject({ url: '/dev/mailbox', remoteAddress }).then(({ statusCode, body }) => ({ statusCode, body }));

test('the local mailbox is shown on this machine alone, its letters as text, and nowhere once mail leaves', async () => {
  for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, body } = await ask(open, here);
    expect([here, statusCode]).toEqual([here, 200]);
    expect(body).toContain('É 123456.');
    expect(body).not.toContain('<b>código');
  }
  for (const elsewhere of ['203.0.113.7', '10.0.0.1', '2001:db8::1'])
    expect((await ask(open, elsewhere)).body).not.toContain('123456');
  expect((await ask(closed, '127.0.0.1')).statusCode).not.toBe(200);
});
