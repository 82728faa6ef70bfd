/** Uploads over real connections: senders that leave, that never stop, and that are many. */
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith, leftFiles, rowsOf } from '../../../test/uploads.ts';
import { cleanFilename, extensionOf } from '../../text/filename.ts';
import { deleteLeftUploads, openUploadFolder, whenFull } from './upload-folder.ts';

const MIB = 1024 * 1024;

let testServer: TestServer;
let origin: string;
let token: string;
let path: string;
beforeAll(async () => {
  testServer = await startTestServer();
  ({ token } = await testServer.user({ role: 'admin' }));
  const { body } = await testServer.as({ token }).post('/knowledge-bases', { name: 'Regras' });
  path = `/api/v1/knowledge-bases/${body.data.id}/documents`;
  await testServer.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(testServer.app.server.address() as AddressInfo).port}`;
});
afterAll(() => testServer.close());

const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="grande.txt"\r\n\r\n';

function open(headers: Record<string, string> = {}) {
  return httpRequest(origin + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
}

/** Until nothing that a call received is left. */
async function tidied(): Promise<void> {
  while ((await leftFiles(testServer)).length);
}

/** The bytes of the largest file that is being received. */
async function received(): Promise<number> {
  const folder = join(testServer.context.env.DATA_DIR, 'uploads');
  const sizes = (await leftFiles(testServer)).map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return Math.max(0, ...(await Promise.all(sizes)));
}

describe('a sender', () => {
  test('B24 that leaves in the middle of a file leaves nothing behind', async () => {
    const before = await rowsOf(testServer);
    for (const sent of [HEAD.slice(0, 40), HEAD, HEAD + 'x'.repeat(3 * MIB)]) {
      const call = open({ 'content-length': String(10 * MIB) });
      call.on('error', () => {});
      call.write(sent);
      // The server has begun to read it.
      if (sent.length > MIB) while (!(await leftFiles(testServer)).length);
      else await once(call, 'socket');
      call.destroy();
      await tidied();
    }
    expect(await rowsOf(testServer)).toEqual(before);
    expect(testServer.logs.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test('R-KB-40 that goes on after exactly as much as is allowed is refused, though it neither ends nor leaves', async () => {
    const call = open();
    call.on('error', () => {});
    const answer = once(call, 'response');
    call.write(HEAD);
    call.write(Buffer.alloc(UPLOAD_BYTES_MAX, 'x'));
    // All of it was received, so that the next byte comes by itself.
    while ((await received()) < UPLOAD_BYTES_MAX);
    call.write('x');
    const [response] = (await answer) as [import('node:http').IncomingMessage];
    expect(response.statusCode).toBe(413);
    call.destroy();
    await tidied();
  });

  test('R-KB-40 that never stops is refused at once, and then disconnected', async () => {
    const call = open();
    const piece = Buffer.alloc(256 * 1024, 'x');
    let sent = 0;
    let answered = false;
    call.on('error', () => {});
    call.write(HEAD);
    const answer = once(call, 'response').then(([response]) => {
      answered = true;
      return response as import('node:http').IncomingMessage;
    });
    const closed = once(call, 'close');
    while (!call.destroyed && sent < 10_000 * MIB) {
      sent += answered ? 0 : piece.length;
      if (!call.write(piece)) await Promise.race([once(call, 'drain'), closed]);
    }
    const response = await answer;
    expect(response.statusCode).toBe(413);
    // Bytes in flight when the reply was sent do not count as received.
    expect(sent).toBeLessThan(80 * MIB);
    await closed;
    await tidied();
  });

  test.each([
    ['declares its size', (bytes: number) => `Content-Length: ${bytes}`],
    ['sends it in chunks', () => 'Transfer-Encoding: chunked'],
  ])(
    'R-KB-40 that is too large, %s and reads only after the last byte gets its refusal',
    async (_, length) => {
      const { hostname, port } = new URL(origin);
      const socket = connect(Number(port), hostname).pause();
      const body = Buffer.concat([
        Buffer.from(HEAD),
        Buffer.alloc(40 * MIB, 'x'),
        Buffer.from('\r\n--b--\r\n'),
      ]);
      const header = length(body.length);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\n${header}\r\n\r\n`,
      );
      const isChunked = header.startsWith('Transfer');
      for (let at = 0; at < body.length; at += MIB) {
        const piece = body.subarray(at, at + MIB);
        if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`);
        if (!socket.write(piece)) await once(socket, 'drain');
        if (isChunked) socket.write('\r\n');
      }
      if (isChunked) socket.write('0\r\n\r\n');
      let reply = '';
      socket.on('data', (data) => {
        reply += data;
      });
      await once(socket.resume(), 'close');
      expect(reply.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large');
      expect(JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))).toMatchObject({
        success: false,
      });
      await tidied();
    },
  );

  test('R-KB-40 that declares its size is refused before it is sent', async () => {
    const call = open({ 'content-length': String(26 * MIB) });
    call.on('error', () => {});
    call.write(HEAD);
    const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
    expect(response.statusCode).toBe(413);
    call.destroy();
    expect(await leftFiles(testServer)).toEqual([]);
  });

  test('among eight at once gets its own answer', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const response = await fetch(origin + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: formWith(`regra ${index}.txt`, `A regra de número ${index} vale.`),
        });
        return { status: response.status, body: JSON.parse(await response.text()) };
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(replies.map(({ body }) => body.data.original_filename)).toEqual(
      replies.map((_, index) => `regra ${index}.txt`),
    );
    expect(await leftFiles(testServer)).toEqual([]);
  });

  test('who may not enter is refused before a byte of the file is kept', async () => {
    const response = await fetch(origin + path, { method: 'POST', body: formWith('a.txt', 'Texto.') });
    expect(response.status).toBe(401);
    expect(await leftFiles(testServer)).toEqual([]);
  });

  test('of several parts to a call that takes no file is refused', async () => {
    const response = await fetch(`${origin}/api/v1/knowledge-bases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: formWith('a.txt', 'Texto.'),
    });
    expect(response.status).toBe(415);
  });
});

