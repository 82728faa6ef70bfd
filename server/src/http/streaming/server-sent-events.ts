/**
 * Writes events as server-sent events: pings while there are none, released when the reader leaves or is dismissed.
 * They are taken as they can be written: what waits for a reader is one of them and the buffers of the connection,
 * less than 1 MiB; who takes nothing for long is let go, and may come back and join.
 */
import type { FastifyReply } from 'fastify';
import { STREAM_PING_SECONDS } from '#contract/limits.ts';
import { reasonOf } from '../../db/client.ts';
import { ChunkWriter } from '../../tuning/chunk-writer.ts';
import { onConnectionClosed } from './on-close.ts';
import { IterablePullStream, PullStream } from './pull-stream.ts';

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
  further: Further = {},
): FastifyReply {
  // A stream between would copy each piece and wait a turn with it.
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .hijack();
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  const feed = events instanceof PullStream ? events : new IterablePullStream(events);
  new EventStream(reply, feed, further).begin();
  return reply;
}

class EventStream {
  readonly #feed: PullStream<unknown>;
  readonly #line: ChunkWriter;
  #isFull = false;
  #isOver = false;
  #isSilent = false;
  #stall: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #forget = () => {};
  #forgetLine = () => {};
  readonly #reply: FastifyReply;
  readonly #further: Further;

  constructor(reply: FastifyReply, feed: PullStream<unknown>, further: Further) {
    this.#reply = reply;
    this.#feed = feed;
    this.#further = further;
    this.#line = new ChunkWriter(reply.raw);
  }

  begin(): void {
    const { raw } = this.#reply;
    const { dismissed, pingMs = PING_MS } = this.#further;
    this.#forgetLine = this.#line.onDrain(() => {
      this.#isFull = false;
      clearTimeout(this.#stall);
      this.#goOn();
    });
    // Not set anew for every piece: whoever was silent for a whole beat is pinged at the next.
    this.#beat = setInterval(() => {
      if (this.#isSilent && !this.#isFull) this.#write(PING);
      else this.#isSilent = true;
    }, pingMs / 2);
    this.#forget = this.#feed.watch(this.#goOn.bind(this));
    void dismissed?.then(() => this.#finish());
    onConnectionClosed(raw, () => this.#release());
    this.#goOn();
  }

  #goOn(): void {
    try {
      while (!this.#isFull && !this.#isOver) {
        const event = this.#feed.take();
        if (event === undefined) return;
        if (event === null) this.#finish(this.#further.lastLine);
        else this.#write(frameOf(event));
      }
    } catch (error) {
      this.#reply.log.error({ err: { message: reasonOf(error) } }, 'a stream broke off');
      this.#breakOff();
    }
  }

  #write(frame: string): void {
    this.#isFull = !this.#line.write(frame);
    if (this.#isFull) {
      const { stalledMs = STALLED_MS } = this.#further;
      this.#stall = setTimeout(() => this.#letGo(), stalledMs);
    }
    this.#isSilent = false;
  }

  #finish(last?: string): void {
    if (this.#isOver) return;
    this.#release();
    this.#reply.raw.end(last && `data: ${last}\n\n`);
  }

  #letGo(): void {
    this.#further.onStalled?.();
    this.#breakOff();
  }

  /** Nothing may be written any more: the connection would say so, to nobody who listens. */
  #breakOff(): void {
    this.#release();
    this.#reply.raw.destroy();
  }

  #release(): void {
    this.#isOver = true;
    clearInterval(this.#beat);
    clearTimeout(this.#stall);
    this.#forget();
    this.#forgetLine();
  }
}

let lastEvent: unknown;
let lastFrame = '';

/** Readers of one answer are told the same event one after the other: it is written out once. */
function frameOf(event: unknown): string {
  if (event !== lastEvent) lastFrame = `data: ${JSON.stringify(event)}\n\n`;
  lastEvent = event;
  return lastFrame;
}
