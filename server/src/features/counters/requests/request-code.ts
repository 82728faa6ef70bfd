/** The six digits that open a request: mailed to its address, kept as a keyed hash. */
import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { VERIFICATION_CODE_LENGTH, VERIFICATION_CODE_MINUTES } from '#contract/limits.ts';
import type { AppContext } from '../../../app-context.ts';
import { citizen_requests } from '../../../db/tables/counters.ts';
import { keyedHash } from '../../auth/credentials/signing-keys.ts';
import type { RequestRow } from './records.ts';

/** Makes the code when its letter is written: none waits in a queue. */
export async function newCode(
  { db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>,
  { id }: RequestRow,
): Promise<string> {
  const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0');
  const code_expires_at = new Date(clock.now().getTime() + VERIFICATION_CODE_MINUTES * 60_000);
  await db
    .update(citizen_requests)
    .set({ code_hash: codeHash(secret, id, code), code_expires_at, code_tries: 0 })
    .where(eq(citizen_requests.id, id));
  return code;
}

export const codeHash = (secret: string, id: number, code: string): Buffer =>
  keyedHash('citizen request', secret, `code\n${id}\n${code}`);
