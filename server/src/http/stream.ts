/**
 * Writes a sequence of events as server-sent events: pings while it is silent, released when the reader leaves or is
 * dismissed. Pieces are made as they are taken: what waits for a reader is one of them and the buffers below, less than
 * 1 MiB; who takes nothing for long is let go, and may come back and join.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { STREAM_PING_SECONDS } from '#contract/limits.ts';

const PING = ': ping\n\n';
const LEFT = Symbol('left');
const SILENT = Symbol('silent');

type Further = {
  /** Resolves when the reader may not read on. */
  dismissed?: Promise<void> | undefined;
  /** Written when the events have come to their end by themselves. */
  lastLine?: string | undefined;
  /** Told when a reader was let go who had stopped reading. */
  onStalled?: (() => void) | undefined;
  stalledMs?: number | undefined;
};

/** As long as a connection that hangs is waited for elsewhere. */
const STALLED_MS = 30_000;

export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  further: Further = {},
): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(
      Readable.from(frames(reply, events, further), {
        objectMode: false,
        highWaterMark: 16_384,
      }),
    );
}

async function* frames(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  { dismissed, lastLine, onStalled, stalledMs = STALLED_MS }: Further,
): AsyncGenerator<string> {
  let stall: NodeJS.Timeout | undefined;
  const waiting = (piece: string) => {
    stall = setTimeout(() => {
      onStalled?.();
      reply.raw.destroy();
    }, stalledMs);
    return piece;
  };
  const taken = () => clearTimeout(stall);
  const iterator = events[Symbol.asyncIterator]();
  const left = new Promise<typeof LEFT>((resolve) => {
    reply.raw.once('close', () => resolve(LEFT));
    void dismissed?.then(() => resolve(LEFT));
  });
  try {
    let next = iterator.next();
    for (;;) {
      const silence = timer(STREAM_PING_SECONDS * 1000);
      const first = await Promise.race([next, left, silence.promise]).finally(silence.cancel);
      if (first === LEFT) return;
      if (first === SILENT) {
        yield waiting(PING);
        taken();
        continue;
      }
      if (first.done) {
        if (lastLine) yield waiting(`data: ${lastLine}\n\n`);
        return;
      }
      yield waiting(`data: ${JSON.stringify(first.value)}\n\n`);
      taken();
      next = iterator.next();
    }
  } finally {
    taken();
    // Not awaited: a source that is waiting for its next event ends when it wakes up.
    void iterator.return?.()?.then(undefined, () => {});
  }
}

function timer(ms: number): { promise: Promise<typeof SILENT>; cancel: () => void } {
  let handle: NodeJS.Timeout | undefined;
  const promise = new Promise<typeof SILENT>((resolve) => {
    handle = setTimeout(() => resolve(SILENT), ms);
  });
  return { promise, cancel: () => clearTimeout(handle) };
}
