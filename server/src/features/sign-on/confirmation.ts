/** Somebody who is signed in proves anew who they are: on the page of their provider, or with the password of their directory. */
import type { ProviderAnswer } from '#contract/provider-answer.ts';
import { claimAt } from '../../adapters/identity/claims.ts';
import { AppError } from '../../app-error.ts';
import { identities } from '../../db/tables/identity.ts';
import type { Caller } from '../../http/routes.ts';
import { consumeRateLimit, resetRateLimit } from '../../request-guards/rate-limit.ts';
import { directoryGuesses } from '../auth/records/limits.ts';
import { type ProofWays, proofWays } from '../factors/proof-ways.ts';
import {
  hashOfSubject,
  isIdentity,
  isLdap,
  parseProvider,
  requireProviderRow,
} from '../identity-providers/provider.ts';
import { newestCheck } from '../identity-providers/vouched.ts';
import type { Account } from '../users/store.ts';
import { noteFailure, readClaims, requireOidcProvider, type SignOnContext } from './arrival.ts';
import { directoryOf } from './directory.ts';
import { startSignOn } from './start.ts';

/** Between the sign-in at the provider and its token. */
const PROOF_SECONDS = 300;

type Who = Pick<Caller, 'user_id' | 'sign_in_id'>;

/** The address at the provider that vouched last; it asks again, although somebody is signed in there. */
export async function beginProviderProof(
  context: SignOnContext,
  { caller, account }: { caller: Who; account: Account },
  binding_hash: string,
  ip: string,
): Promise<{ authorization_url: string; state: string }> {
  const [page] = (await proofWays(context.db, account)).pages;
  if (!page) throw new AppError('identity_provider_not_found');
  return startSignOn(context, { slug: page.slug, purpose: 'confirm', caller, binding_hash }, ip);
}

/**
 * Null where somebody else came back, or the provider does not say that they have just signed in: one that asks nobody
 * and sends no `auth_time` proves nothing.
 */
export async function readProviderProof(
  context: SignOnContext,
  { user_id, sign_in_id }: Who,
  { slug, ...answer }: { slug: string } & ProviderAnswer,
): Promise<{ strong: boolean } | null> {
  const provider = await requireOidcProvider(context, slug);
  const asked = { slug, purpose: 'confirm' as const, provider };
  const { begun, claims, arrival } = await readClaims(context, asked, answer);
  if (begun.user_id !== user_id || begun.sign_in_id !== sign_in_id) throw new AppError('sso_expired');
  const { vouched } = arrival();
  const [known] = await context.db
    .select({ subject_hash: identities.subject_hash })
    .from(identities)
    .where(isIdentity(user_id, provider.id));
  const signedInAt = claimAt(claims, 'auth_time');
  const isNow = typeof signedInAt === 'number' && Math.abs(claims.iat - signedInAt) <= PROOF_SECONDS;
  return isNow && known?.subject_hash === vouched.subject_hash ? { strong: vouched.strong } : null;
}

type TypedForDirectory = { directories: ProofWays['directories']; typed: string };

/** Guesses count as those at the sign-in do, before the directory hears the password: no network account is locked here. */
export async function isDirectoryPassword(
  context: SignOnContext,
  user_id: number,
  { directories, typed }: TypedForDirectory,
): Promise<boolean> {
  const { db, clock, identity, secretKeys } = context;
  for (const { id: provider_id, subject_hash } of directories) {
    const provider = parseProvider(await requireProviderRow(db, provider_id));
    const id = await newestCheck(db, secretKeys, { user_id, provider_id });
    if (!isLdap(provider) || id === null || hashOfSubject(secretKeys, provider, id) !== subject_hash)
      continue;
    // Loaded when it is first needed: most installations have no directory.
    const { isPasswordOf } = await import('../../adapters/identity/directory.ts');
    const limit = directoryGuesses(subject_hash);
    await consumeRateLimit(db, limit, clock.now());
    const isRight = await isPasswordOf(identity, directoryOf(context, provider), {
      id,
      password: typed,
    }).catch(async (error: unknown) => {
      throw await noteFailure(context, provider, error);
    });
    if (!isRight) continue;
    await resetRateLimit(db, limit.key);
    return true;
  }
  return false;
}
