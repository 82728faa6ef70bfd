/** A person's own device keys: making, naming and taking them away. */
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { PASSKEY_CHALLENGE_SECONDS, PASSKEYS_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { type Queryable, reasonOf } from '../../db/client.ts';
import { passkeys } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';
import { arePasskeysPossible, requireRelyingParty } from '../access-policy/relying-party.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { type ChallengeUse, isChallenge, newChallenge, spendChallenge } from './challenges.ts';
import { type FactorContext, type From, lockFactors, settleAdded, settleRemoved } from './changes.ts';
import { handleOf, type PasskeyOptions, type PasskeyResponse, webauthn } from './passkey-check.ts';

/** ES256 and RS256: every authenticator knows one of them, and their keys are short. */
const ALGORITHMS = [-7, -257];

const challengeUseFor = ({ sign_in_id }: Caller): ChallengeUse => ({
  purpose: 'enrolment',
  subject: sign_in_id,
});

type Row = typeof passkeys.$inferSelect;

const toDto = ({ id, name, created_at, last_used_at, synced }: Row) => ({
  id,
  name,
  created_at,
  last_used_at,
  synced,
});

export async function listPasskeys(db: Queryable, user_id: number) {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user_id, user_id))
    .orderBy(asc(passkeys.id));
  return rows.map(toDto);
}

export async function passkeyOptions(context: FactorContext, caller: Caller): Promise<PasskeyOptions> {
  const { db, secret, clock } = context;
  const { user_id } = caller;
  const party = requireRelyingParty(context);
  if (!(await arePasskeysPossible(context))) throw new AppError('passkeys_not_possible');
  const [person] = await db
    .update(users)
    .set({ webauthn_handle: sql`coalesce(${users.webauthn_handle}, gen_random_uuid())` })
    .where(eq(users.id, user_id))
    .returning({ email: users.email, name: users.name });
  const handle = await handleOf(db, user_id);
  if (!person || !handle) throw new AppError('not_authenticated');
  const keys = await db.select().from(passkeys).where(eq(passkeys.user_id, user_id));
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Prosa',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    userName: person.email,
    userDisplayName: person.name,
    challenge: newChallenge(secret, challengeUseFor(caller), clock.now()),
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: keys.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
  });
  return { ...options };
}

export async function addPasskey(
  context: FactorContext,
  caller: Caller,
  { name, response }: { name: string; response: PasskeyResponse },
  from: From,
) {
  const { db, clock } = context;
  const { user_id } = caller;
  const made = await verifiedKey(context, caller, response);
  const added = await db.transaction(async (tx) => {
    const { has_second_factor } = await lockFactors(tx, user_id);
    const isNew = await spendChallenge(tx, { user_id, sent: made.sent }, clock.now());
    if (!isNew) throw new AppError('passkey_not_accepted');
    const [{ have } = { have: 0 }] = await tx
      .select({ have: count() })
      .from(passkeys)
      .where(eq(passkeys.user_id, user_id));
    if (have >= PASSKEYS_MAX) throw new AppError('too_many_passkeys');
    const [row] = await tx
      .insert(passkeys)
      .values({ user_id, name, ...made.key, created_at: clock.now() })
      .onConflictDoNothing()
      .returning();
    // The key is somebody's already.
    if (!row) throw new AppError('passkey_not_accepted');
    const change = has_second_factor ? 'changed' : 'added';
    const recovery_codes = await settleAdded(tx, context, {
      caller,
      from,
      change,
      isFirst: !has_second_factor,
    });
    return { passkey: toDto(row), recovery_codes };
  });
  await wakePerson(context, user_id);
  return added;
}

async function verifiedKey(context: FactorContext, caller: Caller, response: PasskeyResponse) {
  const { secret, clock, log } = context;
  const party = requireRelyingParty(context);
  let sent = '';
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => {
      sent = challenge;
      return isChallenge(secret, challengeUseFor(caller), challenge, clock.now());
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    log.info({ reason: reasonOf(error) }, 'a new device key was refused');
    return null;
  });
  if (!verified?.verified) throw new AppError('passkey_not_accepted');
  const { credential, aaguid, credentialBackedUp } = verified.registrationInfo;
  return {
    sent,
    key: {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).slice(0, 10),
      synced: credentialBackedUp,
      aaguid,
    },
  };
}

export async function renamePasskey(
  { db }: Pick<FactorContext, 'db'>,
  { user_id }: Caller,
  id: number,
  name: string,
) {
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.user_id, user_id), eq(passkeys.id, id)))
    .returning();
  if (!row) throw new AppError('passkey_not_found');
  return toDto(row);
}

export async function removePasskey(
  context: FactorContext,
  caller: Caller,
  id: number,
  from: From,
): Promise<null> {
  const { user_id } = caller;
  await context.db.transaction(async (tx) => {
    const { due } = await lockFactors(tx, user_id);
    const { rowCount } = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.user_id, user_id), eq(passkeys.id, id)));
    if (rowCount === 0) throw new AppError('passkey_not_found');
    await settleRemoved(tx, context, { caller, from }, due);
  });
  await wakePerson(context, user_id);
  return null;
}
