/** Asks for a device key, and checks what the browser brings (WebAuthn assertions). */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { PASSKEY_CHALLENGE_SECONDS } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { type Queryable, reasonOf, type Transaction } from '../../db/client.ts';
import { passkeys } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import { relyingParty, requireRelyingParty } from '../access-policy/relying-party.ts';
import { recordChange } from '../audit/record.ts';
import { type ChallengeUse, isChallenge, newChallenge, spendChallenge } from './challenges.ts';

export type CheckContext = Pick<AppContext, 'env' | 'clock' | 'secret' | 'log'>;
/** The JSON of the browser: parsed by the library, never trusted. */
export type PasskeyResponse = Record<string, unknown>;
export type PasskeyOptions = Record<string, unknown>;

/** Loaded when it is first needed: most installations never do, and it is large. */
export const webauthn = () => import('@simplewebauthn/server');

/** `user_id`: only that person's keys are asked for. */
export async function assertionOptions(
  context: CheckContext & Pick<AppContext, 'db'>,
  use: ChallengeUse,
  user_id?: number,
): Promise<PasskeyOptions> {
  const { db, secret, clock } = context;
  const party = requireRelyingParty(context);
  const { generateAuthenticationOptions } = await webauthn();
  const keys =
    user_id === undefined ? [] : await db.select().from(passkeys).where(eq(passkeys.user_id, user_id));
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(secret, use, clock.now()),
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
    allowCredentials: keys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as never,
    })),
  });
  return { ...options };
}

export type Checked = { user_id: number };

/**
 * The person whose device key it is; null where it is not accepted. `user_id`: nobody else's. A counter that went back
 * means a copied key: refused and recorded, so that the transaction must be kept.
 */
export async function checkAssertion(
  tx: Transaction,
  context: CheckContext,
  { use, response, user_id }: { use: ChallengeUse; response: PasskeyResponse; user_id?: number },
): Promise<Checked | null> {
  const party = relyingParty(context);
  const key = await keyNamedBy(tx, response);
  if (!party || !key || (user_id !== undefined && key.user_id !== user_id)) return null;
  const { clock, secret, log } = context;
  const now = clock.now();
  let sent = '';
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => {
      sent = challenge;
      return isChallenge(secret, use, challenge, now);
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is judged below, where going back is recorded.
    credential: {
      id: key.credential_id.toString('base64url'),
      publicKey: new Uint8Array(key.public_key),
      counter: 0,
    },
  }).catch((error: unknown) => {
    log.info({ reason: reasonOf(error) }, 'a device key was refused');
    return null;
  });
  if (!verified?.verified || !(await spendChallenge(tx, { user_id: key.user_id, sent }, now))) return null;
  const { newCounter } = verified.authenticationInfo;
  if (key.counter > 0 && newCounter <= key.counter) {
    const change = {
      action: 'factor.counter_went_back',
      object_type: 'factor',
      person: key.user_id,
    } as const;
    await recordChange(tx, null, change, now);
    return null;
  }
  await tx
    .update(passkeys)
    .set({ counter: newCounter, last_used_at: now })
    .where(and(eq(passkeys.user_id, key.user_id), eq(passkeys.id, key.id)));
  return { user_id: key.user_id };
}

/** Locked, so that two uses of one counter come one after the other. */
async function keyNamedBy(tx: Transaction, response: PasskeyResponse) {
  const { id, response: inner } = response as { id?: unknown; response?: { userHandle?: unknown } };
  if (typeof id !== 'string') return undefined;
  const [key] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credential_id, Buffer.from(id, 'base64url')))
    .for('update');
  const handle = inner?.userHandle;
  if (!key || typeof handle !== 'string') return key;
  return (await handleOf(tx, key.user_id)) === handle ? key : undefined;
}

/** The person's name towards authenticators, in base64url. */
export async function handleOf(db: Queryable, user_id: number): Promise<string | null> {
  const [row] = await db.select({ handle: users.webauthn_handle }).from(users).where(eq(users.id, user_id));
  return row?.handle ? Buffer.from(row.handle.replaceAll('-', ''), 'hex').toString('base64url') : null;
}
