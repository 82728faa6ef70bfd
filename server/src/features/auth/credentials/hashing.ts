/**
 * Hashing in threads that give way to everything else: a sign-in is a twentieth of a second of work and twenty
 * megabytes, and nobody else should notice either.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A hash is made of the password, or compared with it. */
export type HashingTask = { password: string; cost: Options } | { password: string; hash: string };

const THREAD = new URL('./hashing-thread.ts', import.meta.url);
/** Then they are let go: a thread holds as much as a thousand sign-ins are worth, and nights are long. */
const QUIET_MS = 60_000;

const resting: Worker[] = [];
let quiet: NodeJS.Timeout | undefined;

export const hashOf = (password: string, cost: Options) => done({ password, cost }) as Promise<string>;

export const isHashOf = (hash: string, password: string) => done({ password, hash }) as Promise<boolean>;

/** A thread does one thing at a time: there are as many as are asked at once. One that fails is not asked again. */
async function done(task: HashingTask): Promise<unknown> {
  clearTimeout(quiet);
  const thread = resting.pop() ?? new Worker(THREAD, { execArgv: [] });
  // A process that is about to end waits for what was asked, and for nothing else.
  thread.ref();
  thread.postMessage(task);
  const [answer] = (await once(thread, 'message')) as unknown[];
  thread.unref();
  resting.push(thread);
  quiet = setTimeout(terminateIdle, QUIET_MS).unref();
  return answer;
}

function terminateIdle(): void {
  for (const thread of resting.splice(0)) void thread.terminate();
}
