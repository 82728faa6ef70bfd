import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

/** The address that a request has which came through the proxy at `from`. */
async function addressOf(
  forwarded: string,
  from = '10.0.0.5',
  trustProxy: false | string[] = ['10.0.0.0/8'],
) {
  const app = Fastify({ trustProxy });
  app.get('/', async (request: FastifyRequest) => clientAddress(request));
  const headers = { 'x-forwarded-for': forwarded };
  const { body } = await app.inject({ url: '/', remoteAddress: from, headers });
  await app.close();
  return body;
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  // Machines that are trusted themselves, and say that they speak for another.
  ['127.0.0.1, 10.1.2.3', '10.1.2.3'],
  ['::1, 10.1.2.3', '10.1.2.3'],
  ['::ffff:127.0.0.1, 10.1.2.3', '10.1.2.3'],
  ['unknown, 10.1.2.3', '10.1.2.3'],
  ['127.0.0.1', '10.0.0.5'],
  ['qualquer coisa', '10.0.0.5'],
])('behind a trusted proxy that forwards «%s» somebody at %s asks', async (forwarded, address) => {
  expect(await addressOf(forwarded)).toBe(address);
});

test('a proxy of this machine counts as this machine, and headers of others are not believed', async () => {
  expect(await addressOf('127.0.0.1', '127.0.0.1', ['127.0.0.1'])).toBe('127.0.0.1');
  expect(await addressOf('203.0.113.9', '198.51.100.7')).toBe('198.51.100.7');
  expect(await addressOf('203.0.113.9', '198.51.100.7', false)).toBe('198.51.100.7');
});
