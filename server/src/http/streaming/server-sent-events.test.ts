import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { IterablePullStream, PullStream } from './pull-stream.ts';
import { sendEvents } from './server-sent-events.ts';

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
  // The bound is the system's socket buffer, not the length of the answer.
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

/** A feed that a test fills; what readers have taken of it stands beside. */
function openLine<T>(): {
  feed: () => PullStream<T>;
  tell(...events: T[]): void;
  end(): void;
  readers: () => number;
} {
  const told: T[] = [];
  const watchers = new Set<() => void>();
  let isOver = false;
  const wakeAll = () => {
    for (const wake of watchers) wake();
  };
  return {
    feed() {
      let at = 0;
      return new (class extends PullStream<T> {
        take() {
          return at < told.length ? told[at++] : isOver ? null : undefined;
        }

        watch(onMore: () => void) {
          watchers.add(onMore);
          return () => void watchers.delete(onMore);
        }
      })();
    },
    tell(...events) {
      told.push(...events);
      wakeAll();
    },
    end() {
      isOver = true;
      wakeAll();
    },
    readers: () => watchers.size,
  };
}

test('an event is written in the same turn, with the headers of every reply, and serialised once for all readers', async () => {
  const line = openLine<{ content: string; toJSON?: () => object }>();
  let written = 0;
  const counted = (content: string) => ({
    content,
    toJSON() {
      written += 1;
      return { content };
    },
  });
  const app = Fastify();
  app.addHook('onRequest', async (_, reply) => void reply.header('x-request-id', 'r-1'));
  app.get('/', (_, reply) => sendEvents(reply, line.feed(), { lastLine: '[FIM]' }));
  const readers = Array.from({ length: 3 }, () => app.inject('/'));
  await expect.poll(line.readers, { interval: 1 }).toBe(3);
  line.tell(counted('Olá, '));
  line.tell(counted('Ana'));
  line.end();
  for (const { body, headers } of await Promise.all(readers)) {
    expect(body).toBe('data: {"content":"Olá, "}\n\ndata: {"content":"Ana"}\n\ndata: [FIM]\n\n');
    expect(headers).toMatchObject({
      'x-request-id': 'r-1',
      'content-type': 'text/event-stream; charset=utf-8',
    });
  }
  expect(written).toBe(2);
  expect(line.readers()).toBe(0);
  await app.close();
});

test('a dismissed reader gets no more events and no end of the stream; a reader who leaves is forgotten', async () => {
  const line = openLine<number>();
  const dismissal = Promise.withResolvers<void>();
  const app = Fastify();
  app.get('/', (_, reply) =>
    sendEvents(reply, line.feed(), { dismissed: dismissal.promise, lastLine: '[FIM]' }),
  );
  const reading = app.inject('/');
  await expect.poll(line.readers, { interval: 1 }).toBe(1);
  line.tell(1);
  dismissal.resolve();
  await dismissal.promise;
  line.tell(2);
  expect((await reading).body).toBe('data: 1\n\n');
  expect(line.readers()).toBe(0);

  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  await fetch(address, { signal: leaving.signal }).catch(() => {});
  leaving.abort();
  await expect.poll(line.readers, { interval: 1 }).toBe(0);
  await app.close();
});

test('a silence is filled with comments, which are no part of the answer', async () => {
  const line = openLine<number>();
  const app = Fastify();
  app.get('/', (_, reply) => sendEvents(reply, line.feed(), { pingMs: 20 }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(address);
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await reader.read()).value).toBe(': ping\n\n');
  line.tell(1);
  line.end();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) rest += next.value;
  expect(rest.replaceAll(': ping\n\n', '')).toBe('data: 1\n\n');
  await app.close();
});

test('a source that breaks ends the connection, not the answer', async () => {
  async function* broken() {
    yield 1;
    throw new Error('gone');
  }
  const app = Fastify();
  app.get('/', (_, reply) => sendEvents(reply, broken()));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(address).then((response) => response.text())).rejects.toThrow();
  await app.close();
});

test('a feed is read to its end like any sequence, and a reader who stops lets its source go', async () => {
  const line = openLine<number>();
  const reading = (async () => {
    const all: number[] = [];
    for await (const event of line.feed()) all.push(event);
    return all;
  })();
  line.tell(1, 2);
  await Promise.resolve();
  line.tell(3);
  line.end();
  expect(await reading).toEqual([1, 2, 3]);
  let isReleased = false;
  async function* source() {
    try {
      for (let n = 0; ; n += 1) yield n;
    } finally {
      isReleased = true;
    }
  }
  for await (const event of new IterablePullStream(source())) if (event === 2) break;
  expect(isReleased).toBe(true);
});
