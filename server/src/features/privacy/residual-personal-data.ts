/**
 * Looks through every column of every table for what a person was known by. Reads the schema itself: a table that is
 * added tomorrow is looked through without being named here.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { addressPattern, escapePattern, type Person, phonePattern } from './person.ts';

export type ResidualData = {
  table: string;
  column: string;
  of: 'id' | 'reference' | 'email' | 'phone' | 'name';
  rows: number;
};

/** The reference stays in these tables: it names nobody without the person. */
const REFERENCES_STAY = new Set(['public.audit_entries']);

/**
 * Tables whose texts others write, or which hold the organisation's own documents: somebody may be mentioned there.
 * Only columns that say whose a row is are looked at. They are also those that grow without end: none of them is read
 * from beginning to end here.
 */
const WORDS_OF_OTHERS = new Set(
  [
    'messages',
    'chat_sessions',
    'answer_traces',
    'answer_parts',
    'running_answers',
    'token_entries',
    'token_hours',
    'feedback',
    'access_keys',
    'agents',
    'agent_versions',
    'agent_checks',
    'alert_events',
    'webhooks',
    'banners',
    'webhook_deliveries',
    'verified_answers',
    'verified_answer_wordings',
    'verified_answer_versions',
    'open_question_groups',
    'tags',
    'user_groups',
    'knowledge_bases',
    'knowledge_base_synonyms',
    'documents',
    'document_validity',
    'document_relations',
    'validity_proposals',
    'document_files',
    'document_pages',
    'syncs',
    'sync_items',
    'sync_runs',
    'sync_preview_items',
    'passages',
    'passage_terms',
    'data_sources',
    'session_files',
    'session_file_parts',
    'session_passages',
    'session_pages',
    'identity_providers',
    'group_mappings',
    'email_domains',
    'scim_groups',
    'terms_versions',
    'receipts',
  ].map((table) => `public.${table}`),
);

type Column = { table_name: string; column_name: string; type: string; names_person: boolean };

export async function findResidualData(db: Queryable, person: Person): Promise<ResidualData[]> {
  const found: ResidualData[] = [];
  for (const [table, columns] of await tablesOf(db)) {
    const isAsked = ({ of }: Question) => of !== 'reference' || !REFERENCES_STAY.has(table);
    const owners = columns.flatMap((one) => ownersIn(one, person)).filter(isAsked);
    if (WORDS_OF_OTHERS.has(table)) {
      found.push(...(await lookUp(db, table, owners)));
      continue;
    }
    // Where everything is read, no name of a column has to be trusted.
    const others = columns.flatMap((one) => unnamedIn(one, person)).filter(isAsked);
    const mentions = columns.flatMap((one) => mentionsIn(one, person)).filter(isAsked);
    found.push(...(await readThrough(db, table, [...owners, ...others], mentions)));
  }
  return found.filter(({ rows }) => rows > 0);
}

type Question = { column: string; of: ResidualData['of']; matches: SQL };
/** `needle` is in every text that matches. */
type Mention = Question & { needle: string };

