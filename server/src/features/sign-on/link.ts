/** Proves an account once with its password, so that the provider's account enters it from then on. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LINK_TRIES } from '#contract/limits.ts';
import type { SecondStep, TokenPair } from '#contract/sign-in.ts';
import { openSecret } from '../../adapters/sealing/seal.ts';
import { AppError } from '../../app-error.ts';
import { sign_in_attempts } from '../../db/tables/accounts.ts';
import { requireBelowRateLimits } from '../../request-guards/rate-limit.ts';
import { withHashingSlot } from '../auth/credentials/passwords.ts';
import { hashOfToken, ownerOfToken } from '../auth/credentials/tokens.ts';
import { credentialThatFits } from '../auth/entry/check-password.ts';
import { enterByProvider } from '../auth/entry/enter.ts';
import { beginSecondStep } from '../auth/entry/second-step.ts';
import { type From, queueRefusalAudit } from '../auth/entry/sign-in-audit.ts';
import { countFailedSignIn, failedSignIns, requesterOf } from '../auth/records/limits.ts';
import { methodOf, parseProvider, requireProviderRow } from '../identity-providers/provider.ts';
import { Vouched } from '../identity-providers/vouched.ts';
import { findAccount, lockAccount, notApproved } from '../users/store.ts';
import { LINK_WORD } from './admit.ts';
import type { SignOnContext } from './arrival.ts';

const Payload = z.object({ vouched: z.string() });

/** A wrong password counts as a failed sign-in of the account; after five of them the token is gone. */
export async function proveAccount(
  context: SignOnContext,
  { token, password }: { token: string; password: string },
  { ip, user_agent }: From,
): Promise<TokenPair | SecondStep> {
  const { db, clock } = context;
  const now = clock.now();
  const from = { ip, user_agent };
  const account = await findAccount(db, ownerOfToken(token) ?? 0);
  if (!account) throw new AppError('sso_expired');
  const { email } = account;
  const { vouched, credential } = await withHashingSlot(
    async () => {
      // Guesses that waited for their turn together must not all be tried.
      await requireBelowRateLimits(db, failedSignIns(email, ip), clock.now());
      const word = await wordBehind(context, token);
      if (!word) throw new AppError('sso_expired');
      return { vouched: word, credential: await credentialThatFits(context, account, password) };
    },
    requesterOf(email, ip, false),
  );
  if (!credential) {
    await countFailedSignIn(db, email, ip, now);
    await queueRefusalAudit(context, account, { ...from, reason: 'wrong_password' });
    throw new AppError('invalid_credentials');
  }
  if (!account.active) throw new AppError('account_inactive');
  if (!account.is_verified && credential.temporary_hash === null) throw new AppError('email_not_verified');
  if (account.approval !== 'approved') throw notApproved(account);
  const provider = parseProvider(await requireProviderRow(db, vouched.provider_id));
  if (!provider.active) throw new AppError('identity_provider_not_found');
  const { temporary_hash } = credential;
  const entry = { account, temporary_hash, from, by: { provider, vouched }, method: methodOf(provider) };
  const step = await db.transaction(async (tx) => {
    // The order in which a sign-in locks them.
    const locked = await lockAccount(tx, account.id);
    const { rowCount } = await tx
      .delete(sign_in_attempts)
      .where(and(eq(sign_in_attempts.key_hash, hashOfToken(token)), gt(sign_in_attempts.expires_at, now)));
    if (!locked || rowCount !== 1) throw new AppError('sso_expired');
    return locked.has_second_factor ? 'second_step' : enterByProvider(tx, context, entry);
  });
  if (step === 'second_step') return beginSecondStep(context, entry, password);
  // The password was changed while it was being checked.
  if (!step) throw new AppError('invalid_credentials');
  return step;
}

/** Takes one of the tries of the token, whether the password is right or not: requests that come together share them. */
async function wordBehind({ db, clock, secretKeys }: SignOnContext, token: string): Promise<Vouched | null> {
  const key_hash = hashOfToken(token);
  const user_id = ownerOfToken(token);
  const [row] = await db
    .update(sign_in_attempts)
    .set({ wrong_tries: sql`${sign_in_attempts.wrong_tries} + 1` })
    .where(
      and(
        eq(sign_in_attempts.key_hash, key_hash),
        eq(sign_in_attempts.kind, 'link'),
        gt(sign_in_attempts.expires_at, clock.now()),
        lt(sign_in_attempts.wrong_tries, LINK_TRIES),
      ),
    )
    .returning();
  const payload = Payload.safeParse(row?.payload);
  if (!payload.success || user_id === null || row?.user_id !== user_id) return null;
  const text = openSecret(secretKeys, LINK_WORD, { user_id, key_hash }, payload.data.vouched);
  return text === null ? null : Vouched.parse(JSON.parse(text));
}
