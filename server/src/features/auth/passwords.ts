/** Hashing passwords. The same text typed on another keyboard is the same password. */
import { availableParallelism } from 'node:os';
import type { Options } from '@node-rs/argon2';
import { AppError } from '../../app-error.ts';
import { hashOf, isHashOf } from './hashing.ts';

/** argon2id; memory in KiB. Raising these renews each hash at its owner's next sign-in. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Of no password: checking against it takes as long as checking against a real one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HAkWAZtdWQg9QVM+vkrh1Q$9TzCB/fxJVJkYkAUMU6gMYs4h4ftJE/RrJgowQu9Ifg';

/** Stands where a password was cancelled; no password fits it. */
export const NO_PASSWORD = '!';

export function hashPassword(password: string, whose?: string): Promise<string> {
  return inTurn(() => hashOf(normal(password), COST), whose);
}

/** Takes the same time whether there is a hash to compare with or not. To be called `inTurn`. */
export async function fits(password: string, passwordHash: string | undefined): Promise<boolean> {
  const known = passwordHash?.startsWith('$') ? passwordHash : undefined;
  const same = await isHashOf(known ?? DUMMY_HASH, normal(password));
  return same && known !== undefined;
}

/** Made with other costs than today's. */
export const isOutdated = (passwordHash: string) => !passwordHash.startsWith(CURRENT);

const normal = (password: string) => password.normalize('NFKC');

/** One core stays free for everybody else. */
const TURNS = Math.max(1, Math.min(3, availableParallelism() - 1));
const WAITING_MAX = 500;
/** Of one account: ten tabs that sign in at once are one person's; they fill no queue. */
const WAITING_OF_ONE_MAX = 10;

let running = 0;
const waiting: { wake: () => void; whose: string | undefined }[] = [];

/**
 * Runs hashing work, a few at a time: a flood of sign-ins waits here instead of occupying every core. `whose` it is, is
 * said wherever one account could ask again and again without ever being wrong: few of its own wait at a time, so that
 * there is room for everybody else. That needs no window of time, in which an honest person might be shut out.
 */
export async function inTurn<T>(work: () => Promise<T>, whose?: string): Promise<T> {
  if (running >= TURNS) {
    requireRoomInQueue(whose);
    // Woken up by whoever hands over their turn, so that `running` does not change.
    await new Promise<void>((wake) => waiting.push({ wake, whose }));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next.wake();
    else running -= 1;
  }
}

function requireRoomInQueue(whose: string | undefined): void {
  if (waiting.length >= WAITING_MAX) throw new AppError('too_many_requests', { retry_after: 5 });
  if (whose === undefined) return;
  const theirs = waiting.filter((one) => one.whose === whose);
  if (theirs.length >= WAITING_OF_ONE_MAX) throw new AppError('too_many_requests', { retry_after: 1 });
}
