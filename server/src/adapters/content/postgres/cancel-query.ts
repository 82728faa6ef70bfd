/** Cancels a running statement on the server, on timeout or when the client disconnects. */
import pg from 'pg';
import { ContentProblem, tooSlow } from '../content-problem.ts';

export const aborted = () => new ContentProblem('aborted', 'A consulta foi cancelada.');

export function cutOff(client: pg.PoolClient, timeout_ms: number, signal?: AbortSignal) {
  const state: { reason: ContentProblem | null; release(): void } = { reason: null, release };
  const cut = (reason: ContentProblem) => {
    state.reason ??= reason;
    cancel(client);
  };
  // The server limits each statement; this timer limits all of them together and covers a server that does not respond.
  const timer = setTimeout(() => cut(tooSlow()), timeout_ms + 500);
  const onAbort = () => cut(aborted());
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return state;

  function release() {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Sends the protocol's cancel request over a second connection; closes the first when that has no effect. */
function cancel(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, connection } = client as unknown as {
    processID: number;
    secretKey: number;
    host: string;
    port: number;
    connection: { stream: { remoteAddress?: string | undefined; destroy(): void } };
  };
  const helper = new (pg as unknown as { Connection: new (options: object) => CancelConnection }).Connection(
    {},
  );
  helper.on('error', () => {});
  helper.on('connect', () => helper.cancel(processID, secretKey));
  if (host.startsWith('/')) helper.connect(`${host}/.s.PGSQL.${port}`);
  // The address that is connected to, not the name: it was judged once, and must not resolve to another one now.
  else helper.connect(port, connection.stream.remoteAddress ?? host);
  setTimeout(() => connection.stream.destroy(), 1_000).unref();
}

type CancelConnection = {
  on(event: string, listener: () => void): void;
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
};
