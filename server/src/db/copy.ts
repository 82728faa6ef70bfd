/** PostgreSQL's COPY over one connection, a piece at a time: what is not taken yet waits at the server, not in memory. */
import type { EventEmitter } from 'node:events';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** The part of the connection that the driver gives to a custom statement. */
type Wire = EventEmitter & {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** Bytes that are read ahead of the consumer. */
const AHEAD_BYTES = 1024 * 1024;

/** The rows of `copy … to stdout`, in the text form: one line each, many lines in a piece. */
export async function* copyOut(client: pg.Client, statement: string): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let ended = false;
  let failure: Error | null = null;
  let wire: Wire | undefined;
  let bell = Promise.withResolvers<void>();
  const ring = () => bell.resolve();
  submit(client, {
    begin(given) {
      wire = given;
      given.query(statement);
    },
    data(chunk) {
      // The driver's buffer is used again for what comes next.
      waiting.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > AHEAD_BYTES) wire?.stream.pause();
      ring();
    },
    end(error) {
      ended = true;
      failure = error;
      ring();
    },
  });
  for (;;) {
    if (!waiting.length) {
      if (failure) throw failure;
      if (ended) return;
      await bell.promise;
      bell = Promise.withResolvers();
      continue;
    }
    const piece = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    yield piece;
    wire?.stream.resume();
  }
}

/** Gives `copy … from stdin` its lines; what the server has not taken yet is waited for. */
export async function copyIn(
  client: pg.Client,
  statement: string,
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  const accepted = Promise.withResolvers<Wire>();
  const done = Promise.withResolvers<void>();
  let refused = false;
  submit(client, {
    begin: (wire) => wire.query(statement),
    accept: (wire) => accepted.resolve(wire),
    end(error) {
      if (!error) return done.resolve();
      refused = true;
      accepted.reject(error);
      done.reject(error);
    },
  });
  // Both are awaited below; until then a refusal must not count as unhandled.
  done.promise.catch(() => {});
  const wire = await accepted.promise;
  try {
    for await (const piece of lines) {
      if (refused) break;
      wire.sendCopyFromChunk(piece);
      if (wire.stream.writableNeedDrain)
        await Promise.race([once(wire.stream, 'drain'), done.promise.catch(() => {})]);
    }
  } catch (error) {
    wire.sendCopyFail('the lines ended too early');
    await done.promise.catch(() => {});
    throw error;
  }
  if (!refused) wire.endCopyFrom();
  await done.promise;
}

type Statement = {
  begin: (wire: Wire) => void;
  data?: (chunk: Buffer) => void;
  accept?: (wire: Wire) => void;
  end: (error: Error | null) => void;
};

/** The driver takes any object with these callbacks for a statement. */
function submit(client: pg.Client, { begin, data, accept, end }: Statement): void {
  const statement = {
    submit: (wire: Wire) => begin(wire),
    handleCopyData: ({ chunk }: { chunk: Buffer }) => data?.(chunk),
    handleCopyInResponse: (wire: Wire) => accept?.(wire),
    handleError: (error: Error) => end(error),
    handleReadyForQuery: () => end(null),
    handleCommandComplete: () => {},
    handleRowDescription: () => {},
    handleDataRow: () => {},
    handleEmptyQuery: () => {},
    handlePortalSuspended: () => {},
  };
  (client as unknown as { query(statement: object): void }).query(statement);
}
