/** Seeing, changing and revoking one's access keys. */
import { type AccessKeyChange, keyMessages } from '#contract/keys.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { lockAccount } from '../users/store.ts';
import { auditFields, auditObject, toDto } from './records/dto.ts';
import { revokeKeys } from './records/revoke.ts';
import { liveKeys, lockLiveKey, updateKey } from './records/store.ts';
import { usable } from './settings.ts';
import { spentByKeys } from './spending.ts';

export async function listKeys({ db, clock }: Pick<AppContext, 'db' | 'clock'>, { user_id }: Caller) {
  const now = clock.now();
  const spent = await spentByKeys(db, user_id, now);
  const rows = await liveKeys(db, user_id);
  return { rows: rows.map((row) => toDto(row, spent.get(row.id) ?? 0, now)), total: rows.length };
}

export async function changeKey(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  id: number,
  { change, meta }: { change: AccessKeyChange; meta: Meta },
) {
  const now = clock.now();
  const { user_id } = caller;
  const changed = await db.transaction(async (tx) => {
    const row = await lockLiveKey(tx, user_id, id);
    if (!row) throw new AppError('key_not_found');
    const settings = await usable(tx, caller, { wanted: change, held: row.agent_ids, now });
    const { name, token_cap } = cleanFields(change, keyMessages.nameMissing);
    const updated = await updateKey(tx, id, {
      ...settings,
      ...(name === undefined ? {} : { name }),
      ...(token_cap === undefined ? {} : { token_cap }),
    });
    const differs = difference(auditFields(row), auditFields(updated));
    if (differs) {
      const entry = { action: 'access_key.updated', ...auditObject(row), ...differs };
      await recordChange(tx, byCaller(caller, meta), entry, now);
    }
    return updated;
  });
  const spent = await spentByKeys(db, user_id, now);
  return toDto(changed, spent.get(id) ?? 0, now);
}

export async function revokeKey(
  context: Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>,
  caller: Caller,
  id: number,
  meta: Meta,
): Promise<null> {
  const now = context.clock.now();
  const { user_id } = caller;
  await context.db.transaction(async (tx) => {
    // Locked before the answers, in the order of everything that stops answers.
    await lockAccount(tx, user_id);
    const row = await lockLiveKey(tx, user_id, id);
    if (!row) throw new AppError('key_not_found');
    await revokeKeys(tx, [row], byCaller(caller, meta), now);
  });
  await wakePerson(context, user_id);
  return null;
}
