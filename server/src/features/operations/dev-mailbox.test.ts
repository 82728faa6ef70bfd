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
const APP_URL = 'https://prosa.exemplo.com.br';
showMailbox(open, mailbox, APP_URL);
showMailbox(closed, null, APP_URL);
afterAll(() => Promise.all([open.close(), closed.close()]));

const ask = (app: typeof open, remoteAddress: string, headers: Record<string, string> = {}) =>
  app
    .inject({ url: '/dev/mailbox', remoteAddress, headers })
    .then(({ statusCode, body }) => ({ statusCode, body }));

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

test('somebody else’s name for this machine opens nothing: a page that gives its own name our address reads no letters', async () => {
  const shownAs = async (host: string, more: Record<string, string> = {}) =>
    (await ask(open, '127.0.0.1', { host, ...more })).body.includes('123456');
  for (const host of ['localhost', 'localhost:5173', '127.0.0.1:3000', '[::1]:8080', 'prosa.exemplo.com.br'])
    expect([host, await shownAs(host)]).toEqual([host, true]);
  for (const host of [
    'outro.example',
    'outro.example:3000',
    'localhost.outro.example',
    'prosa.exemplo.com.br.outro.example',
    'localhost@outro.example',
    'x y',
  ])
    expect([host, await shownAs(host)]).toEqual([host, false]);
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded'])
    expect([header, await shownAs('localhost', { [header]: 'localhost' })]).toEqual([header, false]);
});
