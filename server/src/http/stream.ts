/** Writes a sequence of events as server-sent events: pings while it is silent, released when the reader leaves or is dismissed. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { STREAM_PING_SECONDS } from '#contract/limits.ts';

const PING = ': ping\n\n';
const LEFT = Symbol('left');
const SILENT = Symbol('silent');

export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  dismissed?: Promise<void>,
): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(frames(reply, events, dismissed), { objectMode: false, highWaterMark: 16_384 }));
}

async function* frames(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  dismissed: Promise<void> | undefined,
): AsyncGenerator<string> {
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
        yield PING;
        continue;
      }
      if (first.done) return;
      yield `data: ${JSON.stringify(first.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
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
