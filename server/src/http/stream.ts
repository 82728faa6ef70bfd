/**
 * Writes events as server-sent events: pings while there are none, released when the reader leaves or is dismissed.
 * They are taken as they can be written: what waits for a reader is one of them and the buffers of the connection,
 * less than 1 MiB; who takes nothing for long is let go, and may come back and join.
 */
import type { FastifyReply } from 'fastify';
import { STREAM_PING_SECONDS } from '#contract/limits.ts';
import { reasonOf } from '../db/client.ts';
import { chunked } from './chunked.ts';
import { feedFrom, isFeed } from './feed.ts';

const PING = ': ping\n\n';

type Further = {
  /** Resolves when the reader may not read on. */
  dismissed?: Promise<void> | undefined;
  /** Written when the events have come to their end by themselves. */
  lastLine?: string | undefined;
  /** Told when a reader was let go who had stopped reading. */
  onStalled?: (() => void) | undefined;
  stalledMs?: number | undefined;
  pingMs?: number | undefined;
};

/** As long as a connection that hangs is waited for elsewhere. */
const STALLED_MS = 30_000;
const PING_MS = STREAM_PING_SECONDS * 1000;

export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  { dismissed, lastLine, onStalled, stalledMs = STALLED_MS, pingMs = PING_MS }: Further = {},
): FastifyReply {
  const { raw } = reply;
  const feed = isFeed(events) ? events : feedFrom(events);
  let isFull = false;
  let isOver = false;
  let isSilent = false;
  let stall: NodeJS.Timeout | undefined;

  function write(frame: string): void {
    isFull = !line.write(frame);
    if (isFull) stall = setTimeout(letGo, stalledMs);
    isSilent = false;
  }

  function letGo(): void {
    onStalled?.();
    breakOff();
  }

  /** Nothing may be written any more: the connection would say so, to nobody who listens. */
  function breakOff(): void {
    release();
    raw.destroy();
  }

  function goOn(): void {
    try {
      while (!isFull && !isOver) {
        const event = feed.take();
        if (event === undefined) return;
        if (event === null) finish(lastLine);
        else write(frameOf(event));
      }
    } catch (error) {
      reply.log.error({ err: { message: reasonOf(error) } }, 'a stream broke off');
      breakOff();
    }
  }

  function release(): void {
    isOver = true;
    clearInterval(beat);
    clearTimeout(stall);
    forget();
    forgetLine();
  }

  function finish(last?: string): void {
    if (isOver) return;
    release();
    raw.end(last && `data: ${last}\n\n`);
  }

  // A stream between would copy each piece and wait a turn with it.
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .hijack();
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.once('close', release);
  const line = chunked(raw);
  const forgetLine = line.onDrain(() => {
    isFull = false;
    clearTimeout(stall);
    goOn();
  });
  // Not set anew for every piece: whoever was silent for a whole beat is pinged at the next.
  const beat = setInterval(() => {
    if (isSilent && !isFull) write(PING);
    else isSilent = true;
  }, pingMs / 2);
  const forget = feed.watch(goOn);
  void dismissed?.then(() => finish());
  // Who asked may have left before the first word.
  if (raw.destroyed) release();
  goOn();
  return reply;
}

let lastEvent: unknown;
let lastFrame = '';

/** Readers of one answer are told the same event one after the other: it is written out once. */
function frameOf(event: unknown): string {
  if (event !== lastEvent) lastFrame = `data: ${JSON.stringify(event)}\n\n`;
  lastEvent = event;
  return lastFrame;
}
