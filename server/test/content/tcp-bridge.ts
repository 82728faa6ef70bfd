/** A port of this machine that leads to the test server, which listens on a socket file alone. */
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export type TcpBridge = { port: number; close(): Promise<void> };

export async function openTcpBridge({ host, port }: { host: string; port: number }): Promise<TcpBridge> {
  const open = new Set<Socket>();
  const bridge = createServer((from) => {
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
