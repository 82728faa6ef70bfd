/**
 * Writes an audit entry in the transaction of its change, so that neither exists without the other. Entries name people
 * by their reference only, which means nothing once the person is erased; they hold no texts of prompts and conversations.
 * A name or an address that somebody typed into an object is erased with the person (erase-words.ts).
 */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { AuditObject } from '#contract/audit.ts';
import type { Transaction } from '../../db/client.ts';
import { audit_entries, audit_origins } from '../../db/tables/audit.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { cleanText } from '../../text/clean-text.ts';
import { digestWords, NO_HASH, type Sealed, seal, type Words } from './chain.ts';
import { sealingKey, sealingKeys } from './sealing-keys.ts';
import { kept, type Values } from './values.ts';

/** The person who acted, and the origin of the request. */
export type Actor = { user_id: number; ip: string | null; user_agent: string | null };

export const byCaller = (
  { user_id }: Pick<Caller, 'user_id'>,
  { ip, user_agent }: Pick<Meta, 'ip' | 'user_agent'>,
): Actor => ({ user_id, ip, user_agent });

/** The origin of a request without a signed-in person; the entry counts as the system's own. */
export type Origin = Omit<Actor, 'user_id'> & { user_id: null };

export type Change = {
  /** `object.verb`. */
  action: string;
  object_type: AuditObject;
  object_id?: number | null;
  object_name?: string | null;
  /** users.id of the affected person, or the reference of an erased one. */
  person?: number | string | null;
  /** The fields that changed; see values.ts. */
  before?: Values | null;
  after?: Values | null;
};

/** An advisory lock that is held until the transaction ends, so that each entry follows the one before. */
const CHAIN_LOCK = 7_230_417;

export async function lockChain(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
}

/**
 * Call it last in a transaction: the holder of the chain's lock must wait for no row lock. `actor` is null for the system
 * itself.
 */
export async function recordChange(
  tx: Transaction,
  actor: Actor | Origin | null,
  change: Change,
  now: Date,
): Promise<void> {
  const { object_id = null, person = null } = change;
  await lockChain(tx);
  const { previous_hash, ...references } = await around(tx, actor?.user_id ?? null, person);
  const words = wordsOf(change);
  const words_salt = randomBytes(16).toString('hex');
  const entry: Sealed = {
    created_at: now,
    action: change.action,
    object_type: change.object_type,
    object_id,
    ...words,
    ...references,
    words_digest: digestWords(words_salt, words),
    key_id: sealingKey().id,
  };
  const hash = seal(previous_hash, entry, sealingKeys());
  if (!hash) throw new Error('an entry cannot be sealed');
  const [written] = await tx
    .insert(audit_entries)
    .values({ ...entry, words_salt, previous_hash, hash })
    .returning({ id: audit_entries.id });
  if (!written) throw new Error('no entry was written');
  if (actor) await insertOrigin(tx, written.id, actor);
}

const wordsOf = ({ object_name, before = null, after = null }: Change): Words => ({
  object_name: object_name ? cleanText(object_name) : null,
  before: kept(before),
  after: kept(after),
});

async function insertOrigin(tx: Transaction, entry_id: number, actor: Actor | Origin): Promise<void> {
  const { user_agent } = actor;
  const ip = addressOf(actor.ip);
  if (ip || user_agent) await tx.insert(audit_origins).values({ entry_id, ip, user_agent });
}

/** The hash of the last entry, and the references of the people concerned. */
async function around(tx: Transaction, actor: number | null, person: number | string | null) {
  const [id, reference] = typeof person === 'string' ? [null, person] : [person, null];
  const { rows } = await tx.execute<{
    previous_hash: string | null;
    actor_reference: string | null;
    person_reference: string | null;
  }>(sql`
    select (select hash from audit_entries order by id desc limit 1) previous_hash,
      (select reference from users where id = ${actor}::int) actor_reference,
      coalesce(${reference}::uuid, (select reference from users where id = ${id}::int)) person_reference`);
  const [found] = rows;
  return {
    previous_hash: found?.previous_hash ?? NO_HASH,
    actor_reference: found?.actor_reference ?? null,
    person_reference: found?.person_reference ?? null,
  };
}

/** Behind a proxy the address is the proxy's text; a text that is no address is not stored. */
function addressOf(ip: string | null): string | null {
  const address = ip?.split('%')[0] ?? '';
  return isIP(address) ? address : null;
}
