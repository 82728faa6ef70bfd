import type { Transaction } from '../../../db/client.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { auditFields, auditObject } from './dto.ts';
import { type KeyRow, requestStopsOf, updateKey } from './store.ts';

/**
 * Revokes keys whose rows, and whose owner's row before them, are locked. Their answers stop, and each is recorded: to
 * be called last in a transaction.
 */
export async function revokeKeys(tx: Transaction, rows: KeyRow[], actor: Actor, now: Date): Promise<void> {
  for (const { id, user_id } of rows) {
    await updateKey(tx, id, { revoked_at: now });
    await requestStopsOf(tx, user_id, id);
  }
  for (const row of rows) {
    const entry = { action: 'access_key.revoked', ...auditObject(row), before: auditFields(row) };
    await recordChange(tx, actor, entry, now);
  }
}
