import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type OpenProxy, openProxy } from './proxy.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

async function listen(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function before(...targets: string[]): Promise<OpenProxy> {
  const proxy = await openProxy(targets, { look_ms: 0 });
  opened.push(proxy);
  return proxy;
}

/** No server listens on this port. */
const UNUSED_ADDRESS = 'http://127.0.0.1:1';

test('takes turns, and hands on what was said in both directions', async () => {
  const echo: RequestListener = (request, response) => {
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-path': request.url ?? '' });
    request.pipe(response);
  };
  const targets = [await listen(echo), await listen(echo)];
  const proxy = await before(...targets);
  for (const size of [0, 5, 300_000, 2_000_000]) {
    const body = 'é'.repeat(size);
    const response = await fetch(`${proxy.url}/a?b=%20c`, { method: 'POST', body });
    expect([response.status, response.headers.get('x-path')]).toEqual([201, '/a?b=%20c']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect((await response.text()) === body).toBe(true);
  }
  expect([...proxy.answered.values()]).toEqual([2, 2]);
});

test('gives the next one what nobody takes or what is refused for now, and never twice what may have been done', async () => {
  let done = 0;
  const works = await listen((_, response) => response.end('done'));
  const breaks = await listen((request) => {
    done += 1;
    request.socket.destroy();
  });
  const drains = await listen((_, response) => response.writeHead(503).end('later'));
  const send = async ({ url }: OpenProxy, init: RequestInit = {}) => {
    const response = await fetch(url, { method: 'POST', body: 'x', ...init });
    return `${response.status} ${await response.text()}`;
  };
  for (const other of [UNUSED_ADDRESS, drains]) {
    const proxy = await before(other, works);
    for (let call = 0; call < 4; call += 1) expect(await send(proxy)).toBe('200 done');
    expect(proxy.refused).toEqual([]);
  }
  const brittle = await before(works, breaks);
  expect(await send(brittle)).toBe('502 ');
  expect(done).toBe(1);
  const keyed = await before(works, breaks);
  expect(await send(keyed, { headers: { 'idempotency-key': 'k' } })).toBe('200 done');
  const none = await before(UNUSED_ADDRESS, drains);
  expect([await send(none), await send(none)].toSorted()).toEqual(['502 ', '503 later']);
});

test('a stream arrives piece by piece, its break is passed on, and so is a reader who leaves', async () => {
  const left = Promise.withResolvers<void>();
  let more: (() => void) | undefined;
  const target = await listen((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('one');
    response.once('close', () => left.resolve());
    more = () => (request.url === '/cut' ? response.destroy() : response.write('two'));
  });
  const proxy = await before(target);
  const leaving = new AbortController();
  const reader = (await fetch(proxy.url, { signal: leaving.signal })).body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toBe('one');
  more?.();
  expect(await read()).toBe('two');
  leaving.abort();
  await left.promise;

  const cut = await fetch(`${proxy.url}/cut`);
  more?.();
  await expect(cut.text()).rejects.toThrow();
});
