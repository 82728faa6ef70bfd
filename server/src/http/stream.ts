/**
 * Writes a sequence of events as server-sent events: pings while it is silent, released when the reader leaves or is
 * dismissed. Pieces are made as they are taken: what waits for a reader is one of them and the buffers below, less than
 * 1 MiB; who takes nothing for long is let go, and may come back and join.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { STREAM_PING_SECONDS } from '#contract/limits.ts';

const PING = ': ping\n\n';

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
  const iterator = events[Symbol.asyncIterator]();
  let come: Come | undefined;
  let hasLeft = false;
  let isSilent = false;
  let isOffered = false;
  // One of each for the whole stream, set anew for every piece: there may be thousands.
  let wake = () => {};
  const leave = () => {
    hasLeft = true;
    wake();
  };
  const silence = setTimeout(() => {
    isSilent = true;
    wake();
  }, STREAM_PING_SECONDS * 1000);
  const stall = setTimeout(() => {
    if (!isOffered) return;
    onStalled?.();
    reply.raw.destroy();
  }, stalledMs);
  const offer = (piece: string) => {
    isOffered = true;
    stall.refresh();
    return piece;
  };
  const fetchNext = () =>
    void iterator.next().then(
      (result) => {
        come = { result };
        wake();
      },
      (error: unknown) => {
        come = { error };
        wake();
      },
    );
  reply.raw.once('close', leave);
  void dismissed?.then(leave);
  try {
    fetchNext();
    for (;;) {
      isSilent = false;
      silence.refresh();
      while (!come && !hasLeft && !isSilent)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (hasLeft) return;
      const next = come;
      come = undefined;
      if (next && 'error' in next) throw next.error;
      if (next?.result.done) {
        if (lastLine) yield offer(`data: ${lastLine}\n\n`);
        return;
      }
      yield offer(next ? `data: ${JSON.stringify(next.result.value)}\n\n` : PING);
      isOffered = false;
      if (next) fetchNext();
    }
  } finally {
    clearTimeout(silence);
    clearTimeout(stall);
    // Not awaited: a source that is waiting for its next event ends when it wakes up.
    void iterator.return?.()?.then(undefined, () => {});
  }
}

type Come = { result: IteratorResult<unknown> } | { error: unknown };
