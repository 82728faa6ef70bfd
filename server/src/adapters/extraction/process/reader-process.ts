/**
 * Runs a reader of files in a process of its own, without the environment, database or secrets, and ends it when it
 * takes too long or too much memory: whatever a file does to the reader, the server goes on.
 * The reader gets the file on its input and writes frames (frames.ts) to its fourth pipe; a fifth may bring more to read.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type ExtractionProblem, type OnProgress, TEXT_MAX, Unreadable } from '../extracted.ts';
import { acquireSlot } from './extraction-slots.ts';
import { ASIDE_PIPE, FRAME_PIPE } from './frames.ts';
import { type ReadText, readFrames } from './read-frames.ts';
import { guardLimits, type ReaderLimits } from './reader-limits.ts';

const LIMITS: ReaderLimits = { seconds: 60, heap_mb: 768, memory_mb: 1_024 };
/**
 * V8 flags: a reader allocates many short-lived objects, so that a larger young generation (in MB) saves collections. One
 * helper thread, since more would take processors from the server; feedback at once, since the process is short-lived.
 */
const PACE = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--v8-pool-size=1',
  '--no-lazy-feedback-allocation',
];
/** The compile cache of the server: with it a reader starts in half the time. */
const COMPILED = fileURLToPath(new URL('../../../../../node_modules/.cache/compile', import.meta.url));
/** A character takes at most three bytes, and its passages are described beside it. */
const OUTPUT_MAX = TEXT_MAX * 3 + 16 * 1024 * 1024;

export type Reading = {
  /** The program: it may load what it needs to read files and nothing else. */
  reader: URL;
  /** Its argument: the type of the file, or a description of the work. */
  task: string;
  /** In pieces, or an open file. */
  content: AsyncIterable<Uint8Array> | { fd: number };
  /** Ends the reading from outside. */
  signal?: AbortSignal;
  limits?: ReaderLimits;
  /** A person waits for it: it begins before readings that are not urgent. */
  isUrgent?: boolean;
  /** Bytes of output after which the reader is ended; the text of a document and its passages unless given. */
  output_max?: number;
  /** Bytes that are kept for `use` before the reader waits for it, which its time does not count; all unless given. */
  ahead_max?: number;
  /** Further input beside the content, on a pipe of its own. */
  aside?: AsyncIterable<Uint8Array> | undefined;
  /** It keeps its low priority, since no person waits for it, and gets more time where others held the processors. */
  isPatient?: boolean;
  /** Variables beside the one that names the compile cache. */
  variables?: Record<string, string>;
};

/** `use` is called as soon as the text is there; passages come while it goes on. */
export const readInProcess = <T>(
  { onProgress, ...reading }: Reading & { onProgress?: OnProgress },
  use: (read: ReadText) => Promise<T>,
): Promise<T> => runReader(reading, async (output) => use(await readFrames(output, onProgress)));

