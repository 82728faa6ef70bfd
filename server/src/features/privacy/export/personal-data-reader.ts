/**
 * Reads all personal data of a person a piece at a time: years of conversations never stand in memory at once. Hashes of
 * passwords, codes and tokens are left out.
 */
import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { audit_entries, audit_origins } from '../../../db/tables/audit.ts';
import { feedback } from '../../../db/tables/feedback.ts';
import { group_limits } from '../../../db/tables/group-limits.ts';
import { access_keys } from '../../../db/tables/keys.ts';
import { exchange_rates, model_prices } from '../../../db/tables/models.ts';
import { payment_customers, subscriptions, usage_notices } from '../../../db/tables/payments.ts';
import { user_dismissals, user_groups, users } from '../../../db/tables/people.ts';
import { purchases, token_credits } from '../../../db/tables/plans.ts';
import { receipts } from '../../../db/tables/receipts.ts';
import { session_links } from '../../../db/tables/session-links.ts';
import { erasedFields } from '../../audit/entries.ts';
import { type FilesContext, readFile } from '../../file-storage/stored-files.ts';
import { contentOf, listFiles, type SessionFileRow } from '../../session-files/store.ts';
import {
  readAcceptances,
  readCodes,
  readDirectories,
  readIdentities,
  readImports,
  readInvitations,
  readSignIns,
} from './access-reader.ts';
import { readEntries, readMessages, readSessions, readUsage } from './conversation-reader.ts';
import { readWork } from './work-reader.ts';

export type PersonalData = ReturnType<typeof personalDataOf>;

export const personalDataOf = ({ db, objects }: FilesContext, user_id: number) => ({
  profile: () => profileOf(db, user_id),
  sign_ins: () => readSignIns(db, user_id),
  linked_accounts: () => readIdentities(db, user_id),
  accepted_terms: () => readAcceptances(db, user_id),
  directories: () => readDirectories(db, user_id),
  waiting_codes: () => readCodes(db, user_id),
  invitations: () => readInvitations(db, user_id),
  imports: () => readImports(db, user_id),
  access_keys: () => readKeys(db, user_id),
  dismissals: () => readDismissals(db, user_id),
  notified_of_groups: () => readNotifiedGroups(db, user_id),
  typed_prices: () => readTypedPrices(db, user_id),
  subscription: () => readSubscription(db, user_id),
  purchases: () => readPurchases(db, user_id),
  feedback: () => readFeedback(db, user_id),
  screenshot: (id: number) => readScreenshot(db, user_id, id),
  receipts: () => readReceipts(db, user_id),
  session_links: () => readSessionLinks(db, user_id),
  audit: () => readAudit(db, user_id),
  agents: () => readWork(db, user_id),
  sessions: () => readSessions(db, user_id),
  messages: (session_id: string) => readMessages(db, user_id, session_id),
  session_files: (session_id: string) => listFiles(db, user_id, session_id),
  session_file: (file: SessionFileRow) => readFile({ db, objects }, contentOf(file)),
  token_entries: () => readEntries(db, user_id),
  usage_by_month: () => readUsage(db, user_id),
});

async function profileOf(db: Database, user_id: number) {
  const { password_hash: _, ...columns } = getTableColumns(users);
  const [profile] = await db
    .select({ ...columns, user_group: user_groups.name })
    .from(users)
    .leftJoin(user_groups, eq(user_groups.id, users.user_group_id))
    .where(eq(users.id, user_id));
  return profile;
}

/** The groups about whose budget the person gets e-mails. */
function readNotifiedGroups(db: Database, user_id: number) {
  return db
    .select({ id: user_groups.id, name: user_groups.name })
    .from(group_limits)
    .innerJoin(user_groups, eq(user_groups.id, group_limits.user_group_id))
    .where(sql`${user_id}::int = any(${group_limits.notify_user_ids})`)
    .orderBy(asc(user_groups.id));
}

/** The prices and exchange rates that the person typed. */
async function readTypedPrices(db: Database, user_id: number) {
  const prices = await db
    .select({ model_id: model_prices.model_id, typed_at: model_prices.valid_from })
    .from(model_prices)
    .where(eq(model_prices.created_by, user_id))
    .orderBy(asc(model_prices.id));
  const rates = await db
    .select({ day: exchange_rates.day, typed_at: exchange_rates.created_at })
    .from(exchange_rates)
    .where(eq(exchange_rates.created_by, user_id))
    .orderBy(asc(exchange_rates.id));
  return { prices, exchange_rates: rates };
}

