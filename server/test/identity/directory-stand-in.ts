/**
 * A directory that knows one person and hears everything: for what an OpenLDAP server does not say, such as the codes of
 * Active Directory. It speaks as much LDAP as one sign-in needs.
 */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

const BIND = 0x60;
const SEARCH = 0x63;

export async function startDirectoryStandIn() {
  const heard: { operation: 'bind' | 'search'; text: string }[] = [];
  const state = {
    connections: 0,
    /** Says nothing. */
    mute: false,
    attributes: {} as Record<string, string>,
    /** The result of every bind, and the server's words. */
    bind: { code: 0, words: '' },
    search: { code: 0, referral: '' },
  };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    state.connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    socket.on('data', (data: Buffer) => {
      if (state.mute) return;
      for (const { id, operation, body } of messagesIn(data)) {
        const text = body.toString('latin1');
        if (operation === BIND) {
          heard.push({ operation: 'bind', text });
          socket.write(message(id, result(0x61, state.bind.code, state.bind.words)));
        } else if (operation === SEARCH) {
          heard.push({ operation: 'search', text });
          if (state.search.code === 0) socket.write(message(id, entry(state.attributes)));
          socket.write(message(id, result(0x65, state.search.code, '', state.search.referral)));
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    heard,
    state,
    settings: {
      url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ tls: 'ldaps' as const, ca_pem: null, nested: false, bind_dn: '', base: 'dc=exemplo' },
      ...{ attribute_login: 'sAMAccountName', attribute_email: 'mail' },
      ...{ attribute_name: 'displayName', attribute_id: 'employeeNumber' },
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function ber(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const text = (value: string, tag = 0x04) => ber(tag, Buffer.from(value));
const message = (id: number, operation: Buffer) => ber(0x30, ber(0x02, Buffer.from([id])), operation);
const result = (tag: number, code: number, words: string, referral = '') =>
  ber(
    tag,
    ber(0x0a, Buffer.from([code])),
    text(''),
    text(words),
    ...(referral ? [ber(0xa3, text(referral))] : []),
  );
const entry = (attributes: Record<string, string>) =>
  ber(
    0x64,
    text('cn=Ana,dc=exemplo'),
    ber(
      0x30,
      ...Object.entries(attributes).map(([name, value]) => ber(0x30, text(name), ber(0x31, text(value)))),
    ),
  );

function messagesIn(data: Buffer) {
  const found: { id: number; operation: number; body: Buffer }[] = [];
  let at = 0;
  while (at < data.length) {
    const { start, end } = lengthAt(data, at + 1);
    const id = data[start + 2] ?? 0;
    const operation = data[start + 3] ?? 0;
    found.push({ id, operation, body: data.subarray(start + 4, end) });
    at = end;
  }
  return found;
}

function lengthAt(data: Buffer, at: number): { start: number; end: number } {
  const first = data[at] ?? 0;
  const bytes = first < 128 ? 0 : first & 127;
  const length = bytes === 0 ? first : data.readUIntBE(at + 1, bytes);
  const start = at + 1 + bytes;
  return { start, end: start + length };
}
