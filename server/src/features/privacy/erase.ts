/**
 * Takes a person out of every table. What their questions cost moves to an account of nobody, so that sums and
 * statistics stay true; everything else that is theirs is deleted. `residual-personal-data.ts` looks afterwards whether that holds.
 */
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { eraseWords } from '../audit/erase-words.ts';
import { recordChange } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import {
  accountGuesses,
  codeEmails,
  guessPause,
  registrations,
  resendPause,
  resets,
  signInCodePause,
  triesWithoutCode,
} from '../auth/records/limits.ts';
import { keepErasedActivity } from '../stats/keep-erased-activity.ts';
import { ERASED_EMAIL_DOMAIN } from '../users/user.ts';
import { namedPerson, type Person } from './person.ts';

const ERASED_USER_NAME = 'Conta removida';

/** The person is held, and nothing of theirs is being written. Returns the id that their sums are under now. */
export async function erase(tx: Transaction, person: Person, now: Date): Promise<number> {
  const { id } = person;
  await keepErasedActivity(tx, id);
  const erased_user_id = await insertErasedUser(tx, id);
  // Neither the conversation nor the record: what is left tells how much, when and by which model.
  await tx.execute(sql`
    update token_entries set user_id = ${erased_user_id}, session_id = null, message_id = null, key_id = null where user_id = ${id}`);
  await tx.execute(sql`
    update users set token_used = (
      select coalesce(sum(charged), 0) from token_entries e where e.user_id = users.id and e.created_at >= token_cycle_start),
      token_credited = (
      select coalesce(sum(from_credit), 0) from token_entries e where e.user_id = users.id and e.created_at >= token_cycle_start)
    where id = ${erased_user_id}`);
  await tx.execute(sql`update agent_check_runs set started_by = ${erased_user_id} where started_by = ${id}`);
  await tx.execute(sql`update agent_versions set created_by = null where created_by = ${id}`);
  await tx.execute(sql`update document_validity set updated_by = null where updated_by = ${id}`);
  await tx.execute(sql`update document_relations set decided_by = null where decided_by = ${id}`);
  await tx.execute(sql`update validity_proposals set decided_by = null where decided_by = ${id}`);
  await tx.execute(sql`update syncs set created_by = null where created_by = ${id}`);
  await tx.execute(sql`update sync_runs set started_by = null where started_by = ${id}`);
  await tx.execute(sql`
    update group_limits set notify_user_ids = array_remove(notify_user_ids, ${id}::int)
    where ${id}::int = any(notify_user_ids)`);
  // Hash and signature stay: somebody who kept the file can still compare it.
  await tx.execute(sql`
    update receipts set user_id = null, message_id = null, session_id = null, canonical = null, places = '[]',
      removed_at = ${now} where user_id = ${id}`);
  await tx.execute(sql`delete from session_links where user_id = ${id}`);
  await tx.execute(sql`
    update alert_rules set user_ids = array_remove(user_ids, ${id}::int) where ${id}::int = any(user_ids)`);
  await tx.execute(sql`
    update counters set notify_user_ids = array_remove(notify_user_ids, ${id}::int)
    where ${id}::int = any(notify_user_ids)`);
  await eraseConversations(tx, id);
  await erasePayments(tx, id);
  await tx.execute(sql`delete from idempotency_keys where user_id = ${id}`);
  await tx.execute(sql`delete from invitations where email = ${person.email}`);
  // Lines of a sheet that waits to be applied; a line with a problem may have more than an address in its cell.
  await tx.execute(sql`delete from user_import_rows where strpos(lower(email), ${person.email}) > 0`);
  await eraseCounters(tx, person);
  await tx.execute(sql`
    delete from pgboss.job where data->>'user_id' = ${String(id)} or data->>'email' = ${person.email}`);
  await tx.execute(sql`
    delete from audit_origins where entry_id in (
      select id from audit_entries where actor_reference = ${person.reference}
        or (actor_reference is null and person_reference = ${person.reference}))`);
  // Sign-ins, codes, temporary passwords, access keys, feedback and subscriptions go with it.
  await tx.delete(users).where(eq(users.id, id));
  await eraseWords(tx, namedPerson(person));
  const change = { action: 'user.erased', object_type: 'user', person: person.reference } as const;
  await recordChange(tx, null, change, now);
  return erased_user_id;
}

/** Times are cut to the hour: the moment of a registration would tell whose they were. */
async function insertErasedUser(tx: Transaction, id: number): Promise<number> {
  const email = `removida-${randomBytes(9).toString('hex')}@${ERASED_EMAIL_DOMAIN}`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into users (email, name, password_hash, active, token_limit, token_cycle_start, token_anchor,
      created_at, updated_at)
    select ${email}, ${ERASED_USER_NAME}, ${NO_PASSWORD}, false, token_limit, date_trunc('hour', token_cycle_start, 'UTC'),
      date_trunc('hour', token_anchor, 'UTC'), date_trunc('hour', created_at, 'UTC'), date_trunc('hour', created_at, 'UTC')
    from users where id = ${id}
    returning id`);
  if (!rows[0]) throw new Error('nobody was made');
  return rows[0].id;
}

/** Rows that refer to messages are deleted with them. */
async function eraseConversations(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`delete from session_files where user_id = ${id}`);
  await tx.execute(sql`delete from messages where user_id = ${id}`);
  await tx.execute(sql`delete from chat_sessions where user_id = ${id}`);
}

/** The provider's ids identify the person to anybody who can ask the provider. */
async function erasePayments(tx: Transaction, id: number): Promise<void> {
  const ids = sql`(
    select customer_id from payment_customers where user_id = ${id}
    union select s.customer_id from subscriptions s where s.user_id = ${id}
    union select s.id from subscriptions s where s.user_id = ${id}
    union select p.provider_session from purchases p where p.user_id = ${id} and p.provider_session is not null)`;
  await tx.execute(sql`update payment_events set object_id = null where object_id in ${ids}`);
  await tx.execute(sql`
    delete from desk_objects d where exists (
      select from ${ids} known (id) where d.id = known.id or strpos(d.data::text, known.id) > 0)`);
}

/** Failed sign-ins are counted by network and address together; those counters expire within the hour. */
async function eraseCounters(tx: Transaction, { id, email }: Person): Promise<void> {
  const nowhere = '127.0.0.1';
  const keys = [
    ...registrations(email, nowhere),
    ...resets(email, nowhere),
    ...codeEmails(email),
    triesWithoutCode(email),
    resendPause(email),
    signInCodePause(email),
    guessPause(email, 0),
    ...accountGuesses(email),
  ].map(({ key }) => key);
  await tx.execute(sql`
    delete from rate_limits where key = any(${sql.param(keys)}::text[]) or key ~ ${`^[a-z0-9-]+:${id}$`}`);
}
