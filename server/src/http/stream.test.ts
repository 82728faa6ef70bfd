import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendEvents } from './stream.ts';

const PIECE = 'x'.repeat(65_536);

test('B19 a reader who stops reading is let go after a while, having held back a few pieces; others read on', async () => {
  const released = Promise.withResolvers<void>();
  let held = 0;
  let stalled = 0;
  async function* endless() {
    try {
      for (;;) {
        held += 1;
        yield PIECE;
      }
    } finally {
      released.resolve();
    }
  }
  async function* whole() {
    for (let n = 0; n < 100; n += 1) yield n;
  }
  const app = Fastify();
  app.get('/endless', (_, reply) =>
    sendEvents(reply, endless(), {
      stalledMs: 200,
      onStalled: () => {
        stalled += 1;
      },
    }),
  );
  app.get('/whole', (_, reply) => sendEvents(reply, whole()));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const silent = connect({ port, host: '127.0.0.1' });
  silent.on('error', () => {});
  silent.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(silent, 'readable');
  const read = await (await fetch(`http://127.0.0.1:${port}/whole`)).text();
  expect(read.match(/data: /g)).toHaveLength(100);
  await released.promise;
  expect(stalled).toBe(1);
  // What the system itself buffers for a connection, and not the hours that an answer may run.
  expect(held * PIECE.length).toBeLessThan(64 * 1024 * 1024);
  silent.destroy();
  await app.close();
});

test('B19 a reader who is slow but takes what comes stays until the end', async () => {
  async function* slowly() {
    for (let n = 0; n < 6; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield n;
    }
  }
  const app = Fastify();
  app.get('/', (_, reply) => sendEvents(reply, slowly(), { stalledMs: 100 }));
  const { body } = await app.inject('/');
  expect(body.match(/data: /g)).toHaveLength(6);
  await app.close();
});
