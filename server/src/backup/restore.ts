/** Restores a backup into an empty database in one transaction. */
import { basename } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { DatabaseAddress, Transaction } from '../db/client.ts';
import { copyIn } from '../db/copy.ts';
import { applyMigrations, countApplied, knownMigrations, lockMigrations } from '../db/migrate.ts';
import { addPart } from '../db/partitions.ts';
import { StartRefused } from '../env.ts';
import { verifyChain } from '../features/audit/chain.ts';
import { recordChange } from '../features/audit/record.ts';
import { type SealingKeys, sealingKeys } from '../features/audit/sealing-keys.ts';
import { clear, copyTarget, fill, isEmpty, quoted, setAside, tablesOf } from './catalog.ts';
import { withPatience } from './connect.ts';
import { readCopy, type Trust } from './copy-reader.ts';
import { figuresOf } from './figures.ts';
import { DamagedCopy, type End, type Head, isSheetName, type TableLine } from './format.ts';
import { keepPromised } from './promised-jobs.ts';
import { requireSheetStorage, restoreSheet, type SheetStorage, withSheets } from './sheets.ts';

export type Restored = { tables: number; rows: number; audit_entries: number; charged: string };

export async function restore(
  address: DatabaseAddress,
  file: string,
  options: { replace?: boolean; unsealed?: boolean; keys?: SealingKeys; sheets?: SheetStorage | null } = {},
): Promise<Restored> {
  const trust = { keys: options.keys ?? sealingKeys(), allowUnsealed: options.unsealed ?? false };
  // The whole file is read first, so that a damaged one is refused before anything is changed.
  const { head, end } = await readCopy(file, trust);
  const migrations = migrationsOf(file, head.migrations);
  const { sheets = null } = options;
  requireSheetStorage(end.rows, sheets);
  const into = (content: pg.Client | null) =>
    withPatience(address, 'prosa-restore', async (client) => {
      await lockMigrations(client);
      await requireAlone(client);
      if (!options.replace && !(await isEmpty(client)))
        throw new StartRefused(
          'O banco de dados não está vazio e nada foi alterado. Restaure em um banco vazio ou, para apagar o que há nele, acrescente --replace.',
        );
      await client.query('begin');
      await client.query("set local maintenance_work_mem = '256MB'");
      if (options.replace) await clear(client);
      await applyMigrations(client, 0, migrations.copied);
      for (const month of head.months) await addPart(drizzle(client), month);
      const { isSealed, ...restored } = await load(client, file, trust, sheetTaker(content, sheets));
      await applyMigrations(client, migrations.copied, migrations.known);
      await verify(client, file, restored, trust.keys);
      if (!isSealed) await noteUnsealed(client, file, head);
      // Two databases cannot commit together: a spreadsheet without its source is harmless, the reverse is not.
      if (content) await content.query('commit');
      await client.query('commit');
      return restored;
    });
  if (!sheets || !Object.keys(end.rows).some(isSheetName)) return into(null);
  return withSheets(sheets, async (content) => {
    await content.query('begin');
    return into(content);
  });
}

type TakeSheet = (table: TableLine, rows: AsyncIterable<Buffer>) => Promise<void>;

function sheetTaker(content: pg.Client | null, sheets: SheetStorage | null): TakeSheet {
  return async (table, rows) => {
    if (!content) throw new Error('no place for spreadsheets');
    await restoreSheet(content, table, rows, sheets?.reader);
  };
}

async function load(
  client: pg.Client,
  file: string,
  trust: Trust,
  takeSheet: TakeSheet,
): Promise<Restored & { isSealed: boolean }> {
  const bringBack = await setAside(client);
  const there = new Set((await tablesOf(client)).map(({ table }) => table));
  const { head, end, isSealed } = await readCopy(file, trust, {
    async table(table, rows) {
      if (table.schema) return takeSheet(table, rows);
      if (!there.has(table.table)) throw new DamagedCopy(file, `a tabela ${table.table} não é conhecida`);
      await copyIn(client, `copy ${copyTarget(table)} from stdin`, rows);
    },
  });
  for (const statement of bringBack) await client.query(statement);
  await fill(client, head.sequences);
  await check(client, file, end);
  await keepPromised(client, head.jobs);
  return {
    isSealed,
    tables: Object.keys(end.rows).length,
    rows: Object.values(end.rows).reduce((sum, count) => sum + count, 0),
    audit_entries: Number(end.figures.audit.entries),
    charged: end.figures.ledger.charged,
  };
}

/** Follows the newer migrations, which bring the columns that the chain is read with. */
async function verify(
  client: pg.Client,
  file: string,
  { audit_entries }: Restored,
  keys: SealingKeys,
): Promise<void> {
  const chain = await verifyChain(drizzle(client), { keys });
  if (!chain.intact || chain.entries !== audit_entries)
    throw new DamagedCopy(file, `o registro de auditoria não confere a partir da entrada ${chain.broken_at}`);
}

/** The origin of a file without a seal is known to its operator alone: the audit log says that it was restored. */
async function noteUnsealed(client: pg.Client, file: string, head: Head): Promise<void> {
  // The connection is inside the transaction of the restore already.
  await recordChange(
    drizzle(client) as unknown as Transaction,
    null,
    {
      action: 'installation.restored_unsealed',
      object_type: 'installation',
      object_name: basename(file),
      after: { version: head.version, created_at: head.created_at },
    },
    new Date(),
  );
}

/** Compares the counts and sums of the loaded tables with those in the file. */
async function check(client: pg.Client, file: string, end: End['end']): Promise<void> {
  for (const [table, expected] of Object.entries(end.rows)) {
    // The reader of the file has counted the rows of spreadsheets already, and COPY takes all or none.
    if (isSheetName(table)) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from public.${quoted(table)}`);
    if (Number(rows[0]?.count) !== expected)
      throw new DamagedCopy(file, `${table} tem ${rows[0]?.count} linhas, e não ${expected}`);
  }
  if (JSON.stringify(await figuresOf(client)) !== JSON.stringify(end.figures))
    throw new DamagedCopy(file, 'as somas do livro de tokens ou da auditoria não conferem');
}

/** How many of our migrations the copy has; refused when it has others. */
function migrationsOf(file: string, head: Head['migrations']): { copied: number; known: number } {
  const copied = countApplied(head);
  if (copied === null)
    throw new StartRefused(
      `A cópia ${file} é de outra versão do Prosa, mais nova ou diferente desta. Restaure-a com a versão que a fez; nada foi alterado.`,
    );
  return { copied, known: knownMigrations().length };
}

async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('prosa', 'prosa-jobs', 'prosa-signals')`,
  );
  if (rows[0]?.others)
    throw new StartRefused(
      'O Prosa ainda está em execução sobre este banco de dados. Encerre todas as réplicas e tente de novo; nada foi alterado.',
    );
}
