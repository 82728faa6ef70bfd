/** Acts on a provider's word: opens a sign-in, its second step, the proof of an account, or a place in the queue. */
import { randomBytes } from 'node:crypto';
import { SIGN_ON_SECONDS } from '#contract/limits.ts';
import type { SignOnReply } from '#contract/sign-in.ts';
import { sealSecret } from '../../adapters/sealing/seal.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { sign_in_attempts } from '../../db/tables/accounts.ts';
import { hashOfToken } from '../auth/credentials/tokens.ts';
import { type Entry, enterByProvider } from '../auth/entry/enter.ts';
import { beginSecondStep } from '../auth/entry/second-step.ts';
import type { From } from '../auth/entry/sign-in-audit.ts';
import { type KnownProvider, methodOf } from '../identity-providers/provider.ts';
import { wakePerson } from '../users/rights-changed.ts';
import type { Account } from '../users/store.ts';
import { type Found, findEnteringAccount, recordMade, recordMoved } from './account.ts';
import type { Arrival, SignOnContext } from './arrival.ts';
import { maskedAddress } from './claim-table.ts';

type VouchedEntry = Entry & Required<Pick<Entry, 'by'>>;
type Step = { reply: SignOnReply; user_id?: number } | { second_step: VouchedEntry } | null;

/** The seal of a provider's word that waits for the proof of an account. */
export const LINK_WORD = {
  table: 'sign_in_attempts',
  column: 'payload',
  key: 'user_id',
  bound: ['key_hash'],
} as const;

export async function admit(
  context: SignOnContext,
  came: { provider: KnownProvider; arrival: Arrival },
  from: From,
): Promise<SignOnReply> {
  // Null: somebody with the same address came at the same moment.
  const step = (await attempt(context, came, from)) ?? (await attempt(context, came, from));
  if (!step) throw new AppError('provider_refused');
  if ('second_step' in step) return beginSecondStep(context, step.second_step, null);
  if (step.user_id !== undefined) await wakePerson(context, step.user_id);
  return step.reply;
}

const attempt = (
  context: SignOnContext,
  came: { provider: KnownProvider; arrival: Arrival },
  from: From,
): Promise<Step> =>
  context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const found = await findEnteringAccount(tx, context, { ...came, user_agent: from.user_agent }, now);
    if (!found || found.kind === 'waiting') return found && { reply: { waiting: true } };
    if (found.kind === 'proof') return { reply: await askForProof(tx, context, came, found.account) };
    const step = await enterFound(tx, context, { ...came, found, from });
    if (found.is_moved) await recordMoved(tx, came.provider, found.account, now);
    return step;
  });

async function enterFound(
  tx: Transaction,
  context: SignOnContext,
  {
    provider,
    arrival,
    found,
    from,
  }: {
    provider: KnownProvider;
    arrival: Arrival;
    found: Exclude<Found, { kind: 'waiting' }>;
    from: From;
  },
): Promise<Step> {
  const { account, kind } = found;
  const is_first = kind === 'linked' && found.is_first;
  const vouched = { ...arrival.vouched, is_new: kind === 'made', is_first };
  const entry = {
    account,
    temporary_hash: null,
    from,
    by: { provider, vouched },
    method: methodOf(provider),
  };
  // A new link always asks for the account's own second factor.
  if (account.has_second_factor && (kind === 'linked' || !vouched.strong)) return { second_step: entry };
  const pair = await enterByProvider(tx, context, entry);
  if (!pair) return null;
  if (kind === 'made') await recordMade(tx, provider, account, context.clock.now());
  return { reply: pair, user_id: account.id };
}

/** The reply is the same for every account: it tells neither its role nor whether it has a second factor. */
async function askForProof(
  tx: Transaction,
  { clock, secretKeys }: Pick<SignOnContext, 'clock' | 'secretKeys'>,
  { arrival }: { arrival: Arrival },
  { id: user_id, email }: Account,
): Promise<SignOnReply> {
  const token = `${user_id}.${randomBytes(32).toString('base64url')}`;
  const key_hash = hashOfToken(token);
  await tx.insert(sign_in_attempts).values({
    key_hash,
    kind: 'link',
    user_id,
    payload: {
      vouched: sealSecret(secretKeys, LINK_WORD, { user_id, key_hash }, JSON.stringify(arrival.vouched)),
    },
    expires_at: new Date(clock.now().getTime() + SIGN_ON_SECONDS * 1000),
  });
  return { link: { token, email_masked: maskedAddress(email) } };
}
