/**
 * A port of this machine that leads to the test server, which listens on a socket file alone. With a certificate the
 * bridge answers the request for TLS that begins a connection, and the server gets what was decrypted.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SelfSigned } from './self-signed.ts';

export type TcpBridge = { port: number; close(): Promise<void> };

export async function openTcpBridge(
  { host, port }: { host: string; port: number },
  certificate?: SelfSigned,
): Promise<TcpBridge> {
  const open = new Set<Socket>();
  const join = (from: Socket) => {
    const to = dial(`${host}/.s.PGSQL.${port}`);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
      one.pipe(other);
    }
  };
  const bridge = createServer((socket) => {
    if (certificate) answerTls(socket, certificate).then(join, () => socket.destroy());
    else join(socket);
  });
  await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve));
  return {
    port: (bridge.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        bridge.close(() => resolve());
      }),
  };
}

/** The code of an SSLRequest, which is all that its 8 bytes hold beside their length. */
const SSL_REQUEST = 80_877_103;

async function answerTls(socket: Socket, certificate: SelfSigned): Promise<Socket> {
  const [request] = (await once(socket, 'data')) as [Buffer];
  if (request.readInt32BE(4) !== SSL_REQUEST) socket.destroy(new Error('a connection without TLS'));
  else socket.write('S');
  return new TLSSocket(socket, { isServer: true, ...certificate });
}
