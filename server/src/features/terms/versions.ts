/** Drafts and published versions, as superadmins keep them. */
import { asc, count, desc, eq, max, sql } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import type { TermsKind } from '#contract/terms.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { terms_acceptances, terms_versions } from '../../db/tables/terms.ts';
import { cleanText } from '../../text/clean-text.ts';
import { csvHeader, csvLine } from '../../text/csv.ts';
import { type Actor, type Change, recordChange } from '../audit/record.ts';
import { markOf } from '../audit/values.ts';
import { raiseRequiredConsent } from '../auth/records/required-consent.ts';

type Row = typeof terms_versions.$inferSelect;
type Text = { title: string; body: string; required: boolean };
type TermsContext = Pick<AppContext, 'db' | 'clock'>;

const accepted = sql<number>`(
  select count(*)::int from ${terms_acceptances} a where a.terms_id = ${terms_versions.id})`;

/** Drafts first. */
export async function listVersions(db: Queryable) {
  const rows = await db
    .select({ row: terms_versions, accepted })
    .from(terms_versions)
    .orderBy(asc(terms_versions.kind), sql`${terms_versions.version} desc nulls first`);
  return rows.map(({ row, accepted: people }) => shown(row, people));
}

const shown = ({ created_at: _, ...row }: Row, people: number) => ({ ...row, accepted: people });

async function showVersion(db: Queryable, id: number) {
  const row = await requireVersion(db, id);
  const [counted] = await db
    .select({ people: count() })
    .from(terms_acceptances)
    .where(eq(terms_acceptances.terms_id, id));
  return shown(row, counted?.people ?? 0);
}

async function requireVersion(db: Queryable, id: number, lock?: 'lock'): Promise<Row> {
  const rows = db.select().from(terms_versions).where(eq(terms_versions.id, id));
  const [row] = await (lock ? rows.for('update') : rows);
  if (!row) throw new AppError('terms_not_found');
  return row;
}

async function holdDraft(tx: Transaction, id: number, updated_at: string | null): Promise<Row> {
  const row = await requireVersion(tx, id, 'lock');
  if (row.published_at) throw new AppError('terms_published');
  if (updated_at !== null && row.updated_at.toISOString() !== updated_at) throw new AppError('stale_change');
  return row;
}

const cleaned = ({ title, body, required }: Text): Text => ({
  title: cleanText(title),
  body: cleanText(body),
  required,
});

/** The entry has a digest of the text, never its words. */
const label = ({ kind, version, required, body }: Pick<Row, 'kind' | 'version' | 'required' | 'body'>) => ({
  kind,
  version,
  required,
  body: markOf(body),
});

const named = ({ id, title }: Row): Pick<Change, 'object_type' | 'object_id' | 'object_name'> => ({
  object_type: 'terms',
  object_id: id,
  object_name: title,
});

export async function createDraft(
  { db, clock }: TermsContext,
  by: Actor,
  { kind, ...text }: Text & { kind: TermsKind },
) {
  const now = clock.now();
  const id = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(terms_versions)
      .values({ kind, ...cleaned(text), created_at: now, updated_at: now })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new AppError('terms_draft_exists');
    await recordChange(tx, by, { action: 'terms.created', ...named(row), after: label(row) }, now);
    return row.id;
  });
  return showVersion(db, id);
}

export async function changeDraft(
  { db, clock }: TermsContext,
  by: Actor,
  id: number,
  { updated_at, ...text }: Text & { updated_at: string },
) {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const before = await holdDraft(tx, id, updated_at);
    const [row] = await tx
      .update(terms_versions)
      .set({ ...cleaned(text), updated_at: now })
      .where(eq(terms_versions.id, id))
      .returning();
    if (!row) throw new AppError('terms_not_found');
    const change = { before: label(before), after: label(row) };
    await recordChange(tx, by, { action: 'terms.updated', ...named(row), ...change }, now);
  });
  return showVersion(db, id);
}

export async function deleteDraft({ db, clock }: TermsContext, by: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdDraft(tx, id, null);
    await tx.delete(terms_versions).where(eq(terms_versions.id, id));
    await recordChange(tx, by, { action: 'terms.deleted', ...named(row), before: label(row) }, clock.now());
  });
}

/** From then on it is in force, and never changes. A required one is asked of everybody at their next call. */
export async function publishDraft({ db, clock }: TermsContext, by: Actor, id: number, updated_at: string) {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { kind } = await holdDraft(tx, id, updated_at);
    const [last] = await tx
      .select({ version: max(terms_versions.version) })
      .from(terms_versions)
      .where(eq(terms_versions.kind, kind));
    const [row] = await tx
      .update(terms_versions)
      .set({ version: (last?.version ?? 0) + 1, published_at: now, updated_at: now })
      .where(eq(terms_versions.id, id))
      .returning();
    if (!row) throw new AppError('terms_not_found');
    if (row.required) await raiseRequiredConsent(tx, now);
    await recordChange(tx, by, { action: 'terms.published', ...named(row), after: label(row) }, now);
  });
  return showVersion(db, id);
}

const COLUMNS = ['e-mail', 'nome', 'aceito em', 'endereço'];

export async function acceptancesFile(db: Queryable, id: number): Promise<Download> {
  const { kind, version } = await requireVersion(db, id);
  const rows = await db
    .select({
      email: users.email,
      name: users.name,
      accepted_at: terms_acceptances.accepted_at,
      ip: terms_acceptances.ip,
    })
    .from(terms_acceptances)
    .innerJoin(users, eq(users.id, terms_acceptances.user_id))
    .where(eq(terms_acceptances.terms_id, id))
    .orderBy(desc(terms_acceptances.accepted_at), asc(users.id));
  return {
    filename: `prosa-aceites-${kind}-${version ?? 'rascunho'}.csv`,
    content: csvHeader(COLUMNS) + rows.map((row) => csvLine(Object.values(row))).join(''),
  };
}