describe('the folder of what is received', () => {
  test('loses at the start what a killed process left in it, and nothing of those that live', async () => {
    const place = openUploadFolder(testServer.context.env.DATA_DIR).place();
    const own = place.replace(/~[^~]*$/, '~mine');
    const dead = place.replace(/~\d+~/, '~4194303~');
    const living = place.replace(/~\d+~/, `~${process.ppid}~`);
    for (const file of [own, dead, living]) await writeFile(file, 'x');
    await deleteLeftUploads(testServer.context.env.DATA_DIR);
    expect(await leftFiles(testServer)).toEqual([living.split('/').at(-1)]);
    await deleteLeftUploads('/nowhere/at/all');
  });

  test.skipIf(process.platform !== 'linux')('on a full disk says so', async () => {
    const fault = await writeFile('/dev/full', 'x').catch((error) => error);
    expect(whenFull(fault)).toMatchObject({ code: 'storage_full', status: 507 });
    const other = await writeFile('/nowhere/x', 'x').catch((error) => error);
    expect(whenFull(other)).toBe(other);
  });
});

describe('the name of a file', () => {
  test.each([
    ['a/b\\c.pdf', 'c.pdf'],
    ['..', '..'],
    ['  a \n b\t.txt ', 'a b .txt'],
    ['e\u0301.txt', 'é.txt'],
    ['gpj\u202e.exe', 'gpj.exe'],
    [`${'😀'.repeat(200)}.txt`, `${'😀'.repeat(125)}.txt`],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('is cleaned (%#)', (sent, kept) => expect(cleanFilename(sent)).toBe(kept));

  test.each([
    ['a.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['a', ''],
    ['a.', ''],
    ['.md', 'md'],
  ])('%j has the extension %j', (name, extension) => expect(extensionOf(name)).toBe(extension));
});
