/** A provider's word for a person, and its rows once the person has entered by it. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../db/client.ts';
import { identities, identity_providers, provider_sessions } from '../../db/tables/identity.ts';
import type { Change } from '../audit/record.ts';
import { placeByGroups } from './groups.ts';
import { isIdentity, type KnownProvider, mappingsFor } from './provider.ts';

const HOUR_MS = 3_600_000;
/** The length of a sign-in of which the provider will never say that it has ended. */
const UNWATCHED_HOURS = 8;

export const Vouched = z.object({
  provider_id: z.number(),
  subject_hash: z.string(),
  /** The person's address at the provider. */
  label: z.string().nullable(),
  level: z.string().nullable(),
  /** The provider asked for a second factor of its own, and its word for that counts here. */
  strong: z.boolean(),
  groups: z.array(z.string()).nullable(),
  /** `iat` of the ID token, in milliseconds. */
  issued_at: z.number(),
  sid_hash: z.string().nullable(),
  /** It says at once when the person signs out there. */
  announces_logout: z.boolean(),
  /** The account was made with this entry. */
  is_new: z.boolean(),
});
export type Vouched = z.output<typeof Vouched>;

export const endOfSignIn = (provider: KnownProvider, vouched: Vouched, now: Date): Date | null => {
  const hours = provider.settings.session_hours ?? (vouched.announces_logout ? null : UNWATCHED_HOURS);
  return hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
};

type NotingContext = Pick<AppContext, 'queue'>;
type Noted = { user_id: number; sign_in_id: string; provider: KnownProvider; vouched: Vouched };

/** The sign-in is open. Returns what changed, to be recorded at the end of the transaction. */
export async function noteVouchedEntry(
  tx: Transaction,
  context: NotingContext,
  { user_id, sign_in_id, provider, vouched }: Noted,
  now: Date,
): Promise<Change[]> {
  const linked = await keepIdentity(tx, context, { user_id, provider, vouched }, now);
  await keepSession(tx, { user_id, sign_in_id, provider, vouched }, now);
  if (provider.failing_since)
    await tx
      .update(identity_providers)
      .set({ failing_since: null, last_error: null })
      .where(eq(identity_providers.id, provider.id));
  const mappings = await mappingsFor(tx, provider);
  const { groups, is_new } = vouched;
  const placed = await placeByGroups(tx, { provider, mappings, groups, user_id, is_new }, now);
  return [...linked, ...placed];
}

/** Links the account at the provider, or notes that it was vouched for again. */
export async function keepIdentity(
  tx: Transaction,
  { queue }: Pick<AppContext, 'queue'>,
  { user_id, provider, vouched }: Omit<Noted, 'sign_in_id'>,
  now: Date,
): Promise<Change[]> {
  const { subject_hash, label, level } = vouched;
  const [known] = await tx.select().from(identities).where(isIdentity(user_id, provider.id));
  if (known?.subject_hash === subject_hash) {
    await tx
      .update(identities)
      .set({ label, level, last_vouched_at: now })
      .where(isIdentity(user_id, provider.id));
    return [];
  }
  await tx
    .insert(identities)
    .values({
      ...{ user_id, provider_id: provider.id, subject_hash, label, level },
      created_at: now,
      last_vouched_at: now,
    })
    .onConflictDoUpdate({
      target: [identities.user_id, identities.provider_id],
      set: { subject_hash, label, level, created_at: now, last_vouched_at: now },
    });
  if (vouched.is_new) return [];
  await queue.send('access.letter', { user_id, kind: 'account_linked', at: now.toISOString() }, tx);
  return [
    { action: 'user.linked', object_type: 'user', person: user_id, after: { provider: provider.name } },
  ];
}

async function keepSession(
  tx: Transaction,
  { user_id, sign_in_id, provider, vouched }: Noted,
  now: Date,
): Promise<void> {
  await tx.insert(provider_sessions).values({
    ...{ user_id, sign_in_id, provider_id: provider.id, sid_hash: vouched.sid_hash },
    issued_at: new Date(vouched.issued_at),
    checked_at: now,
  });
}
