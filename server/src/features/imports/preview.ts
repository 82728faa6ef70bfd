/** The preview of a sheet: each line beside the person of its address. Writes nothing but itself. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { and, asc, count, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Download } from '#contract/endpoint.ts';
import type { ReceivedFile } from '#contract/files.ts';
import type { ImportAction, ImportRow, UserImport } from '#contract/imports.ts';
import { IMPORT_KEPT_HOURS } from '#contract/limits.ts';
import { isSuperadmin, type Role } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { user_import_rows, user_imports } from '../../db/tables/imports.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { csvHeader, csvLine } from '../../text/csv.ts';
import { refusedAddresses } from '../domains/refused.ts';
import { readSheet, type SheetLine } from './read-sheet.ts';

type ImportContext = Pick<AppContext, 'db' | 'clock'>;
type Importer = { user_id: number; role: Role };

export const keptSince = (now: Date) => new Date(now.getTime() - IMPORT_KEPT_HOURS * 3_600_000);

export async function previewImport(
  { db, clock }: ImportContext,
  by: Importer,
  file: ReceivedFile,
): Promise<UserImport> {
  const bytes = await readFile(file.path);
  const { lines, ignored_columns } = readSheet(bytes);
  const rows = await comparedWithPeople(db, by, lines);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const file_sha256 = createHash('sha256').update(bytes).digest('hex');
    const [made] = await tx
      .insert(user_imports)
      .values({ created_by_user_id: by.user_id, file_sha256, ignored_columns, created_at: now })
      .returning();
    if (!made) throw new Error('no import was inserted');
    await tx.execute(sql`
      insert into user_import_rows (import_id, line, action, problem, email, name, phone, group_name, user_id, user_updated_at)
      select ${made.id}::int, line, action, problem, email, name, phone, group_name, user_id, user_updated_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (line int, action text, problem text, email text,
        name text, phone text, group_name text, user_id int, user_updated_at timestamptz)`);
    return summaryOf(tx, made, by);
  });
}

type Known = {
  id: number;
  email: string;
  name: string;
  phone: string | null;
  role: Role;
  user_group_id: number | null;
  updated_at: Date;
};

type Compared = SheetLine & {
  action: 'new' | 'changed' | 'unchanged' | 'problem';
  user_id: number | null;
  user_updated_at: Date | null;
};

async function comparedWithPeople(db: Queryable, by: Importer, lines: SheetLine[]): Promise<Compared[]> {
  const emails = lines.map(({ email }) => email);
  const known = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      phone: users.phone,
      role: users.role,
      user_group_id: users.user_group_id,
      updated_at: users.updated_at,
    })
    .from(users)
    .where(sql`${users.email} = any(${sql.param(emails)}::text[])`);
  const people = new Map(known.map((person) => [person.email, person]));
  const groups = await groupsNamed(db, lines);
  const refused = await refusedAddresses(db, emails);
  return lines.map((line) => compare(line, people.get(line.email), { by, groups, refused }));
}

function compare(
  line: SheetLine,
  person: Known | undefined,
  { by, groups, refused }: { by: Importer; groups: Map<string, number>; refused: Set<string> },
): Compared {
  const of = { user_id: person?.id ?? null, user_updated_at: person?.updated_at ?? null };
  const wrong = (problem: string): Compared => ({ ...line, problem, action: 'problem', ...of });
  if (line.problem) return wrong(line.problem);
  if (!person && refused.has(line.email)) return wrong('O domínio do e-mail é recusado.');
  if (!person)
    return line.name === null ? wrong('Falta o nome de uma pessoa nova.') : { ...line, action: 'new', ...of };
  if (!isChange(line, person, groups)) return { ...line, action: 'unchanged', ...of };
  if (isSuperadmin(person) && !isSuperadmin(by))
    return wrong('Apenas superadmins podem alterar outro superadmin.');
  return { ...line, action: 'changed', ...of };
}

const isChange = (line: SheetLine, person: Known, groups: Map<string, number>): boolean =>
  (line.name !== null && line.name !== person.name) ||
  (line.phone !== null && line.phone !== person.phone) ||
  (line.group_name !== null && groups.get(line.group_name) !== person.user_group_id);

/** The ids of the groups that lines name, by the name as it is written there; case and accents do not count. */
export async function groupsNamed(
  db: Queryable,
  lines: { group_name: string | null }[],
): Promise<Map<string, number>> {
  const names = [...new Set(lines.map(({ group_name }) => group_name).filter((name) => name !== null))];
  if (!names.length) return new Map();
  const { rows } = await db.execute<{ name: string; id: number }>(sql`
    select named.name, g.id from unnest(${sql.param(names)}::text[]) named (name)
      join user_groups g on fold_text(g.name) = fold_text(named.name)`);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

export type ImportOf = typeof user_imports.$inferSelect;

/** An import is found by its administrator alone, for a day. */
export async function requireImport(
  { db, clock }: ImportContext,
  by: Importer,
  id: number,
): Promise<ImportOf> {
  const [found] = await db
    .select()
    .from(user_imports)
    .where(
      and(
        eq(user_imports.id, id),
        eq(user_imports.created_by_user_id, by.user_id),
        gt(user_imports.created_at, keptSince(clock.now())),
      ),
    );
  if (!found) throw new AppError('import_not_found');
  return found;
}

async function summaryOf(
  db: Queryable,
  { id, ignored_columns }: ImportOf,
  by: Importer,
): Promise<UserImport> {
  const counted = await db
    .select({ action: user_import_rows.action, rows: count() })
    .from(user_import_rows)
    .where(eq(user_import_rows.import_id, id))
    .groupBy(user_import_rows.action);
  const rows = new Map(counted.map(({ action, rows }) => [action, rows]));
  const [absent] = await db.select({ people: count() }).from(users).where(isAbsent(id, by));
  const missing = await db.execute<{ name: string }>(sql`
    select min(r.group_name) as name from user_import_rows r
    where r.import_id = ${id} and r.action in ('new', 'changed') and r.group_name is not null
      and not exists (select from user_groups g where fold_text(g.name) = fold_text(r.group_name))
    group by fold_text(r.group_name) order by 1`);
  return {
    id,
    counts: {
      new: rows.get('new') ?? 0,
      changed: rows.get('changed') ?? 0,
      unchanged: rows.get('unchanged') ?? 0,
      problem: rows.get('problem') ?? 0,
      absent: absent?.people ?? 0,
    },
    missing_groups: missing.rows.map(({ name }) => name),
    ignored_columns,
  };
}

/** Active people of whom the sheet says nothing. Superadmins and the caller never are. */
export const isAbsent = (import_id: number, by: Pick<Importer, 'user_id'>): SQL | undefined =>
  and(
    eq(users.active, true),
    ne(users.role, 'superadmin'),
    eq(users.emergency, false),
    ne(users.id, by.user_id),
    sql`not exists (
      select from user_import_rows r where r.import_id = ${import_id} and r.email = ${users.email})`,
  );

export async function importRows(
  context: ImportContext,
  by: Importer,
  { id, action, skip, limit }: { id: number; action: ImportAction; skip: number; limit: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const { db } = context;
  await requireImport(context, by, id);
  if (action === 'absent') return absentPeople(db, by, { id, skip, limit });
  const wanted = and(eq(user_import_rows.import_id, id), eq(user_import_rows.action, action));
  const [counted] = await db.select({ total: count() }).from(user_import_rows).where(wanted);
  const rows = await db
    .select()
    .from(user_import_rows)
    .where(wanted)
    .orderBy(asc(user_import_rows.line))
    .limit(limit)
    .offset(skip);
  return {
    rows: rows.map(({ import_id: _, user_updated_at: __, ...row }) => ({ id: row.line, ...row })),
    total: counted?.total ?? 0,
  };
}

async function absentPeople(
  db: Queryable,
  by: Importer,
  { id, skip, limit }: { id: number; skip: number; limit: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const wanted = isAbsent(id, by);
  const [counted] = await db.select({ total: count() }).from(users).where(wanted);
  const people = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      phone: users.phone,
      group_name: user_groups.name,
    })
    .from(users)
    .leftJoin(user_groups, eq(user_groups.id, users.user_group_id))
    .where(wanted)
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit)
    .offset(skip);
  const rows = people.map((person) => ({
    ...person,
    action: 'absent' as const,
    line: null,
    problem: null,
    user_id: person.id,
  }));
  return { rows, total: counted?.total ?? 0 };
}

/** The lines that are left out, to be mended and sent again. */
export async function problemsFile(context: ImportContext, by: Importer, id: number): Promise<Download> {
  await requireImport(context, by, id);
  const rows = await context.db
    .select()
    .from(user_import_rows)
    .where(and(eq(user_import_rows.import_id, id), eq(user_import_rows.action, 'problem')))
    .orderBy(asc(user_import_rows.line));
  const lines = rows.map(({ line, email, name, phone, group_name, problem }) =>
    csvLine([email, name, phone, group_name, line, problem]),
  );
  return {
    filename: 'linhas-com-problema.csv',
    content: csvHeader(['e-mail', 'nome', 'telefone', 'grupo', 'linha', 'problema']) + lines.join(''),
  };
}

export async function discardImport(context: ImportContext, by: Importer, id: number): Promise<null> {
  await requireImport(context, by, id);
  await context.db.delete(user_imports).where(eq(user_imports.id, id));
  return null;
}

export async function forgetOldImports(db: Queryable, now: Date): Promise<void> {
  await db.delete(user_imports).where(lt(user_imports.created_at, keptSince(now)));
}
