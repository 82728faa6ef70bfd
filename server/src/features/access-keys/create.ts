/** Creates access keys. The reply is the only place where a secret is shown. */
import { randomBytes } from 'node:crypto';
import { keyMessages, type NewAccessKey } from '#contract/keys.ts';
import { ACCESS_KEYS_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { isFresh, type PasswordContext, requireCurrentPassword } from '../auth/recovery.ts';
import { findAccount, lockAccount } from '../users/store.ts';
import { auditFields, auditObject, toDto } from './records/dto.ts';
import { countLiveKeys, findLiveKey, insertKey } from './records/store.ts';
import { hashOfSecret, hintOf, secretFrom } from './secret.ts';
import { usable } from './settings.ts';
import { spentByKeys } from './spending.ts';

/** A repeat with the same `Idempotency-Key` gets the same secret, which is stored nowhere. */
export async function createKey(
  context: PasswordContext,
  caller: Caller,
  { current_password, ...typed }: NewAccessKey,
  meta: Meta,
) {
  const { db, clock, queue, secret: serverSecret } = context;
  const { user_id } = caller;
  await requireOwner(context, caller, current_password, meta.ip);
  const now = clock.now();
  const wanted = cleanFields(typed, keyMessages.nameMissing);
  const call = meta.idempotency_key && {
    user_id,
    key: meta.idempotency_key,
    request: `create-access-key ${JSON.stringify(wanted)}`,
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return madeBefore(tx, user_id, serverSecret, { answer: first.answer, now });
    if (!(await lockAccount(tx, user_id))?.active) throw new AppError('account_ended');
    if ((await countLiveKeys(tx, user_id)) >= ACCESS_KEYS_MAX) throw new AppError('too_many_keys');
    const settings = await usable(tx, caller, { wanted, now });
    const seed = randomBytes(32).toString('base64url');
    const secret = secretFrom(serverSecret, seed);
    const row = await insertKey(tx, {
      user_id,
      name: wanted.name,
      token_cap: wanted.token_cap,
      ...settings,
      key_hash: hashOfSecret(secret),
      hint: hintOf(secret),
      created_at: now,
    });
    if (call) await storeFirstRun(tx, call, { status: 201, answer: { key_id: row.id, seed } });
    await queue.send('keys.made', { user_id, key_id: row.id }, tx);
    const change = { action: 'access_key.created', ...auditObject(row), after: auditFields(row) };
    await recordChange(tx, byCaller(caller, meta), change, now);
    return { ...toDto(row, 0, now), secret };
  });
}

async function madeBefore(
  tx: Transaction,
  user_id: number,
  serverSecret: string,
  { answer, now }: { answer: unknown; now: Date },
) {
  const { key_id, seed } = (answer ?? {}) as { key_id?: number; seed?: string };
  // The key belongs to a call of another kind.
  if (key_id === undefined || seed === undefined) throw new AppError('idempotency_mismatch');
  const row = await findLiveKey(tx, user_id, key_id);
  if (!row) throw new AppError('key_not_found');
  const spent = await spentByKeys(tx, user_id, now);
  return { ...toDto(row, spent.get(row.id) ?? 0, now), secret: secretFrom(serverSecret, seed) };
}

/** Asks for the password unless the sign-in is fresh: an open browser alone must not give a key away. */
async function requireOwner(
  context: PasswordContext,
  caller: Caller,
  current_password: string | undefined,
  ip: string,
): Promise<void> {
  const { db, clock } = context;
  const account = await findAccount(db, caller.user_id);
  if (!account) throw new AppError('not_authenticated');
  if (current_password) await requireCurrentPassword(context, account, current_password, ip);
  else if (!isFresh(caller, clock.now())) throw new AppError('reauthentication_required');
}
