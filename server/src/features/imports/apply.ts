/** Applies a preview in one transaction: the people are as the preview saw them, or nothing happens. */
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { AppliedImport } from '#contract/imports.ts';
import { isAdministrator, type Role } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { user_import_rows, user_imports } from '../../db/tables/imports.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { dueDateFor } from '../access-policy/due-dates.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { inviteAll } from '../invitations/invite.ts';
import { holdWithSuperadmins } from '../users/authority.ts';
import { movePeople } from '../users/move-people.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { deactivateAll } from '../users/status.ts';
import { freeTokens } from '../users/tokens/token-limit.ts';
import { groupsNamed, isAbsent, keptSince } from './preview.ts';

type ApplyContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'signals' | 'log'>;
type Row = typeof user_import_rows.$inferSelect;
type By = Actor & { role: Role };

export type Wanted = { create_groups: boolean; send_invitations: boolean; deactivate_ids: number[] };

/** A repeat with the same key gets the first run's figures. */
export async function applyImport(
  context: ApplyContext,
  by: By,
  id: number,
  wanted: Wanted,
  idempotency_key: string | null,
): Promise<AppliedImport> {
  const now = context.clock.now();
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: JSON.stringify(['apply-import', id, wanted]),
  };
  const deactivate_ids = [...new Set(wanted.deactivate_ids)].toSorted((a, b) => a - b);
  const applied = await context.db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as AppliedImport;
    const answer = await apply(tx, context, { by, id, ...wanted, deactivate_ids }, now);
    if (call) await storeFirstRun(tx, call, { status: 200, answer });
    return answer;
  });
  for (const user_id of deactivate_ids) await wakePerson(context, user_id);
  return applied;
}

async function apply(
  tx: Transaction,
  { queue }: Pick<AppContext, 'queue'>,
  { by, id, create_groups, send_invitations, deactivate_ids }: Wanted & { by: By; id: number },
  now: Date,
): Promise<AppliedImport> {
  const { file_sha256 } = await lockImport(tx, by, id, now);
  const rows = await tx
    .select()
    .from(user_import_rows)
    .where(and(eq(user_import_rows.import_id, id), ne(user_import_rows.action, 'problem')))
    .orderBy(asc(user_import_rows.line));
  await holdPeople(tx, by, { rows, deactivate_ids });
  await requireAbsent(tx, by, { id, deactivate_ids });
  const changes = rows.filter(({ action }) => action !== 'unchanged');
  const { groups, created_groups } = await groupsFor(tx, changes, create_groups, now);
  const left = changes.filter(({ group_name }) => group_name !== null && !groups.has(group_name));
  const leftLines = new Set(left.map(({ line }) => line));
  const kept = changes.filter(({ line }) => !leftLines.has(line));
  const fresh = kept.filter(({ action }) => action === 'new');
  const created = await createPeople(tx, fresh, now);
  const changed = kept.filter(({ action }) => action === 'changed');
  await changePeople(tx, changed, now);
  await moveToGroups(tx, [...created, ...changed], groups, now);
  await deactivateAll(tx, by, deactivate_ids, now);
  const invited = send_invitations ? await invitePeople(tx, queue, by, fresh, now) : 0;
  await closeImport(tx, { id, left }, now);
  for (const group of created_groups)
    await recordChange(
      tx,
      by,
      {
        action: 'group.created',
        object_type: 'group',
        object_id: group.id,
        object_name: group.name,
        after: { name: group.name, description: null },
      },
      now,
    );
  const answer = {
    created: created.length,
    changed: changed.length,
    deactivated: deactivate_ids.length,
    invited,
    groups_created: created_groups.length,
    left_out: left.length,
  };
  const change = { action: 'import.applied', object_type: 'import', object_id: id } as const;
  await recordChange(tx, by, { ...change, after: { ...answer, file_sha256 } }, now);
  return answer;
}

/** Locked: of two who apply the same preview at once the second finds it applied. */
async function lockImport(tx: Transaction, by: By, id: number, now: Date) {
  const [found] = await tx.select().from(user_imports).where(eq(user_imports.id, id)).for('update');
  const isTheirs = found?.created_by_user_id === by.user_id && found.created_at > keptSince(now);
  if (!found || !isTheirs) throw new AppError('import_not_found');
  if (found.applied_at) throw new AppError('import_outdated');
  return found;
}

/** Everybody concerned is locked in the order of ids and must be as the preview saw them. */
async function holdPeople(
  tx: Transaction,
  by: By,
  { rows, deactivate_ids }: { rows: Row[]; deactivate_ids: number[] },
): Promise<void> {
  const known = rows.filter((row) => row.user_id !== null);
  const ids = known.map(({ user_id }) => user_id ?? 0);
  const held = await holdWithSuperadmins(tx, [by.user_id, ...ids, ...deactivate_ids]);
  const actor = held.find((person) => person.id === by.user_id);
  if (!actor?.active) throw new AppError('account_ended');
  if (!isAdministrator(actor)) throw new AppError('forbidden');
  const now = await tx
    .select({ id: users.id, updated_at: users.updated_at })
    .from(users)
    .where(inArray(users.id, ids));
  const times = new Map(now.map((person) => [person.id, person.updated_at.getTime()]));
  const isAsSeen = ({ user_id, user_updated_at }: Row) =>
    times.get(user_id ?? 0) === user_updated_at?.getTime();
  if (!known.every(isAsSeen)) throw new AppError('import_outdated');
}

