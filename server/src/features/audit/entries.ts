/** Reads the audit log as pages and as a CSV file. Names of people are looked up, never stored. */
import { type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, AuditObject } from '#contract/audit.ts';
import type { Download } from '#contract/endpoint.ts';
import type { Database, Readable } from '../../db/client.ts';
import { cleanText } from '../../text/clean-text.ts';
import { csvHeader, csvLine } from '../../text/csv.ts';

export type AuditFilter = {
  search?: string | undefined;
  object_type?: AuditObject | undefined;
  actor_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const named = (alias: SQL): SQL => sql`
  case when ${alias}.id is null then null
    else json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'email', ${alias}.email) end`;

const joined = sql`
  audit_entries e
    left join users actor on actor.reference = e.actor_reference
    left join users person on person.reference = e.person_reference`;

function admits({ search, object_type, actor_id, from, to }: AuditFilter): SQL {
  return sql.join(
    [
      sql`true`,
      ...(object_type ? [sql`e.object_type = ${object_type}`] : []),
      ...(actor_id ? [sql`e.actor_reference = (select reference from users where id = ${actor_id})`] : []),
      ...(from ? [sql`e.created_at >= ${instant(from)}`] : []),
      ...(to ? [sql`e.created_at <= ${instant(to)}`] : []),
      ...(search ? [mentions(cleanText(search))] : []),
    ],
    sql` and `,
  );
}

/** Clamps to 1970: PostgreSQL does not accept every instant that the input format can express. */
const instant = (time: string) => new Date(Math.max(0, Date.parse(time)));

/** A substring of anything that is shown, whatever the case and the accents. */
const mentions = (search: string): SQL => sql`strpos(fold_text(concat_ws(' ', e.action, e.object_name,
  actor.name, actor.email, person.name, person.email, e.before::text, e.after::text)), fold_text(${search})) > 0`;

/** Sorted paths of the fields whose words were erased with a person. */
export const erasedFields: SQL = sql`array(
  select jsonb_object_keys(erased_words->'fields') path order by path)`;

type Row = Omit<AuditEntry, 'id' | 'created_at'> & { id: string; created_at: Date };

/** Newest first, before the entry `before` where one is given. */
async function readEntries(
  db: Readable,
  wanted: AuditFilter & { limit: number; skip?: number; before?: number },
): Promise<AuditEntry[]> {
  const older = wanted.before === undefined ? sql`true` : sql`e.id < ${wanted.before}`;
  const { rows } = await db.execute<Row>(sql`
    with page as (
      select e.id from ${joined} where ${admits(wanted)} and ${older}
      order by e.id desc limit ${wanted.limit} offset ${wanted.skip ?? 0}
    )
    select e.id, e.created_at, e.action, ${named(sql`actor`)} actor, e.actor_reference is null by_system, e.object_type,
      e.object_id, e.object_name, ${named(sql`person`)} person, e.before, e.after, ${erasedFields} erased_fields, host(o.ip) ip, o.user_agent, e.hash
    from page join ${joined} on e.id = page.id left join audit_origins o on o.entry_id = e.id
    order by e.id desc`);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    created_at: new Date(row.created_at).toISOString(),
  }));
}

export async function listEntries(
  db: Readable,
  wanted: AuditFilter & { skip: number; limit: number },
): Promise<{ rows: AuditEntry[]; total: number }> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int total from ${joined} where ${admits(wanted)}`,
  );
  return { rows: await readEntries(db, wanted), total: rows[0]?.total ?? 0 };
}

/** The columns of the file, each with its cell of an entry. Programs read them by place: a new one comes last. */
const COLUMNS: Record<string, (entry: AuditEntry) => string | number | null> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  action: ({ action }) => action,
  actor: ({ actor }) => actor?.name ?? null,
  actor_email: ({ actor }) => actor?.email ?? null,
  object_type: ({ object_type }) => object_type,
  object_id: ({ object_id }) => object_id,
  object_name: ({ object_name }) => object_name,
  person: ({ person }) => person?.name ?? null,
  person_email: ({ person }) => person?.email ?? null,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  ip: ({ ip }) => ip,
  user_agent: ({ user_agent }) => user_agent,
  hash: ({ hash }) => hash,
  erased_fields: ({ erased_fields }) => erased_fields.join(', '),
};
const PER_STEP = 1_000;

/** Streams the rows, so that a log of years is never in memory. */
export function entriesFile(db: Database, filter: AuditFilter, now: Date): Download {
  return { filename: `prosa-auditoria-${now.toISOString().slice(0, 10)}.csv`, content: lines(db, filter) };
}

async function* lines(db: Database, filter: AuditFilter): AsyncGenerator<string> {
  yield csvHeader(Object.keys(COLUMNS));
  let before: number | undefined;
  for (;;) {
    const entries = await readEntries(db, {
      ...filter,
      limit: PER_STEP,
      ...(before === undefined ? {} : { before }),
    });
    if (entries.length) yield entries.map(lineOf).join('');
    const last = entries.at(-1);
    if (!last || entries.length < PER_STEP) return;
    before = last.id;
  }
}

const lineOf = (entry: AuditEntry): string => csvLine(Object.values(COLUMNS).map((cell) => cell(entry)));
