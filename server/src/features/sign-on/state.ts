/**
 * The state of a sign-on while its person is at the provider. It carries all that its start knew, with a keyed hash, so
 * that starting writes nothing; nonce and PKCE verifier are derived from it. It is bound to the tab that began.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SIGN_ON_SECONDS } from '#contract/limits.ts';
import type { SignOnPurpose } from '#contract/provider-answer.ts';
import type { Queryable } from '../../db/client.ts';
import { sign_in_attempts } from '../../db/tables/accounts.ts';
import { keyedHash } from '../auth/credentials/signing-keys.ts';

const RANDOM_BYTES = 16;
const BINDING_BYTES = 32;

/** `user_id`, `sign_in_id`: of somebody who is signed in already, and links an account, confirms or tries. */
export type Begun = {
  purpose: SignOnPurpose;
  slug: string;
  binding_hash: string;
  user_id: number | null;
  sign_in_id: string | null;
};

const Form = z.tuple([
  z.string(),
  z.number(),
  z.enum(['sign-in', 'link', 'confirm', 'test']),
  z.string(),
  z.string(),
  z.number().nullable(),
  z.string().nullable(),
]);

export function newState(secret: string, begun: Begun, now: Date): string {
  const { purpose, slug, binding_hash, user_id, sign_in_id } = begun;
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  const fields: z.input<typeof Form> = [
    random,
    now.getTime(),
    purpose,
    slug,
    binding_hash,
    user_id,
    sign_in_id,
  ];
  const head = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${head}.${macOf(secret, head)}`;
}

/** The PKCE verifier and the nonce of a state. */
export const derivedFrom = (secret: string, state: string) => ({
  nonce: keyedHash('sign-on nonce', secret, state).toString('base64url'),
  verifier: keyedHash('sign-on verifier', secret, state).toString('base64url'),
});

/** Null for a state that was not made here, is too old, or was begun in another tab. */
export function readState(
  secret: string,
  { state, binding }: { state: string; binding: string },
  now: Date,
): Begun | null {
  const [head = '', mac = '', ...more] = state.split('.');
  // With something behind it, it would be another state to those that are spent.
  if (more.length || !isSame(macOf(secret, head), mac)) return null;
  const fields = Form.safeParse(JSON.parse(Buffer.from(head, 'base64url').toString()));
  if (!fields.success) return null;
  const [, time, purpose, slug, binding_hash, user_id, sign_in_id] = fields.data;
  const age = now.getTime() - time;
  if (age < 0 || age > SIGN_ON_SECONDS * 1000) return null;
  const bytes = Buffer.from(binding, 'base64url');
  if (bytes.length !== BINDING_BYTES || !isSame(binding_hash, digest(bytes))) return null;
  return { purpose, slug, binding_hash, user_id, sign_in_id };
}

/** True for one of the requests that come with the same state. */
export async function spendState(db: Queryable, state: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .insert(sign_in_attempts)
    .values({
      key_hash: digest(Buffer.from(state)),
      kind: 'spent_state',
      user_id: null,
      payload: {},
      expires_at: new Date(now.getTime() + SIGN_ON_SECONDS * 1000),
    })
    .onConflictDoNothing();
  return rowCount === 1;
}

const macOf = (secret: string, head: string) =>
  keyedHash('sign-on state', secret, head).toString('base64url');

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