async function requireAbsent(
  tx: Transaction,
  by: By,
  { id, deactivate_ids }: { id: number; deactivate_ids: number[] },
): Promise<void> {
  if (!deactivate_ids.length) return;
  const absent = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, deactivate_ids), isAbsent(id, by)));
  if (absent.length !== deactivate_ids.length) throw new AppError('import_outdated');
}

async function groupsFor(tx: Transaction, rows: Row[], create_groups: boolean, now: Date) {
  const groups = await groupsNamed(tx, rows);
  const missing = rows
    .map(({ group_name }) => group_name)
    .filter((name) => name !== null && !groups.has(name));
  if (!create_groups || !missing.length) return { groups, created_groups: [] };
  // Two spellings of one name make one group.
  const { rows: created_groups } = await tx.execute<{ id: number; name: string }>(sql`
    insert into user_groups (name, created_at, updated_at)
    select min(name), ${now}::timestamptz, ${now}::timestamptz
    from unnest(${sql.param(missing)}::text[]) given (name) group by fold_text(name) order by 1
    on conflict do nothing returning id, name`);
  return { groups: await groupsNamed(tx, rows), created_groups };
}

/** Accounts without a password: their people enter by an invitation, or by recovering it. */
async function createPeople(tx: Transaction, rows: Row[], now: Date): Promise<Row[]> {
  if (!rows.length) return [];
  const given = rows.map(({ email, name, phone }) => ({ email, name, phone }));
  const { rows: made } = await tx.execute<{ id: number; email: string }>(sql`
    insert into users (email, name, phone, password_hash, token_limit, user_group_id, second_factor_due,
      token_cycle_start, token_anchor, created_at, updated_at)
    select email, name, phone, ${NO_PASSWORD}, ${await freeTokens(tx)}::bigint,
      (select id from ${user_groups} where is_default), ${dueDateFor('user', now)},
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (email text, name text, phone text)
    on conflict (email) do nothing returning id, email`);
  // Somebody has come in with one of these addresses since the preview.
  if (made.length !== rows.length) throw new AppError('import_outdated');
  const ids = new Map(made.map(({ id, email }) => [email, id]));
  return rows.map((row) => ({ ...row, user_id: ids.get(row.email) ?? null }));
}

async function changePeople(tx: Transaction, rows: Row[], now: Date): Promise<void> {
  if (!rows.length) return;
  const given = rows.map(({ user_id, name, phone }) => ({ user_id, name, phone }));
  await tx.execute(sql`
    update users set name = coalesce(given.name, users.name), phone = coalesce(given.phone, users.phone),
      updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (user_id int, name text, phone text)
    where users.id = given.user_id`);
}

async function moveToGroups(
  tx: Transaction,
  rows: Row[],
  groups: Map<string, number>,
  now: Date,
): Promise<void> {
  const named = rows.filter(({ group_name }) => group_name !== null);
  const byGroup = Map.groupBy(named, ({ group_name }) => groups.get(group_name ?? '') ?? 0);
  for (const [group, members] of byGroup)
    await movePeople(
      tx,
      members.map(({ user_id }) => user_id ?? 0),
      group,
      now,
    );
}

async function invitePeople(
  tx: Transaction,
  queue: AppContext['queue'],
  by: By,
  rows: Row[],
  now: Date,
): Promise<number> {
  // Their accounts have their groups already.
  const outcomes = await inviteAll(
    tx,
    by,
    { emails: rows.map(({ email }) => email), user_group_id: null },
    now,
  );
  const sent = [...outcomes.values()].filter(({ outcome }) => outcome === 'sent').length;
  if (sent) await queue.send('invitations.send', {}, tx);
  return sent;
}

/** The lines that were left out stay for a day, to be downloaded; all others are gone. */
async function closeImport(
  tx: Transaction,
  { id, left }: { id: number; left: Row[] },
  now: Date,
): Promise<void> {
  const lines = left.map(({ line }) => line);
  if (lines.length)
    await tx
      .update(user_import_rows)
      .set({ action: 'problem', problem: 'O grupo não existe.' })
      .where(and(eq(user_import_rows.import_id, id), inArray(user_import_rows.line, lines)));
  await tx
    .delete(user_import_rows)
    .where(and(eq(user_import_rows.import_id, id), ne(user_import_rows.action, 'problem')));
  await tx.update(user_imports).set({ applied_at: now }).where(eq(user_imports.id, id));
}
