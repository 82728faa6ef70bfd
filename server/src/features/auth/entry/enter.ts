/** Opens a sign-in for somebody who has proved who they are. */
import { randomUUID } from 'node:crypto';
import type { SignInMethod, TokenPair } from '#contract/sign-in.ts';
import { isAdministrator } from '#contract/users.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { recordChange } from '../../audit/record.ts';
import type { KnownProvider } from '../../identity-providers/provider.ts';
import { endOfSignIn, noteVouchedEntry, type Vouched } from '../../identity-providers/vouched.ts';
import { forgetAcceptances } from '../../terms/records/acceptances.ts';
import { type Account, notingSignIn } from '../../users/store.ts';
import { NO_PASSWORD } from '../credentials/passwords.ts';
import { networkHash } from '../credentials/signing-keys.ts';
import { newRefreshToken, tokenPair } from '../credentials/tokens.ts';
import { spendCode, spendTemporaryPassword, takePendingRegistration } from '../records/credential-store.ts';
import { networkOf } from '../records/limits.ts';
import { keepSpentTemporaryPassword, type NewSignIn, openSignIn } from '../records/sign-in-store.ts';
import { type From, recordSignIn } from './sign-in-audit.ts';

export type Entry = {
  account: Account;
  /** The hash of the temporary password, when it is the one that fitted. */
  temporary_hash: string | null;
  from: From;
  /** Absent for a password. */
  method?: SignInMethod;
  /** The provider that vouches for the person. */
  by?: { provider: KnownProvider; vouched: Vouched };
};

type EntryContext = Pick<AppContext, 'db' | 'clock' | 'secret'>;
/** Entries by a provider keep its tokens and send e-mails. */
type ProviderContext = Pick<AppContext, 'clock' | 'secret' | 'secretKeys' | 'queue'>;

/**
 * Null when what was checked no longer holds. `new_hash`: the same password, hashed at today's cost. One statement for
 * most people; temporary passwords and administrators need a transaction.
 */
export async function enter(
  { db, clock, secret }: EntryContext,
  { new_hash, ...entry }: Entry & { new_hash: string | null },
): Promise<TokenPair | null> {
  const now = clock.now();
  const signIn = newSignIn(secret, entry, { strong: false, now });
  const { account } = entry;
  const isUsual = entry.temporary_hash === null && !isAdministrator(account);
  const isOpen = isUsual
    ? await openSignIn(db, notingSignIn(db, account, changeOnEntry(entry, new_hash), now), signIn, now)
    : await db.transaction((tx) => openAndRecord(tx, null, { ...entry, signIn, new_hash }, now));
  if (!isOpen) return null;
  return tokenPair(secret, { user_id: account.id, sign_in_id: signIn.id }, signIn.refresh_token, now);
}

/** After the second factor, in the transaction that has checked it. */
export async function enterWithFactor(
  tx: Transaction,
  context: ProviderContext,
  entry: Entry,
): Promise<TokenPair | null> {
  return enterIn(tx, context, entry, true);
}

/** By the word of a provider, and without a second factor here; in the transaction that has found the account. */
export const enterByProvider = (
  tx: Transaction,
  context: ProviderContext,
  entry: Entry & Required<Pick<Entry, 'by'>>,
): Promise<TokenPair | null> => enterIn(tx, context, entry, entry.by.vouched.strong);

async function enterIn(
  tx: Transaction,
  context: ProviderContext,
  entry: Entry,
  strong: boolean,
): Promise<TokenPair | null> {
  const { clock, secret } = context;
  const now = clock.now();
  const signIn = newSignIn(secret, entry, { strong, now });
  if (!(await openAndRecord(tx, context, { ...entry, signIn, new_hash: null }, now))) return null;
  return tokenPair(secret, { user_id: entry.account.id, sign_in_id: signIn.id }, signIn.refresh_token, now);
}

/** Into an account that was made, or got its first password, in this transaction. */
export async function enterFirst(
  tx: Transaction,
  { clock, secret }: Omit<EntryContext, 'db'>,
  {
    account,
    from,
    sign_in,
  }: { account: Account; from: From; sign_in: Pick<NewSignIn, 'id' | 'refresh_token'> },
): Promise<void> {
  const entry = { account, from, temporary_hash: null };
  const now = clock.now();
  const signIn = { ...newSignIn(secret, entry, { strong: false, now }), ...sign_in };
  if (!(await openAndRecord(tx, null, { ...entry, signIn, new_hash: null }, now)))
    throw new Error('a new account was not entered');
}

const newSignIn = (
  secret: string,
  { account, temporary_hash, from, method, by }: Entry,
  { strong, now }: { strong: boolean; now: Date },
): NewSignIn => ({
  id: randomUUID(),
  with_temporary_password: temporary_hash !== null,
  strong,
  method: method ?? 'password',
  ends_at: by ? endOfSignIn(by.provider, by.vouched, now) : null,
  user_agent: from.user_agent,
  network_hash: networkHash(secret, account.email, networkOf(from.ip)),
  refresh_token: newRefreshToken(account.id),
});

async function openAndRecord(
  tx: Transaction,
  context: ProviderContext | null,
  { signIn, new_hash, ...entry }: Entry & { signIn: NewSignIn; new_hash: string | null },
  now: Date,
): Promise<boolean> {
  const { account, temporary_hash, from, by } = entry;
  const user_id = account.id;
  const noted = notingSignIn(tx as Queryable, account, changeOnEntry(entry, new_hash), now);
  if (!(await openSignIn(tx, noted, signIn, now))) return false;
  // The password of the registration is void from here on, and so is what was accepted with it.
  if (!account.is_verified && (temporary_hash !== null || by)) await forgetAcceptances(tx, user_id);
  if (temporary_hash !== null) {
    const isFirst = await spendTemporaryPassword(tx, { user_id, password_hash: temporary_hash }, now);
    if (!isFirst) throw new AppError('invalid_credentials');
    await keepSpentTemporaryPassword(tx, { user_id, id: signIn.id, password_hash: temporary_hash });
    await spendCode(tx, user_id, now);
    await takePendingRegistration(tx, user_id);
  }
  const vouched = { user_id, sign_in_id: signIn.id, user_agent: from.user_agent };
  const changes = by && context ? await noteVouchedEntry(tx, context, { ...vouched, ...by }, now) : [];
  const { with_temporary_password, strong } = signIn;
  await recordSignIn(tx, account, { ...from, with_temporary_password, strong }, now);
  for (const change of changes) await recordChange(tx, null, change, now);
  return true;
}

/** A temporary password or an entrusted provider proves the address; the password of an account that was never verified is void from then on. */
function changeOnEntry({ account, temporary_hash, by }: Entry, new_hash: string | null) {
  if (temporary_hash !== null || by)
    return { is_verified: true as const, ...(account.is_verified ? {} : { password_hash: NO_PASSWORD }) };
  return new_hash ? { password_hash: new_hash } : {};
}
