/** A key as its owner sees it, and as the record of administration does. */
import { markOf } from '../../audit/values.ts';
import type { KeyRow } from './store.ts';

export const auditObject = ({ id, user_id }: KeyRow) =>
  ({ object_type: 'access_key', object_id: id, person: user_id }) as const;

/** Entries outlive people: of a name that a person chose they keep its keyed mark. */
export const auditFields = ({ name, agent_ids, token_cap, expires_at }: KeyRow) => ({
  name: markOf(name),
  agent_ids,
  token_cap,
  expires_at: expires_at?.toISOString() ?? null,
});

export const toDto = (row: KeyRow, token_used: number, now: Date) => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  agent_ids: row.agent_ids,
  token_cap: row.token_cap,
  token_used,
  expires_at: row.expires_at,
  is_expired: row.expires_at !== null && row.expires_at <= now,
  last_used_at: row.last_used_at,
  last_used_ip: row.last_used_ip,
  created_at: row.created_at,
});
