/** Readers of many streams at once: when the first chunk came and how old each was. */
import { Agent, request } from 'node:http';
import { agesIn, nowMicroseconds } from './stamp.ts';

export type Asked = { url: string; headers: Record<string, string>; body: string };

export type Reading = {
  /** From the question to the first chunk, in milliseconds. */
  first: Promise<number>;
  /** Rejects where the answer was refused or broke off. */
  ended: Promise<void>;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export const closeConnections = () => agent.destroy();

export type Ages = { note: boolean; microseconds: number[]; chunks: number };

/** `ages` is shared by all readers; it records how old chunks are while recording is switched on. */
export function read({ url, headers, body }: Asked, ages: Ages): Reading {
  const first = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    first.reject(error);
    ended.reject(error);
  };
  // A reader looks at one of the two only.
  first.promise.catch(() => {});
  ended.promise.catch(() => {});
  const began = performance.now();
  const asking = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  asking.setNoDelay(true);
  asking.once('error', fail);
  asking.once('response', (response) => {
    let rest = '';
    let hasBegun = false;
    response.setEncoding('latin1');
    response.on('data', (text: string) => {
      const found = agesIn(rest + text, nowMicroseconds());
      rest = found.rest;
      if (!found.ages.length) return;
      if (!hasBegun) first.resolve(performance.now() - began);
      hasBegun = true;
      if (!ages.note) return;
      ages.chunks += found.ages.length;
      ages.microseconds.push(...found.ages);
    });
    response.once('error', fail);
    response.once('end', () => {
      if (response.statusCode === 200 && hasBegun) ended.resolve();
      else fail(new Error(`a stream was answered with ${response.statusCode}: ${rest.slice(0, 300)}`));
    });
  });
  asking.end(body);
  return { first: first.promise, ended: ended.promise };
}
