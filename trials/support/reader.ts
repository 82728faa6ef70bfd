/** Somebody who reads an answer along, as the web app does: who leaves, comes back and goes on where they were. */
import type { AnswerEvent } from '#contract/chat-record.ts';
import type { Started } from '../../server/test/process/started-process.ts';
import type { Person } from './people.ts';

export type Place = { process: Started; person: Person; session_id: string };

export type Reader = {
  /** The text on the screen. */
  text: string;
  seq: number;
  /** The last event, once it came. */
  end: AnswerEvent | null;
  snapshots: number;
  /** How long the text was, and when, by `performance.now()`. */
  growth: { length: number; at: number }[];
  /** Faults that a reader must never see. */
  faults: string[];
};

export const newReader = (): Reader => ({
  text: '',
  seq: 0,
  end: null,
  snapshots: 0,
  growth: [],
  faults: [],
});

export function ask(
  { process, person, session_id }: Place,
  question: string,
  options: { key?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${process.url}/api/v1/chat/sessions/${session_id}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
    body: JSON.stringify({ question }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
}

export function join({ process, person, session_id }: Place, after: number): Promise<Response> {
  return fetch(`${process.url}/api/v1/chat/sessions/${session_id}/stream?after=${after}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
}

export function stop({ process, person, session_id }: Place): Promise<Response> {
  return fetch(`${process.url}/api/v1/chat/sessions/${session_id}/stop`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  });
}

/**
 * Reads until the last event, until the connection breaks, or until so many chunks have come: then leaves in the
 * middle of the next one, of which `share` (0 to 1) has still been received.
 */
export async function readOn(
  reader: Reader,
  response: Response,
  leave: { chunks: number; share: number } = { chunks: Number.POSITIVE_INFINITY, share: 0 },
): Promise<void> {
  if (response.status !== 200 || !response.body) {
    reader.faults.push(`answered ${response.status}: ${await response.text()}`);
    return;
  }
  const decoder = new TextDecoder();
  const body = response.body.getReader();
  let rest = '';
  for (let chunks = 0; !reader.end; chunks += 1) {
    // A connection that breaks is what these readers are for.
    const { value, done } = await body.read().catch(() => ({ value: undefined, done: true }));
    if (done || !value) return;
    const leaves = chunks >= leave.chunks;
    const bytes = leaves ? value.subarray(0, Math.floor(value.length * leave.share)) : value;
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) take(reader, JSON.parse(line.slice(6)));
    if (leaves) break;
  }
  await body.cancel().catch(() => {});
}

function take(reader: Reader, event: AnswerEvent): void {
  const { snapshot, content, seq = reader.seq, done } = event;
  if (snapshot !== undefined) {
    reader.snapshots += 1;
    if (!done && !snapshot.startsWith(reader.text))
      reader.faults.push(
        `a snapshot of ${snapshot.length} does not begin with the ${reader.text.length} read`,
      );
    reader.text = snapshot;
  } else if (content) {
    if (seq <= reader.seq) reader.faults.push(`event ${seq} came after event ${reader.seq}`);
    reader.text += content;
  }
  reader.seq = seq;
  reader.growth.push({ length: reader.text.length, at: performance.now() });
  if (done) reader.end = event;
}