/** One by one: each by the index of its column. */
async function lookUp(db: Queryable, table: string, questions: Question[]): Promise<ResidualData[]> {
  const found: ResidualData[] = [];
  for (const { column, of, matches } of questions) {
    const { rows } = await db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${nameOf(table)} where ${matches}`,
    );
    found.push({ table, column, of, rows: rows[0]?.rows ?? 0 });
  }
  return found;
}

/**
 * All of them in one reading. Patterns cost much and seldom match, so they are tried only on rows that have the bare words
 * somewhere.
 */
async function readThrough(
  db: Queryable,
  table: string,
  owners: Question[],
  mentions: Mention[],
): Promise<ResidualData[]> {
  const questions: Question[] = [...owners, ...mentions];
  if (!questions.length) return [];
  const counts = questions.map(
    ({ matches }, place) => sql`count(*) filter (where ${matches})::int as ${sql.identifier(`n${place}`)}`,
  );
  const columns = [...new Set(mentions.map(({ column }) => column))].map(
    (column) => sql`${sql.identifier(column)}::text`,
  );
  const needles = [...new Set(mentions.map(({ needle }) => needle))];
  const words = sql`(select lower(concat_ws(chr(10), ${sql.join(columns, sql`, `)})) as words offset 0)`;
  const isWorthReading = [
    ...owners.map(({ matches }) => matches),
    ...needles.map((needle) => sql`strpos(row_words.words, ${needle}) > 0`),
  ];
  const { rows } = await db.execute<Record<string, number>>(sql`
    select ${sql.join(counts, sql`, `)} from ${nameOf(table)}
    ${needles.length ? sql`, lateral ${words} row_words` : sql``}
    where ${sql.join(isWorthReading, sql` or `)}`);
  return questions.map(({ column, of }, place) => ({ table, column, of, rows: rows[0]?.[`n${place}`] ?? 0 }));
}

/** Conditions on columns that say whose a row is. */
function ownersIn({ column_name, type, names_person }: Column, person: Person): Question[] {
  if (!names_person) return [];
  const column = sql.identifier(column_name);
  if (type === 'uuid') return [referenceIn(column_name, person)];
  const matches = type === '_int4' ? sql`${person.id}::int = any(${column})` : sql`${column} = ${person.id}`;
  return [{ column: column_name, of: 'id', matches }];
}

const unnamedIn = ({ column_name, type, names_person }: Column, person: Person): Question[] =>
  type === 'uuid' && !names_person ? [referenceIn(column_name, person)] : [];

const referenceIn = (column: string, { reference }: Person): Question => ({
  column,
  of: 'reference',
  matches: sql`${sql.identifier(column)} = ${reference}::uuid`,
});

function mentionsIn({ column_name, type }: Column, person: Person): Mention[] {
  if (!/^(text|varchar|bpchar|json|jsonb|_text|citext)$/.test(type)) return [];
  const text = sql`lower(${sql.identifier(column_name)}::text)`;
  const { id, reference, email, phone } = person;
  const name = person.name.toLowerCase();
  const asked: [ResidualData['of'], needle: string, SQL][] = [
    ['reference', reference, sql`strpos(${text}, ${reference}) > 0`],
    ['email', email, sql`${text} ~ ${addressPattern(email)}`],
    ['name', name, sql`${text} ~ ${`\\y${escapePattern(name)}\\y`}`],
  ];
  if (type.startsWith('json')) asked.push(['id', String(id), sql`${text} ~ ${`"user_id": ?"?${id}\\y`}`]);
  if (phone) asked.push(['phone', phone, sql`${text} ~ ${phonePattern(phone)}`]);
  return asked.map(([of, needle, matches]) => ({ column: column_name, of, needle, matches }));
}

/**
 * A column names a person when it refers to one, or says so. Ids of people are no bigger than an integer: the record that
 * another was `replaced_by` is nobody. Parts of a divided table are read through the whole.
 */
async function tablesOf(db: Queryable): Promise<Map<string, Column[]>> {
  const { rows } = await db.execute<Column>(sql`
    select n.nspname || '.' || c.relname table_name, a.attname column_name, t.typname "type",
      (t.typname = '_int4' and a.attname ~ '(^|_)user_ids$')
      or (t.typname = 'uuid' and a.attname ~ '(^|_)reference$')
      or (t.typname in ('int2', 'int4', 'int8') and a.attname ~ '(^|_)user_id$')
      or (t.typname in ('int2', 'int4') and a.attname ~ '_by$')
      or (c.oid = 'public.users'::regclass and a.attname = 'id')
      or exists (
        select from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'public.users'::regclass
          and a.attnum = any(k.conkey)) names_person
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    order by 1, a.attnum`);
  return Map.groupBy(rows, ({ table_name }) => table_name);
}

const nameOf = (table: string): SQL =>
  sql.join(
    table.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  );
