/**
 * Server-sent events with backpressure, flushed synchronously; pings while there are none. At most one event and the
 * buffers of the connection, less than 1 MiB, wait for a reader; a reader that takes nothing for long is disconnected and
 * may join again.
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
  /** Whether the field `type` of an event is its name too. */
  named?: boolean | undefined;
  /** Puts the sentences of an event into the language of the reader. */
  translate?: (<T>(event: T) => T) | undefined;
  /** Called when the connection of a stalled reader is closed. */
  onStalled?: (() => void) | undefined;
  stalledMs?: number | undefined;
  pingMs?: number | undefined;
};

/** The time limit for a stalled connection, as elsewhere. */
const STALLED_MS = 30_000;
const PING_MS = STREAM_PING_SECONDS * 1000;

export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  further: Further = {},
): FastifyReply {
  // Written without an intermediate stream, which would copy each chunk and delay it by a turn.
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
    // The timer is not reset for every event: a stream that was silent for a whole interval is pinged at the next.
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
        else
          this.#write(
            nameOf(event, this.#further.named) + frameOf(this.#further.translate?.(event) ?? event),
          );
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

  /** The connection is closed: a write would raise an error without a listener. */
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

const nameOf = (event: unknown, named = false): string =>
  named ? `event: ${(event as { type: string }).type}\n` : '';

let lastEvent: unknown;
let lastFrame = '';

/** Readers of one answer get the same event in turn, so its serialised form is cached. */
function frameOf(event: unknown): string {
  if (event !== lastEvent) lastFrame = `data: ${JSON.stringify(event)}\n\n`;
  lastEvent = event;
  return lastFrame;
}
