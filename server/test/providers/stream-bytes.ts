/** How the provider stub puts a stream onto the wire. */
import type { ServerResponse } from 'node:http';

/** Words with the blank before them. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}

/** Written in pieces of at most so many bytes, each a chunk of its own on the wire. */
export async function send(response: ServerResponse, text: string, bytes?: number): Promise<void> {
  const whole = Buffer.from(text);
  const size = bytes ?? whole.length;
  for (let at = 0; at < whole.length; at += size) {
    if (response.destroyed) return;
    if (!response.write(whole.subarray(at, at + size))) await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

export function noisy(text: string): string {
  const events = text.split('\n\n').filter(Boolean);
  return events
    .map(
      (event) =>
        `: comentário\r\n\r\nid: 7\r\nretry: x\r\nsem-valor\r\n${event.replaceAll('\n', '\r\n')}\r\n\r\n\r\n`,
    )
    .join('');
}
