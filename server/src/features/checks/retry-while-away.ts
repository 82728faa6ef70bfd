import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../../db/client.ts';

const MOST_MS = 15_000;
const RETRY_MS = 500;

/** Retries for at most 15 seconds while the database is out of reach, because the answer has been paid for. */
export async function retryWhileAway<T>(save: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await save();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() - began > MOST_MS) throw error;
      await pause(RETRY_MS);
    }
  }
}
