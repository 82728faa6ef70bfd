/** Spreadsheets in a backup: tables of the content database, copied beside those of the application's own. */
import type pg from 'pg';
import { createSheetTable, qualified, SHEET_TABLE } from '../adapters/content/sheet-writer.ts';
import { type DatabaseAddress, withConnection } from '../db/client.ts';
import { StartRefused } from '../env.ts';
import { isSheetName, TableLine } from './format.ts';

/** Where spreadsheets are stored, and the role that reads them. */
export type SheetStorage = { address: DatabaseAddress; reader: string | undefined };

const COLUMNS = `
select c.relname::text "table", array_agg(a.attname::text order by a.attnum) columns,
  array_agg(format_type(a.atttypid, null) order by a.attnum) types
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = (select oid from pg_namespace where nspname = 'sheets') and c.relkind = 'r'
  and a.attnum > 0 and not a.attisdropped and c.relname = any($1)
group by 1 order by 1`;

/** The tables that versions of this snapshot name. One that was dropped since then is no longer read by anything. */
export async function sheetTablesOf(application: pg.Client, content: pg.Client): Promise<TableLine[]> {
  const { rows: versions } = await application.query<{ table_name: string }>(
    'select table_name from public.sheet_versions order by id',
  );
  const { rows } = await content.query(COLUMNS, [versions.map(({ table_name }) => table_name)]);
  return rows.map((row) => TableLine.parse({ schema: 'sheets', ...row }));
}

export const sheetTarget = ({ table }: TableLine): string => qualified(table);

/** A connection to the content database; a database that does not answer ends the task with a sentence. */
export async function withSheets<T>(
  { address }: SheetStorage,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  let isConnected = false;
  try {
    return await withConnection(
      address,
      async (client) => {
        await client.query(
          "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'",
        );
        isConnected = true;
        return work(client);
      },
      { application_name: 'prosa-sheets', keepAlive: true },
    );
  } catch (cause) {
    if (isConnected) throw cause;
    throw new StartRefused(
      'O banco de dados das planilhas não respondeu. Verifique SHEETS_DATABASE_URL; nada foi alterado.',
      {
        cause,
      },
    );
  }
}

/** Refused before anything is changed: without its rows a data source would answer nothing. */
export function requireSheetStorage(rows: Record<string, number>, storage: SheetStorage | null): void {
  const sheets = Object.keys(rows).filter(isSheetName).length;
  if (sheets && !storage)
    throw new StartRefused(
      `A cópia tem ${sheets === 1 ? 'uma planilha' : `${sheets} planilhas`}, e não há onde guardá-las. Defina SHEETS_DATABASE_URL e tente de novo; nada foi alterado.`,
    );
}

/** Within the transaction of the caller; a table of the same name is replaced. */
export async function restoreSheet(
  content: pg.Client,
  { table, columns, types = [] }: TableLine,
  rows: AsyncIterable<Buffer>,
  reader: string | undefined,
): Promise<void> {
  if (!SHEET_TABLE.test(table))
    throw new StartRefused(`A cópia tem uma planilha com o nome ${table}, que não é aceito.`);
  await content.query(`drop table if exists ${qualified(table)}`);
  const typed = columns.map((name, place) => ({ name, type: types[place] ?? 'text' }));
  await createSheetTable(content, { table, columns: typed }, rows, reader);
}