/** Without what would let somebody in. */
function readKeys(db: Database, user_id: number) {
  const { user_id: _, key_hash: __, ...columns } = getTableColumns(access_keys);
  return db
    .select(columns)
    .from(access_keys)
    .where(eq(access_keys.user_id, user_id))
    .orderBy(asc(access_keys.id));
}

function readDismissals(db: Database, user_id: number) {
  const { user_id: _, ...columns } = getTableColumns(user_dismissals);
  return db
    .select(columns)
    .from(user_dismissals)
    .where(eq(user_dismissals.user_id, user_id))
    .orderBy(asc(user_dismissals.key));
}

async function readSubscription(db: Database, user_id: number) {
  const { user_id: _, ...columns } = getTableColumns(subscriptions);
  const [customer] = await db
    .select({ customer_id: payment_customers.customer_id, created_at: payment_customers.created_at })
    .from(payment_customers)
    .where(eq(payment_customers.user_id, user_id));
  return {
    customer: customer ?? null,
    subscriptions: await db.select(columns).from(subscriptions).where(eq(subscriptions.user_id, user_id)),
    usage_notices: await db
      .select({
        cycle_start: usage_notices.cycle_start,
        level: usage_notices.level,
        sent_at: usage_notices.sent_at,
      })
      .from(usage_notices)
      .where(eq(usage_notices.user_id, user_id)),
  };
}

async function readPurchases(db: Database, user_id: number) {
  const { user_id: _, ...bought } = getTableColumns(purchases);
  const { user_id: __, ...given } = getTableColumns(token_credits);
  return {
    purchases: await db
      .select(bought)
      .from(purchases)
      .where(eq(purchases.user_id, user_id))
      .orderBy(asc(purchases.created_at)),
    token_credits: await db
      .select(given)
      .from(token_credits)
      .where(eq(token_credits.user_id, user_id))
      .orderBy(asc(token_credits.created_at)),
  };
}

function readFeedback(db: Database, user_id: number) {
  const { user_id: _, screenshot: __, ...columns } = getTableColumns(feedback);
  return db.select(columns).from(feedback).where(eq(feedback.user_id, user_id)).orderBy(asc(feedback.id));
}

async function readScreenshot(db: Database, user_id: number, id: number): Promise<Uint8Array> {
  const [row] = await db
    .select({ screenshot: feedback.screenshot })
    .from(feedback)
    .where(and(eq(feedback.user_id, user_id), eq(feedback.id, id)));
  return row?.screenshot ?? new Uint8Array();
}

/** Without the tokens, which are not kept. */
function readSessionLinks(db: Database, user_id: number) {
  const { user_id: _, token_hash: __, ...columns } = getTableColumns(session_links);
  return db
    .select(columns)
    .from(session_links)
    .where(eq(session_links.user_id, user_id))
    .orderBy(asc(session_links.id));
}

/** With what proves them: text, signature and the id of the key. */
async function readReceipts(db: Database, user_id: number) {
  const rows = await db
    .select()
    .from(receipts)
    .where(eq(receipts.user_id, user_id))
    .orderBy(asc(receipts.created_at), asc(receipts.code));
  return rows.map((row) => ({
    code: row.code,
    with_question: row.with_question,
    with_name: row.with_name,
    created_at: row.created_at,
    revoked_at: row.revoked_at,
    canonical: row.canonical,
    signature: row.signature.toString('base64url'),
    key_id: row.key_id,
  }));
}

/** Their own actions with the network they came from, and those of others on them without it. */
async function readAudit(db: Database, user_id: number) {
  const reference = sql`(select reference from users where id = ${user_id})`;
  return db
    .select({
      created_at: audit_entries.created_at,
      action: audit_entries.action,
      object_type: audit_entries.object_type,
      object_id: audit_entries.object_id,
      object_name: audit_entries.object_name,
      before: audit_entries.before,
      after: audit_entries.after,
      erased_fields: sql<string[]>`${erasedFields}`,
      by_them: sql<boolean>`coalesce(${audit_entries.actor_reference} = ${reference}, false)`,
      ip: sql<string | null>`host(${audit_origins.ip})`,
      user_agent: audit_origins.user_agent,
    })
    .from(audit_entries)
    .leftJoin(
      audit_origins,
      and(
        eq(audit_origins.entry_id, audit_entries.id),
        sql`${audit_entries.actor_reference} is not distinct from ${reference}`,
      ),
    )
    .where(
      or(
        sql`${audit_entries.actor_reference} = ${reference}`,
        sql`${audit_entries.person_reference} = ${reference}`,
      ),
    )
    .orderBy(asc(audit_entries.id));
}
