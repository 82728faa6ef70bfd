/** One call as bytes on a connection of its own, and what came back. */
import { request } from 'node:http';
import { connect } from 'node:net';

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Only so much of the body is sent; then its sender leaves. */
  cut?: number;
};

export type Came = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** A longer wait means that the request was lost. */
const PATIENCE_MS = 60_000;
const KEPT_BYTES = 4 * 1024 * 1024;

/** `left`: it was not waited for. A connection that is closed without an answer is `closed`. */
export function send(
  url: string,
  { method, path, headers, body, cut }: Sent,
): Promise<Came | 'left' | 'closed'> {
  const { hostname, port } = new URL(url);
  // Else the body of a method that usually has none would be taken for the next request.
  const sized = body ? { ...headers, 'content-length': String(body.length) } : headers;
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: sized, agent: false as const };
    const outgoing = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        if (text.length < KEPT_BYTES) text += piece;
      });
      response.once('error', () => resolve('closed'));
      response.once('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    const late = setTimeout(() => {
      outgoing.destroy();
      reject(new Error('was not answered in a minute'));
    }, PATIENCE_MS);
    const done = (came: Came | 'left' | 'closed') => {
      clearTimeout(late);
      resolve(came);
    };
    outgoing.once('error', () => done('closed'));
    if (cut === undefined || !body) {
      outgoing.end(body ?? undefined);
      return;
    }
    outgoing.write(body.subarray(0, cut), () => {
      outgoing.destroy();
      done('left');
    });
  });
}

/** Sends raw bytes that no client would send; returns everything until the connection is closed. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    const late = setTimeout(() => socket.destroy(), 5_000);
    socket.on('data', (piece) => {
      text += piece.toString();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(late);
      resolve(text);
    });
  });
}
