import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { post } from '#contract/endpoint.ts';
import { answerClientError } from './errors/client-errors.ts';
import { limitRequestTime, REQUEST_TIMEOUTS, serverTimeouts } from './request-timeouts.ts';
import type { Caller } from './routes.ts';

/** The product's limits, divided by two hundred. */
const HURRIED = { headers_ms: 50, silence_ms: 150, body_ms: 300, request_ms: 9_000, look_ms: 5 };

let app: FastifyInstance;
const connections: Socket[] = [];
beforeAll(async () => {
  app = Fastify({
    ...serverTimeouts(HURRIED),
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', null);
  limitRequestTime(app, HURRIED);
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization) request.caller = { user_id: 7 } as Caller;
  });
  const file = { config: { endpoint: post('/file', { access: 'user', summary: '', file: z.object({}) }) } };
  app.post('/text', async () => 'read');
  const refusing = { onRequest: async (_: unknown, reply: FastifyReply) => reply.status(401).send() };
  app.post('/refused', refusing, async () => 'read');
  app.post('/file', file, async () => 'read');
  app.post('/slow-answer', async () => {
    await pause(2 * HURRIED.body_ms);
    return 'read';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const connection of connections) connection.destroy();
  await app.close();
});

/** The bytes that a connection receives after sending these, until it is closed. */
async function send(head: string, drops: { of: string; every_ms: number; times: number } | null = null) {
  const connection = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  connections.push(connection);
  connection.on('error', () => {});
  let answer = '';
  connection.on('data', (piece) => {
    answer += String(piece);
  });
  connection.write(head);
  const closed = once(connection, 'close');
  for (let time = 0; time < (drops?.times ?? 0) && !connection.destroyed; time += 1) {
    await pause(drops?.every_ms);
    connection.write(drops?.of ?? '');
  }
  await closed;
  return answer;
}

const CLOSING = 'connection: close\r\n';
const SIGNED_IN = `${CLOSING}authorization: somebody\r\n`;
const head = (path: string, length: number, more = CLOSING) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\n${more}content-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`;

test('W19 headers that do not come, or come by drops, end the connection', async () => {
  expect(await send('POST /text HTTP/1.1\r\nhost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  const drops = { of: 'x-a: b\r\n', every_ms: 20, times: 200 };
  expect(await send('POST /text HTTP/1.1\r\nhost: x\r\n', drops)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a connection on which nothing was ever asked is ended without a word', async () => {
  expect(await send('')).toBe('');
});

test('W19 a body of which nothing more comes ends the connection, a file of somebody as well', async () => {
  const [text, file] = await Promise.all([
    send(`${head('/text', 900_000)}abc`),
    send(`${head('/file', 900_000, SIGNED_IN)}abc`),
  ]);
  for (const answer of [text, file]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('A requisição demorou demais para chegar.');
  }
});

test('W19 a body that comes by drops is cut; a file of somebody on a slow line is waited for, a stranger’s is not', async () => {
  const drops = { of: 'x', every_ms: 20, times: 40 };
  const [text, stranger, file] = await Promise.all([
    send(head('/text', 40), drops),
    send(head('/file', 40), drops),
    send(head('/file', 40, SIGNED_IN), drops),
  ]);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(stranger).toMatch(/^HTTP\/1\.1 408 /);
  expect(file).toMatch(/^HTTP\/1\.1 200 /);
});

test('what is still coming of a request that was answered is waited for no longer', async () => {
  expect(await send(`${head('/refused', 900_000, '')}abc`)).toMatch(/^HTTP\/1\.1 401 /);
});

test('an answer may take as long as it likes', async () => {
  expect(await send(`${head('/slow-answer', 3)}abc`)).toMatch(/^HTTP\/1\.1 200 /);
});

test('W19 in the product headers have ten seconds, and a file half an hour', () => {
  expect(REQUEST_TIMEOUTS).toMatchObject({ headers_ms: 10_000, request_ms: 1_800_000 });
});
