/** Tokens of directories: two at most, so that one works while the other is replaced. */
import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import { identityProviderMessages } from '#contract/identity-providers.ts';
import { SCIM_TOKEN_PREFIX, SCIM_TOKENS_MAX } from '#contract/scim-limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { scim_tokens } from '../../db/tables/scim.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { keyedHash } from '../auth/credentials/signing-keys.ts';
import { requireProviderRow } from '../identity-providers/provider.ts';
import { shownToken } from '../identity-providers/provisioning.ts';
import { refusedField } from '../identity-providers/settings.ts';

const FORM = new RegExp(`^${SCIM_TOKEN_PREFIX}[\\w-]{43}$`);
const HINT_LENGTH = 4;

/** Derived from a seed that lives as long as the call may be repeated: afterwards nobody can tell it again. */
const secretFrom = (serverSecret: string, seed: string): string =>
  SCIM_TOKEN_PREFIX + keyedHash('scim token', serverSecret, seed).toString('base64url');

export const isTokenForm = (typed: string): boolean => FORM.test(typed);
export const hashOfScimToken = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const isLive = (provider_id: number) =>
  and(eq(scim_tokens.provider_id, provider_id), isNull(scim_tokens.revoked_at));

export const findScimToken = async (db: Queryable, provider_id: number, id: number) => {
  const [row] = await db
    .select()
    .from(scim_tokens)
    .where(and(isLive(provider_id), eq(scim_tokens.id, id)));
  return row;
};

type TokenContext = Pick<AppContext, 'db' | 'clock' | 'secret'>;

/** A repeat with the same `Idempotency-Key` gets the same secret, which is stored nowhere. */
export async function makeScimToken(
  { db, clock, secret: serverSecret }: TokenContext,
  caller: Caller,
  provider_id: number,
  meta: Meta,
) {
  const now = clock.now();
  const { user_id } = caller;
  const call = meta.idempotency_key && {
    user_id,
    key: meta.idempotency_key,
    request: `make-scim-token ${provider_id}`,
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return madeBefore(tx, provider_id, serverSecret, first.answer);
    const { kind, name } = await requireProviderRow(tx, provider_id, 'lock');
    if (kind === 'ldap') throw refusedField('kind', identityProviderMessages.scimKind);
    const [live] = await tx.select({ tokens: count() }).from(scim_tokens).where(isLive(provider_id));
    if ((live?.tokens ?? 0) >= SCIM_TOKENS_MAX) throw new AppError('too_many_scim_tokens');
    const seed = randomBytes(32).toString('base64url');
    const secret = secretFrom(serverSecret, seed);
    const hint = secret.slice(-HINT_LENGTH);
    const [row] = await tx
      .insert(scim_tokens)
      .values({ provider_id, token_hash: hashOfScimToken(secret), hint, created_at: now })
      .returning();
    if (!row) throw new Error('no token was inserted');
    if (call) await storeFirstRun(tx, call, { status: 201, answer: { token_id: row.id, seed } });
    const change = {
      action: 'identity_provider.scim_token_made',
      ...named(provider_id, name),
      after: { hint },
    };
    await recordChange(tx, byCaller(caller, meta), change, now);
    return { ...shownToken(row), secret };
  });
}

async function madeBefore(tx: Transaction, provider_id: number, serverSecret: string, answer: unknown) {
  const { token_id, seed } = (answer ?? {}) as { token_id?: number; seed?: string };
  // The key belongs to a call of another kind.
  if (token_id === undefined || seed === undefined) throw new AppError('idempotency_mismatch');
  const row = await findScimToken(tx, provider_id, token_id);
  if (!row) throw new AppError('scim_token_not_found');
  return { ...shownToken(row), secret: secretFrom(serverSecret, seed) };
}

export async function revokeScimToken(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  { id: provider_id, tokenId }: { id: number; tokenId: number },
  meta: Meta,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(scim_tokens)
      .set({ revoked_at: now })
      .where(and(isLive(provider_id), eq(scim_tokens.id, tokenId)))
      .returning();
    if (!row) throw new AppError('scim_token_not_found');
    const { name } = await requireProviderRow(tx, provider_id);
    const before = { hint: row.hint };
    const change = { action: 'identity_provider.scim_token_revoked', ...named(provider_id, name), before };
    await recordChange(tx, byCaller(caller, meta), change, now);
  });
}

const named = (object_id: number, object_name: string) =>
  ({ object_type: 'identity_provider', object_id, object_name }) as const;
