/** A provider's word for a person, and its rows once the person has entered by it. */
import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { openSecret, sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
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
  /** A secret with which the provider is asked later whether the person is still theirs; null where it gave none. */
  check: z.string().nullable().default(null),
  /** The account was made with this entry. */
  is_new: z.boolean(),
  /** It was made before, for somebody who has never entered it by any way. */
  is_first: z.boolean().default(false),
});
export type Vouched = z.output<typeof Vouched>;

export const endOfSignIn = (provider: KnownProvider, vouched: Vouched, now: Date): Date | null => {
  const isWatched = vouched.announces_logout || vouched.check !== null;
  const hours = provider.settings.session_hours ?? (isWatched ? null : UNWATCHED_HOURS);
  return hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
};

type NotingContext = Pick<AppContext, 'queue' | 'secretKeys'>;
type Noted = {
  user_id: number;
  sign_in_id: string;
  provider: KnownProvider;
  vouched: Vouched;
  user_agent: string | null;
};

/** The sign-in is open. Returns what changed, to be recorded at the end of the transaction. */
export async function noteVouchedEntry(
  tx: Transaction,
  context: NotingContext,
  { user_id, sign_in_id, provider, vouched, user_agent }: Noted,
  now: Date,
): Promise<Change[]> {
  const linked = await keepIdentity(tx, context, { user_id, provider, vouched, user_agent }, now);
  await keepSession(tx, context, { user_id, sign_in_id, provider, vouched }, now);
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
  { user_id, provider, vouched, user_agent }: Omit<Noted, 'sign_in_id'>,
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
  // An account that a directory or a sheet has made was never used, so nobody needs a warning.
  if (!vouched.is_first) {
    const letter = { user_id, kind: 'account_linked', at: now.toISOString(), user_agent } as const;
    await queue.send('access.letter', letter, tx);
  }
  return [
    { action: 'user.linked', object_type: 'user', person: user_id, after: { provider: provider.name } },
  ];
}

async function keepSession(
  tx: Transaction,
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  { user_id, sign_in_id, provider, vouched }: Omit<Noted, 'user_agent'>,
  now: Date,
): Promise<void> {
  const provider_id = provider.id;
  // Providers such as Google give one with the first consent only: a later sign-in is checked by that one, too.
  const check = vouched.check ?? (await newestCheck(tx, secretKeys, { user_id, provider_id }));
  const [session] = await tx
    .insert(provider_sessions)
    .values({
      ...{ user_id, sign_in_id, provider_id, sid_hash: vouched.sid_hash },
      issued_at: new Date(vouched.issued_at),
      checked_at: now,
    })
    .returning({ id: provider_sessions.id });
  if (check === null || !session) return;
  const row = { id: session.id, user_id, provider_id };
  await tx
    .update(provider_sessions)
    .set({ refresh_sealed: sealSecret(secretKeys, SEALED.provider_refresh, row, check) })
    .where(eq(provider_sessions.id, session.id));
  if (vouched.check === null && provider.settings.session_hours === null)
    await tx
      .update(sign_ins)
      .set({ ends_at: null })
      .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, sign_in_id)));
}

/** The secret of the newest sign-in with which the provider is asked about the person; of a directory, their identifier. */
export async function newestCheck(
  db: Queryable,
  secretKeys: AppContext['secretKeys'],
  { user_id, provider_id }: { user_id: number; provider_id: number },
): Promise<string | null> {
  const [row] = await db
    .select({ id: provider_sessions.id, sealed: provider_sessions.refresh_sealed })
    .from(provider_sessions)
    .innerJoin(
      sign_ins,
      and(eq(sign_ins.user_id, provider_sessions.user_id), eq(sign_ins.id, provider_sessions.sign_in_id)),
    )
    .where(
      and(
        eq(provider_sessions.user_id, user_id),
        eq(provider_sessions.provider_id, provider_id),
        isNotNull(provider_sessions.refresh_sealed),
        // One that the provider has taken back would end the new sign-in, too.
        ne(sql`coalesce(${sign_ins.ended_because}, '')`, 'provider_revoked'),
      ),
    )
    .orderBy(desc(provider_sessions.issued_at))
    .limit(1);
  if (!row?.sealed) return null;
  return openSecret(secretKeys, SEALED.provider_refresh, { id: row.id, user_id, provider_id }, row.sealed);
}
