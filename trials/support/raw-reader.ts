/** A reader on a bare socket: it takes so many bytes a second, or none at all, and what it does not take it leaves with us. */
import { connect, type Socket } from 'node:net';
import type { Place } from './reader.ts';

export type RawReader = {
  socket: Socket;
  /** So far. */
  received(): number;
  /** The other side has closed the connection. */
  closed(): boolean;
  leave(): void;
};

/** Resolves once the answer's first bytes are here; `bytes_per_second` counts from then. */
export async function askRaw(
  { process, person, session_id }: Place,
  question: string,
  bytes_per_second: number,
): Promise<RawReader> {
  const { hostname, port } = new URL(process.url);
  const body = JSON.stringify({ question });
  const socket = connect({ host: hostname, port: Number(port), readableHighWaterMark: 1_024 } as never);
  let received = 0;
  let closed = false;
  socket.on('error', () => {});
  socket.once('close', () => {
    closed = true;
  });
  socket.write(
    [
      `POST /api/v1/chat/sessions/${session_id}/messages HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${person.token}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  await new Promise((resolve) => socket.once('readable', resolve));
  // Without a listener of its own nothing is taken from the socket but what `take` reads.
  const take = () => {
    const bytes = socket.read(Math.min(bytes_per_second, socket.readableLength)) as Buffer | null;
    received += bytes?.length ?? 0;
  };
  const timer = bytes_per_second > 0 ? setInterval(take, 1_000) : undefined;
  return {
    socket,
    received: () => received,
    closed: () => closed,
    leave() {
      clearInterval(timer);
      socket.destroy();
    },
  };
}
