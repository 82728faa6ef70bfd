/**
 * A load balancer before several processes of the product: it takes turns, leaves out who is not ready, and gives a call
 * that nobody answered to the next. Streams pass as they come.
 */
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type OpenProxy = {
  url: string;
  /** How many calls each process answered. */
  answered: Map<string, number>;
  /** Calls that no process answered. */
  refused: string[];
  close(): Promise<void>;
};

type Options = {
  port?: number;
  /** How often each process is asked whether it is ready; 0 never. */
  look_ms?: number;
  /** Adds `X-Forwarded-For`: the development pages are closed to callers from other machines. */
  forwarded?: boolean;
};

/** The part of a body that is buffered for a second attempt. */
const KEPT_BYTES = 256 * 1024;
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer'];

export async function openProxy(targets: string[], options: Options = {}): Promise<OpenProxy> {
  const { port = 0, look_ms = 100, forwarded = false } = options;
  const away = new Set<string>();
  const answered = new Map(targets.map((target) => [target, 0]));
  const refused: string[] = [];
  let turn = 0;

  /** The ready ones in turn, then the others: one that was just started has not been asked yet. */
  const inTurn = () => {
    turn += 1;
    const turned = targets.map((_, index) => targets[(turn + index) % targets.length] ?? '');
    return turned.toSorted((one, other) => Number(away.has(one)) - Number(away.has(other)));
  };

  const server = createServer((from, to) => {
    void pass(from, to, inTurn());
  });
  server.requestTimeout = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).once('close', () => sockets.delete(socket));
  });

  async function pass(from: IncomingMessage, to: ServerResponse, turns: string[]): Promise<void> {
    const { kept, isWhole } = await beginningOf(from);
    // A client that disconnected in the middle of a body has sent no request.
    if (isWhole && !from.complete) return;
    const headers = withoutHops(from);
    if (forwarded) headers['x-forwarded-for'] = from.socket.remoteAddress ?? '';
    for (const [tried, target] of turns.entries()) {
      const isLast = tried === turns.length - 1;
      const outcome = await attempt(target, { from, to, kept, isWhole, headers, isLast });
      if (outcome === 'answered') answered.set(target, (answered.get(target) ?? 0) + 1);
      if (outcome !== 'next') return;
      away.add(target);
    }
    if (to.destroyed) return;
    refused.push(`${from.method} ${from.url}`);
    to.writeHead(502).end();
  }

  const look = look_ms
    ? setInterval(() => {
        for (const target of targets)
          void isReady(target).then((ready) => (ready ? away.delete(target) : away.add(target)));
      }, look_ms).unref()
    : undefined;

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    refused,
    async close() {
      clearInterval(look);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Call = {
  from: IncomingMessage;
  to: ServerResponse;
  kept: Buffer[];
  isWhole: boolean;
  headers: Record<string, string | string[]>;
  isLast: boolean;
};
type Outcome = 'answered' | 'left' | 'next';

/** `next`: it did not take the call, and another may. What may have been done is not done twice. */
function attempt(target: string, { from, to, kept, isWhole, headers, isLast }: Call): Promise<Outcome> {
  return new Promise((resolve) => {
    const url = new URL(target);
    const onward: ClientRequest = httpRequest({
      host: url.hostname,
      port: url.port,
      method: from.method,
      path: from.url,
      headers,
      agent: false,
    });
    onward.setNoDelay(true);
    const leave = () => {
      onward.destroy();
      resolve('left');
    };
    to.once('close', leave);
    onward.once('response', (response) => {
      if (response.statusCode === 503 && isWhole && !isLast) {
        // It says itself that it did nothing.
        to.off('close', leave);
        response.resume();
        resolve('next');
        return;
      }
      to.writeHead(response.statusCode ?? 502, response.rawHeaders.filter(notHop));
      to.flushHeaders();
      response.pipe(to);
      // An answer that is cut short here is cut short there.
      response.once('aborted', () => to.destroy());
      response.once('end', () => resolve('answered'));
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      to.off('close', leave);
      const wasNotTaken = error.code === 'ECONNREFUSED';
      if (to.headersSent) to.destroy();
      const mayRepeat = isWhole && (wasNotTaken || isRepeatable(from));
      if (!to.headersSent && mayRepeat) return resolve('next');
      if (!to.headersSent) to.writeHead(502).end();
      resolve('left');
    });
    for (const piece of kept) onward.write(piece);
    if (isWhole) onward.end();
    else from.pipe(onward);
  });
}

const isRepeatable = ({ method, headers }: IncomingMessage) =>
  method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;

/** All of a small body, the first part of a large one. */
function beginningOf(from: IncomingMessage): Promise<{ kept: Buffer[]; isWhole: boolean }> {
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let bytes = 0;
    const done = (isWhole: boolean) => {
      from.off('data', take).off('end', end).off('close', end);
      from.pause();
      resolve({ kept, isWhole });
    };
    const take = (piece: Buffer) => {
      kept.push(piece);
      bytes += piece.length;
      if (bytes > KEPT_BYTES) done(false);
    };
    const end = () => done(true);
    from.on('data', take).once('end', end).once('close', end);
  });
}

const withoutHops = ({ headers }: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.includes(name) ? [] : [[name, value]],
    ),
  );

/** The headers of a flat list of names and values. */
const notHop = (_: string, index: number, all: string[]) =>
  !HOP_BY_HOP.includes((all[index - (index % 2)] ?? '').toLowerCase());

const isReady = (target: string): Promise<boolean> =>
  fetch(`${target}/api/v1/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