/** Runs a reader whose frames `use` takes itself. The reader ends when `use` does. */
export async function runReader<T>(
  reading: Reading,
  use: (output: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const leave = await acquireSlot(reading.signal, reading.isUrgent);
  let reader: StartedReader | undefined;
  try {
    reader = startReader(reading, leave);
    return await use(reader.output);
  } finally {
    if (reader) reader.end();
    else leave();
  }
}

/** `output` are its frames; `refresh` gives it its whole time anew. */
export type StartedReader = { output: AsyncIterable<Buffer>; end: () => void; refresh: () => void };

/** `over` is called when the process is gone, which may be long before what it wrote has been used. */
export function startReader(reading: Reading, over: () => void): StartedReader {
  const { content, aside, signal, output_max = OUTPUT_MAX, ahead_max = output_max } = reading;
  const limits = reading.limits ?? LIMITS;
  const child = spawnReader(reading, limits);
  let ended: ExtractionProblem | null = null;
  const end = (problem: ExtractionProblem | null = null) => {
    ended ??= problem;
    killWithItsOwn(child);
  };
  const guard = guardLimits(child, limits, end, reading.isPatient);
  const abort = () => end();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) end();
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const gone = () => {
    guard.stop();
    signal?.removeEventListener('abort', abort);
    over();
  };
  closed.then(gone, gone);
  // A reader that has seen enough may close its ears; its answer tells why.
  const feeding = Promise.all([feed(child, content), feedAside(child, aside)]).catch((error) => {
    if (isDeaf(error)) return null;
    end();
    return error;
  });
  /** Why a reader ended that has not said all. */
  const explain = async () => {
    const [[code, killedBy], fault] = await Promise.all([closed, feeding]);
    signal?.throwIfAborted();
    if (fault instanceof Error) throw fault;
    if (ended) throw new Unreadable(ended);
    // V8 ends a process that is out of memory with a signal of its own.
    if (killedBy) throw new Unreadable('file_unpacks_too_large');
    if (code !== 0) throw new Unreadable('file_corrupt');
  };
  const collected = collect(child, {
    output_max,
    ahead_max,
    onTooMuch: () => end('file_text_too_long'),
    onGoOn: guard.refresh,
  });
  return { output: followedBy(collected, explain), end: () => end(), refresh: guard.refresh };
}

function spawnReader(
  { reader, task, content, aside, variables }: Reading,
  limits: ReaderLimits,
): ChildProcess {
  return spawn(
    process.execPath,
    [`--max-old-space-size=${limits.heap_mb}`, ...PACE, fileURLToPath(reader), task],
    // Output of libraries is discarded; the frames have a pipe of their own.
    {
      env: { NODE_COMPILE_CACHE: COMPILED, ...variables },
      stdio: [
        'fd' in content ? content.fd : 'pipe',
        'ignore',
        'ignore',
        'pipe',
        ...(aside ? ['pipe' as const] : []),
      ],
      cwd: '/',
      // A session of its own, which can be made less urgent than ours; elsewhere it opens a window.
      detached: process.platform === 'linux',
    },
  );
}

/** With the programs that it runs, which share its session. */
function killWithItsOwn(child: ChildProcess): void {
  const isRunning = child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  if (isRunning && process.platform === 'linux')
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
      return;
    } catch {
      // It is no leader yet, or gone.
    }
  child.kill('SIGKILL');
}

async function feed({ stdin }: ChildProcess, content: Reading['content']): Promise<void> {
  if (!('fd' in content)) await pipeline(Readable.from(content), stdin as NodeJS.WritableStream);
}

async function feedAside({ stdio }: ChildProcess, aside: Reading['aside']): Promise<void> {
  if (!aside) return;
  const pipe = stdio[ASIDE_PIPE] as Writable;
  // The exit of the reader says why it ended.
  pipe.on('error', () => {});
  await pipeline(Readable.from(aside), pipe);
}

type Collecting = {
  output_max: number;
  ahead_max: number;
  onTooMuch: () => void;
  /** The consumer has taken what the reader waited for. */
  onGoOn: () => void;
};

/** Buffers the output, so that a reader does not wait for its consumer while less than `ahead_max` bytes are kept. */
function collect(
  { stdio }: ChildProcess,
  { output_max, ahead_max, onTooMuch, onGoOn }: Collecting,
): AsyncIterable<Buffer> {
  const pipe = stdio[FRAME_PIPE] as Readable;
  const collected = new PassThrough({ highWaterMark: ahead_max });
  let length = 0;
  pipe.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > output_max) onTooMuch();
    else if (!collected.write(chunk)) pipe.pause();
  });
  collected.on('drain', () => {
    onGoOn();
    pipe.resume();
  });
  pipe.on('close', () => collected.end());
  return collected;
}

/** Throws the reason of the end to a consumer that asks for more. */
async function* followedBy(bytes: AsyncIterable<Buffer>, explain: () => Promise<void>) {
  yield* bytes;
  await explain();
}

const isDeaf = (error: NodeJS.ErrnoException) =>
  error.code === 'EPIPE' || error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
