/**
 * Writes spreadsheets as tables into schema `sheets` of the content database, with a role of its own. The reading role may
 * only select from them; a table is never changed once it is loaded.
 */
import pg from 'pg';
import { identityOf } from '../../db/addresses.ts';
import { type DatabaseAddress, withConnection } from '../../db/client.ts';
import { copyIn } from '../../db/copy.ts';
import type { Log } from '../log.ts';
import { examinedOnce } from './examined-account.ts';

/** Types and names come from fixed sets; see `SHEET_TABLE` and the columns that the reader's program folds. */
export type SheetTable = { table: string; columns: { name: string; type: string }[] };

export type SheetWriter = {
  /** Null where spreadsheets cannot be stored at all. */
  address: DatabaseAddress | null;
  /** Null when tables can be written; otherwise a sentence for administrators. */
  problem(): Promise<string | null>;
  /** Creates the table with its rows, in the text form of COPY, or not at all. Throws `SheetsAway`. */
  load(table: SheetTable, lines: AsyncIterable<Buffer>): Promise<void>;
  /** Drops the tables that exist. Throws `SheetsAway`. */
  drop(tables: string[]): Promise<void>;
};

/** Tables cannot be written now; the message is a sentence for administrators. */
export class SheetsAway extends Error {
  override readonly name = 'SheetsAway';
}

/** `s12_34`: of data source 12. */
export const SHEET_TABLE = /^s\d+_\d+$/;

const MISSING = 'Falta definir SHEETS_DATABASE_URL no servidor.';
const AWAY = 'O banco de dados das planilhas não respondeu.';
const TWO_DATABASES =
  'SHEETS_DATABASE_URL e DATASOURCE_DATABASE_URL apontam para bancos diferentes: as planilhas não seriam lidas. Aponte as duas para o mesmo banco.';
/** The reading role that `prepare-role.sql` makes. */
const READER = 'prosa_leitor';

const LIMITS: pg.ClientConfig = {
  application_name: 'prosa-sheets',
  connectionTimeoutMillis: 10_000,
  statement_timeout: 300_000,
};

const EXAMINE = `
select r.rolsuper as is_super, r.rolname as role,
  coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = 'sheets'), false) as may_create,
  exists (select from pg_class where relname = 'refresh_tokens' and relkind = 'r') as is_application
from pg_roles r where r.rolname = current_user`;

/** `reader`: the address that data sources are read with; its role is granted SELECT on each table. */
export function openSheetWriter(
  address: DatabaseAddress,
  log: Log,
  { reader }: { reader: DatabaseAddress },
): SheetWriter {
  const readingRole = new pg.Client(reader).user ?? READER;
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    try {
      return await withConnection(address, work, LIMITS);
    } catch (cause) {
      log.warn({ err: { message: (cause as Error).message } }, 'sheets');
      if (cause instanceof SheetsAway || !isConnectionFailure(cause)) throw cause;
      throw new SheetsAway(AWAY, { cause });
    }
  };
  const requireOneDatabase = examinedOnce(
    async () => {
      const [written, read] = await Promise.all(
        [address, reader].map((one) => withConnection(one, identityOf, LIMITS)),
      );
      if (written !== read) throw new SheetsAway(TWO_DATABASES);
    },
    (error) => error,
  );
  /** Null when the role may write, into the database that data sources read. */
  const examined = async (client: pg.Client): Promise<string | null> => {
    const problem = await examine(client, readingRole);
    if (!problem) await requireOneDatabase();
    return problem;
  };
  return {
    address,
    async problem() {
      try {
        return await connected(examined);
      } catch (error) {
        return error instanceof SheetsAway ? error.message : AWAY;
      }
    },
    load: (table, lines) =>
      connected(async (client) => {
        const problem = await examined(client);
        if (problem) throw new SheetsAway(problem);
        await client.query('begin');
        await createSheetTable(client, table, lines, readingRole);
        await client.query('commit');
      }),
    drop: (tables) =>
      connected(async (client) => {
        // Somebody may read a table for minutes; one that cannot be dropped now is dropped later.
        await client.query("set lock_timeout = '2s'");
        for (const table of tables) await client.query(`drop table if exists ${qualified(table)}`);
      }),
  };
}

/** The writer of an installation whose content database may not be written. */
export function noSheetWriter(reason = MISSING): SheetWriter {
  return {
    address: null,
    problem: () => Promise.resolve(reason),
    load: () => Promise.reject(new SheetsAway(reason)),
    drop: () => Promise.reject(new SheetsAway(reason)),
  };
}

async function examine(client: pg.Client, readingRole: string): Promise<string | null> {
  const { rows } = await client.query<{
    is_super: boolean;
    role: string;
    may_create: boolean;
    is_application: boolean;
  }>(EXAMINE);
  const [found] = rows;
  if (!found) return AWAY;
  if (found.is_application) return 'SHEETS_DATABASE_URL aponta para o banco da própria aplicação.';
  if (found.is_super)
    return `O usuário ${found.role} é superusuário; use prosa_planilhas, de prepare-role.sql.`;
  if (found.role === readingRole) return 'O usuário que grava planilhas deve ser outro que o que lê.';
  if (!found.may_create)
    return 'O esquema sheets não está preparado: rode prepare-role.sql no banco de conteúdo.';
  return null;
}

/** Within the transaction of the caller. */
export async function createSheetTable(
  client: pg.Client,
  { table, columns }: SheetTable,
  lines: AsyncIterable<Buffer>,
  readingRole = READER,
): Promise<void> {
  const name = qualified(table);
  const typed = columns.map((column) => `${pg.escapeIdentifier(column.name)} ${column.type}`);
  await client.query(`create table ${name} (${typed.join(', ')})`);
  await copyIn(client, `copy ${name} from stdin`, lines);
  await client.query(`grant select on ${name} to ${pg.escapeIdentifier(readingRole)}`);
  await client.query(`analyze ${name}`);
}

/** `sheets."s12_34"`. */
export function qualified(table: string): string {
  if (!SHEET_TABLE.test(table)) throw new Error('not a name of a sheet');
  return `sheets.${pg.escapeIdentifier(table)}`;
}

/** A connection that could not be made or was lost, as against a statement that failed. */
function isConnectionFailure(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string };
  return (
    /^(?:E[A-Z]+|57P0\d|08\w{3}|28\w{3}|3D000|42501|53\w{3})$/.test(code) ||
    /Connection terminated|timeout/i.test(message)
  );
}
