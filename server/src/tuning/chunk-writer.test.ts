import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ChunkWriter } from './chunk-writer.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Answers each request as `write` says, over real connections. */
async function serve(write: (line: ChunkWriter, raw: ServerResponse, path: string) => void): Promise<number> {
  const server = createServer((request, raw) => {
    raw.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    write(new ChunkWriter(raw), raw, request.url ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  closing.push(async () => socket.destroy());
  return socket;
}

/** Everything until `end` has come. */
async function readUntil(socket: Socket, end: string): Promise<string> {
  let read = '';
  socket.setEncoding('utf8');
  for await (const text of socket.iterator({ destroyOnReturn: false })) {
    read += text;
    if (read.endsWith(end)) return read;
  }
  return read;
}

const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

const PIECES = ['Olá, ', 'açúcar', ' 👋', 'x'.repeat(300), 'fim'];

test('pieces of any characters arrive as they were written, and the connection serves the next request', async () => {
  const port = await serve((line, raw) => {
    for (const piece of PIECES) line.write(piece);
    raw.end('.');
  });
  for (let times = 0; times < 2; times += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(`${PIECES.join('')}.`);
  const socket = await open(port);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const body = bodyOf(await readUntil(socket, '0\r\n\r\n'));
  expect(body).toBe(
    `6\r\nOlá, \r\n8\r\naçúcar\r\n5\r\n 👋\r\n12c\r\n${'x'.repeat(300)}\r\n3\r\nfim\r\n1\r\n.\r\n0\r\n\r\n`,
  );
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(bodyOf(await readUntil(socket, '0\r\n\r\n'))).toBe(body);
});

test('a reader of HTTP/1.0 gets the text without chunks', async () => {
  const port = await serve((line, raw) => {
    for (const piece of PIECES) line.write(piece);
    raw.end();
  });
  const socket = await open(port);
  socket.write('GET / HTTP/1.0\r\n\r\n');
  expect(bodyOf(await readUntil(socket, 'fim'))).toBe(PIECES.join(''));
});

test('who asks for two things at once gets one after the other', async () => {
  const port = await serve((line, raw, path) => {
    line.write(`${path}-1 `);
    line.write(`${path}-2`);
    // The second is written out before the first has ended.
    setImmediate(() => raw.end());
  });
  const socket = await open(port);
  socket.write('GET /a HTTP/1.1\r\nhost: x\r\n\r\nGET /b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const read = await readUntil(socket, 'never');
  const [, first = '', second = ''] = read.split('HTTP/1.1 200 OK');
  expect(first).toContain('5\r\n/a-1 \r\n4\r\n/a-2\r\n0\r\n\r\n');
  expect(second).toContain('5\r\n/b-1 \r\n4\r\n/b-2\r\n0\r\n\r\n');
});

test('B19 it says when the connection is full and when it has room again, and no piece is lost between', async () => {
  const piece = 'a'.repeat(65_536);
  const wanted = 256;
  let written = 0;
  let waits = 0;
  const port = await serve((line, raw) => {
    const goOn = () => {
      while (written < wanted) {
        written += 1;
        if (line.write(piece)) continue;
        waits += 1;
        return;
      }
      forget();
      raw.end();
    };
    const forget = line.onDrain(goOn);
    goOn();
  });
  const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(text).toHaveLength(piece.length * wanted);
  expect(waits).toBeGreaterThan(0);
});
