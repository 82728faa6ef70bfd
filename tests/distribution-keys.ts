/**
 * Finds statements that read or write a table which would be distributed over machines (docs/scaling.md, section 6) and
 * do not name the key by which it would be: such a statement asks every machine.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'libpg-query';
import pg from 'pg';

/** The key of each table, as the document lists them. */
export function distributedTables(): Map<string, string> {
  const text = readFileSync(new URL('../docs/scaling.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(user_id|knowledge_base_id)` +\| (.+?) +\|$/gm)];
  return new Map(
    rows.flatMap(([, key = '', tables = '']) =>
      tables.split(', ').map((table): [string, string] => [table, key]),
    ),
  );
}

/** The distributed tables of a statement whose key stands in no condition and in no list of inserted columns. */
export async function tablesWithoutKey(statement: string, keys: Map<string, string>): Promise<string[]> {
  const found: Found = { tables: new Set(), compared: new Set() };
  // A statement that does not parse, such as a query that somebody typed wrongly, reads nothing.
  visit(await parse(statement).catch(() => null), false, found);
  return [...found.tables].filter((table) => {
    const key = keys.get(table);
    return key !== undefined && !found.compared.has(key);
  });
}

type Found = { tables: Set<string>; compared: Set<string> };

/** Within them, a column counts as compared. */
const CONDITIONS = new Set(['whereClause', 'quals', 'usingClause', 'onConflictClause']);

function visit(node: unknown, isCondition: boolean, found: Found): void {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, isCondition, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [name, part] of Object.entries(node)) {
    if (name === 'RangeVar' || name === 'relation') found.tables.add(part.relname);
    if (name === 'InsertStmt')
      for (const column of part.cols ?? []) found.compared.add(column.ResTarget.name);
    if (name === 'ColumnRef' && isCondition) found.compared.add(part.fields.at(-1)?.String?.sval);
    if (name === 'usingClause') for (const column of part) found.compared.add(column.String?.sval);
    visit(part, isCondition || CONDITIONS.has(name), found);
  }
}

type Query = (...given: unknown[]) => unknown;

/** The texts of the statements that this process sends to PostgreSQL from now on. */
export function collectStatements() {
  const texts = new Set<string>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const query = Reflect.get(client, 'query') as Query;
  client.query = function (this: unknown, ...given) {
    const [first] = given;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    if (typeof text === 'string') texts.add(text);
    return Reflect.apply(query, this, given);
  };
  return {
    texts,
    stop() {
      client.query = query;
    },
  };
}
