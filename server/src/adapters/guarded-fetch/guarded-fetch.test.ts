/** Attacks on outgoing calls, with real sockets on loopback and a resolver that the policy brings along. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { parseHostList } from '../../network-address.ts';
import { type AddressPolicy, AddressRefused, guardedLookup, type Resolve } from './address-policy.ts';
import { FetchRefused, guardedFetch } from './guarded-fetch.ts';
import { type GuardedNetwork, openGuardedNetwork } from './guarded-network.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const KEY = { authorization: 'Bearer sk-secreta' };

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const heard: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    heard.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { heard, port, url: `http://127.0.0.1:${port}` };
}

const json = (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');

function network(policy: AddressPolicy): GuardedNetwork {
  const opened = openGuardedNetwork(policy);
  closing.push(() => opened.close());
  return opened;
}

const listed = (text: string) => parseHostList(text) ?? Promise.reject(new Error(text));

const get = (over: GuardedNetwork, url: string, limits: Partial<Parameters<typeof guardedFetch>[3]> = {}) =>
  guardedFetch(
    over,
    url,
    { method: 'GET', headers: KEY, signal: AbortSignal.timeout(5_000) },
    { max_bytes: 10_000, redirects: 0, ...limits },
  );

/** A resolver that gives each of these answers once; the last one stays. */
function resolver(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: Resolve = async (hostname) => {
    const found = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { asked, resolve };
}

test.each([
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254',
  'http://[::ffff:169.254.169.254]',
  'http://2852039166',
  'http://0xa9fea9fe',
  'http://0251.0376.0251.0376',
  'http://169.254.43518',
  'http://[fd00:ec2::254]',
  'http://[fe80::1]',
  'http://0.0.0.0',
  'http://[::]',
  'http://224.0.0.1',
])('R-MDL-20 the address %s is refused whatever is allowed', async (url) => {
  const everything = network({ private_hosts: 'all' });
  await expect(get(everything, url)).rejects.toBeInstanceOf(AddressRefused);
});

test('R-MDL-20 a name is refused by the address that it resolves to, and nothing connects', async () => {
  const server = await serve(json);
  const { resolve } = resolver(['127.0.0.1']);
  const strict = network({ private_hosts: await listed(''), resolve });
  await expect(get(strict, `http://modelos.exemplo:${server.port}`)).rejects.toMatchObject({
    reason: expect.stringContaining('MODEL_PRIVATE_HOSTS'),
  });
  expect(server.heard).toHaveLength(0);
  await expect(get(strict, server.url)).rejects.toBeInstanceOf(AddressRefused);
});

test.each(['modelos.exemplo', '127.0.0.0/8', '127.0.0.1'])(
  'R-MDL-20 an operator who lists %s admits that host',
  async (list) => {
    const server = await serve(json);
    const { resolve } = resolver(['127.0.0.1']);
    const allowed = network({ private_hosts: await listed(list), resolve });
    const reply = await get(allowed, `http://modelos.exemplo:${server.port}`);
    expect(reply.body.toString()).toBe('{"ok":true}');
  },
);

test('R-MDL-20 a name that is rebound after its check is refused at the connection', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { connection: 'close' }).end('{}');
  });
  const { asked, resolve } = resolver(['127.0.0.1'], ['169.254.169.254']);
  const open = network({ private_hosts: 'all', resolve });
  const url = `http://modelos.exemplo:${server.port}`;
  await get(open, url);
  await expect(get(open, url)).rejects.toBeInstanceOf(AddressRefused);
  expect(asked).toHaveLength(2);
  expect(server.heard).toHaveLength(1);
});

test('R-MDL-20 one refused address among several refuses the name', async () => {
  const { resolve } = resolver(['127.0.0.1', '169.254.169.254']);
  const open = network({ private_hosts: 'all', resolve });
  await expect(get(open, 'http://modelos.exemplo')).rejects.toBeInstanceOf(AddressRefused);
});

test('R-MDL-20 plain http stays in this network', async () => {
  const { resolve } = resolver(['203.0.113.7']);
  const open = network({ private_hosts: 'all', resolve });
  await expect(get(open, 'http://modelos.exemplo')).rejects.toMatchObject({
    reason: expect.stringContaining('https'),
  });
});

test('a kept connection is used again without another resolution', async () => {
  const server = await serve(json);
  const { asked, resolve } = resolver(['127.0.0.1']);
  const open = network({ private_hosts: 'all', resolve });
  const url = `http://modelos.exemplo:${server.port}`;
  await get(open, url);
  await get(open, url);
  expect(asked).toHaveLength(1);
  expect(server.heard[0]?.socket).toBe(server.heard[1]?.socket);
});

test('a connection that one policy allowed is not used under another', async () => {
  const server = await serve(json);
  const { resolve } = resolver(['127.0.0.1']);
  const url = `http://modelos.exemplo:${server.port}`;
  await get(network({ private_hosts: 'all', resolve }), url);
  const strict = network({ private_hosts: await listed('outro.exemplo'), resolve });
  await expect(get(strict, url)).rejects.toBeInstanceOf(AddressRefused);
  expect(server.heard).toHaveLength(1);
});

test('a redirect is not followed and the key stays where it was sent', async () => {
  const elsewhere = await serve(json);
  const server = await serve((_, response) => {
    response.writeHead(302, { location: elsewhere.url }).end();
  });
  const open = network({ private_hosts: 'all' });
  const failure = get(open, server.url);
  await expect(failure).rejects.toBeInstanceOf(FetchRefused);
  await expect(failure).rejects.toMatchObject({ problem: 'redirected' });
  expect(elsewhere.heard).toHaveLength(0);
});

test('where redirects are followed, credentials end at their origin and each address is judged', async () => {
  const elsewhere = await serve(json);
  const server = await serve((request, response) => {
    const location = request.url === '/meta' ? 'http://169.254.169.254/' : `${elsewhere.url}/aqui`;
    response.writeHead(302, { location }).end();
  });
  const open = network({ private_hosts: 'all' });
  const reply = await get(open, server.url, { redirects: 1 });
  expect(reply.url).toBe(`${elsewhere.url}/aqui`);
  expect(server.heard[0]?.headers.authorization).toBe(KEY.authorization);
  expect(elsewhere.heard[0]?.headers.authorization).toBeUndefined();
  await expect(get(open, `${server.url}/meta`, { redirects: 1 })).rejects.toBeInstanceOf(AddressRefused);
});

test('an endless reply is cut at the limit', async () => {
  const server = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000)));
    };
    response.on('drain', more);
    more();
  });
  const open = network({ private_hosts: 'all' });
  await expect(get(open, server.url, { max_bytes: 5_000 })).rejects.toMatchObject({ problem: 'too_long' });
});

test('a reply of another kind is refused', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>');
  });
  const open = network({ private_hosts: 'all' });
  await expect(get(open, server.url, { kinds: ['application/json'] })).rejects.toMatchObject({
    problem: 'kind',
  });
});

test('sockets of other protocols are guarded by the same lookup', async () => {
  const server = await serve(json);
  const dial = (policy: AddressPolicy) =>
    new Promise<string>((resolve) => {
      const socket = connect({
        host: 'banco.exemplo',
        port: server.port,
        lookup: guardedLookup(policy, { secure: true }),
      });
      socket.once('error', (error) => resolve(error.name));
      socket.once('connect', () => {
        socket.destroy();
        resolve('connected');
      });
    });
  const { resolve } = resolver(['127.0.0.1']);
  expect(await dial({ private_hosts: 'all', resolve })).toBe('connected');
  expect(await dial({ private_hosts: await listed(''), resolve })).toBe('AddressRefused');
});
