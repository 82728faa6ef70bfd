/** Hashing passwords. The same text typed on another keyboard is the same password. */
import { availableParallelism } from 'node:os';
import type { Options } from '@node-rs/argon2';
import { openFairQueue, type Requester } from './fair-queue.ts';
import { hashOf, isHashOf } from './hashing.ts';

/** argon2id; memory in KiB. Raising these renews each hash at its owner's next sign-in. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** A hash of no password: checking against it takes as long as checking against a real one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HAkWAZtdWQg9QVM+vkrh1Q$9TzCB/fxJVJkYkAUMU6gMYs4h4ftJE/RrJgowQu9Ifg';

/** Stands where a password was cancelled; no password fits it. */
export const NO_PASSWORD = '!';

export function hashPassword(password: string, requester?: Requester): Promise<string> {
  return withHashingSlot(() => hashOf(normal(password), COST), requester);
}

/** Takes the same time whether there is a hash to compare with or not. To be called in a hashing slot. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const known = passwordHash?.startsWith('$') ? passwordHash : undefined;
  const same = await isHashOf(known ?? DUMMY_HASH, normal(password));
  return same && known !== undefined;
}

/** Made with other costs than today's. */
export const isOutdated = (passwordHash: string) => !passwordHash.startsWith(CURRENT);

const normal = (password: string) => password.normalize('NFKC');

/** One core stays free for everybody else. */
const SLOTS = Math.max(1, Math.min(3, availableParallelism() - 1));

/** One process has one set of cores, and so one queue. */
const queue = openFairQueue({ slots: SLOTS, waiting: 500, strangers: 400, pair: 10, network: 40, site: 80 });

/** Runs work that hashes when a core is free for it; see `fair-queue.ts` for who waits and who is refused. */
export const withHashingSlot: typeof queue.run = (work, requester) => queue.run(work, requester);
