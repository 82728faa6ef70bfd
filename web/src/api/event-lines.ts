/** Reads `data:` lines off a body as they arrive. Knows nothing of hosts, tokens or screens. */
import type { AnswerEvent } from '#contract/chat.ts';
import { ApiFailure } from './failure.ts';

type Watch = {
  signal?: AbortSignal | undefined;
  /** Longest wait for the next bytes. */
  silenceMs?: number;
};

/** Ends after the event with `done: true`; an end before it is a network failure. */
export async function* answerEvents(
  body: ReadableStream<Uint8Array>,
  { signal, silenceMs = Number.POSITIVE_INFINITY }: Watch = {},
): AsyncGenerator<AnswerEvent, void, undefined> {
  const reader = body.getReader();
  // `stream: true` keeps the first bytes of a character until the rest arrives.
  const decoder = new TextDecoder();
  let rest = '';
  try {
    while (true) {
      const chunk = await readWithin(reader, silenceMs);
      rest += chunk.done ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
      const lines = rest.split('\n');
      rest = chunk.done ? '' : (lines.pop() ?? '');
      for (const line of lines) {
        const event = eventIn(line);
        if (event) yield event;
        if (event?.done) return;
      }
      if (chunk.done) throw new ApiFailure({ kind: 'network' });
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ApiFailure) throw cause;
    throw new ApiFailure({ kind: 'network', cause });
  } finally {
    // Closes the connection when the reader of the events leaves early; failing to is of no consequence.
    reader.cancel().catch(() => undefined);
  }
}

function eventIn(line: string): AnswerEvent | null {
  if (!line.startsWith('data:')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line.slice('data:'.length));
  } catch {
    // What stands in the line is somebody's answer: only that it could not be read is told.
    // oxlint-disable-next-line no-console -- whoever looks for a missing word finds it here
    console.warn(`a line of ${line.length} characters of an event stream could not be read`);
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { content, done, ...rest } = value as Partial<AnswerEvent>;
  return { ...rest, content: typeof content === 'string' ? content : '', done: done === true };
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  if (!Number.isFinite(silenceMs)) return reader.read();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiFailure({ kind: 'network' })), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
