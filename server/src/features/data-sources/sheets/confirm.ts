/** Loads a confirmed sheet as a table, and makes a data source of it or replaces the rows of one. */
import { eq } from 'drizzle-orm';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import type { RagConfig } from '#contract/data-sources.ts';
import type { ConfirmedSheet } from '#contract/sheets.ts';
import { SheetsAway } from '../../../adapters/content/sheet-writer.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { data_sources, sheet_uploads, sheet_versions } from '../../../db/tables/data-sources.ts';
import {
  claimIdempotencyKey,
  findFirstRun,
  type IdempotentCall,
  storeFirstRun,
} from '../../../request-guards/idempotency.ts';
import { cleanFields } from '../../../text/clean-text.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { queueRefresh } from '../profile/refresh-profile.ts';
import { auditLabel } from '../settings/audited.ts';
import { prepareConfig } from '../settings/prepare-config.ts';
import { requireDataSource, type StoredSource } from '../settings/store.ts';
import { exchangeLabels, keepLabels } from './kept-labels.ts';
import type { LoadFrame } from './read/sheet-task.ts';
import { loadRows } from './run-sheet-program.ts';
import { claimTable, dropTables, type ReservedTable, reserveTable, retireVersions } from './sheet-tables.ts';
import { configOf, type LoadedColumn, profileSettings, replacedConfig } from './source-config.ts';
import { pieces, requireUpload, type StoredUpload, sheetInFile, sheetsAway } from './uploads.ts';
import { currentVersion, differenceOf, makeCurrent } from './versions.ts';

type ConfirmContext = Pick<AppContext, 'db' | 'clock' | 'content' | 'sheets' | 'log' | 'queue'>;
type Confirmed = StoredSource & { warning: string | null };
type Version = typeof sheet_versions.$inferSelect;

export async function confirmSheet(
  context: ConfirmContext,
  by: Actor,
  upload_id: string,
  typed: ConfirmedSheet,
  idempotency_key: string | null,
): Promise<Confirmed> {
  const { db, clock } = context;
  const given = cleanFields(typed, 'Informe o nome da fonte de dados.');
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: `confirm-sheet ${upload_id} ${JSON.stringify(given)}`,
  };
  const first = call && (await findFirstRun(db, call, clock.now()));
  if (first) return firstAnswer(db, first.answer);
  const upload = await requireUpload(context, upload_id, by.user_id);
  const replaced = given.data_source_id === undefined ? null : await requireLoaded(db, given.data_source_id);
  requireSameColumns(given, replaced);
  const reserved = await reserveTable(context, given.data_source_id);
  try {
    const { head, loaded } = await load(context, upload, given, reserved.table);
    const warnings = warningsOf(head, loaded);
    const work = { context, by, upload, given, reserved, head, loaded, call: call || null, warnings };
    return await (replaced ? replaceSource(work, replaced) : createSource(work));
  } catch (error) {
    await dropTables(context, [reserved.table]);
    // Pressed twice: the other one was first, and this one gets its answer.
    const done = call && error instanceof AppError && (await findFirstRun(db, call, clock.now()));
    if (done) return firstAnswer(db, done.answer);
    throw error instanceof SheetsAway ? sheetsAway(error.message, error) : error;
  }
}

function requireSameColumns(given: ConfirmedSheet, replaced: Version | null): void {
  const columns = given.columns.filter(({ include }) => include);
  if (!columns.length) throw new AppError('validation', { detail: 'Escolha ao menos uma coluna.' });
  const difference = replaced && differenceOf(replaced.columns, columns);
  if (difference && !given.accept_difference) throw new AppError('sheet_differs', { extra: { difference } });
}

async function firstAnswer(db: ConfirmContext['db'], answer: unknown): Promise<Confirmed> {
  const { id, warning } = answer as { id: number; warning: string | null };
  return { ...(await requireDataSource(db, id)), warning };
}

async function requireLoaded(db: ConfirmContext['db'], id: number): Promise<Version> {
  await requireDataSource(db, id);
  const version = await currentVersion(db, id);
  if (!version) throw new AppError('validation', { detail: 'Esta fonte de dados não veio de uma planilha.' });
  return version;
}

async function load({ sheets }: ConfirmContext, upload: StoredUpload, given: ConfirmedSheet, table: string) {
  const chosen = given.columns.filter(({ include }) => include);
  const labels = new Map(chosen.map((column) => [column.name, column]));
  const task = {
    does: 'load' as const,
    sheet: sheetInFile(upload, given.sheet),
    header_row: given.header_row,
    keep_total_rows: given.keep_total_rows,
    columns: chosen.map(({ name, kind }) => ({ name, kind })),
  };
  return loadRows(pieces(upload.content), task, async (head, lines) => {
    const [unknown] = head.unknown;
    if (unknown !== undefined || !head.columns.length)
      throw new AppError('unknown_column', { detail: `A planilha não tem a coluna ${unknown ?? ''}.` });
    await sheets.load({ table, columns: head.columns }, lines);
    const loaded = head.columns.flatMap(({ name, unit, letters }): LoadedColumn[] => {
      const column = labels.get(name);
      return column ? [{ name, label: column.label, kind: column.kind, unit, letters }] : [];
    });
    return { head, loaded };
  });
}

const CELLS_NAMED = new Intl.ListFormat('pt-BR');

/** A sentence for each thing that was left out. */
function warningsOf(head: LoadFrame, loaded: LoadedColumn[]): string[] {
  const labels = new Map(loaded.map(({ name, label }) => [name, label]));
  const warnings = head.columns
    .filter(({ misfit_count }) => misfit_count > 0)
    .map(({ name, misfit_count, misfits }) => {
      const more = misfit_count > misfits.length ? ' e outras' : '';
      const cells = misfit_count === 1 ? '1 célula não cabe' : `${misfit_count} células não cabem`;
      return `Em «${labels.get(name) ?? name}», ${cells} no tipo e ${misfit_count === 1 ? 'ficou vazia' : 'ficaram vazias'}: ${CELLS_NAMED.format(misfits)}${more}.`;
    });
  if (head.total_rows.length)
    warnings.push(`Linhas de total ficaram fora da tabela: ${CELLS_NAMED.format(head.total_rows)}.`);
  if (head.second_table) warnings.push(`O que começa em ${head.second_table} ficou fora da tabela.`);
  return warnings;
}

type Work = {
  context: ConfirmContext;
  by: Actor;
  upload: StoredUpload;
  given: ConfirmedSheet;
  reserved: ReservedTable;
  head: LoadFrame;
  loaded: LoadedColumn[];
  call: IdempotentCall | null;
  warnings: string[];
};

async function createSource(work: Work): Promise<Confirmed> {
  const { context, given, reserved, loaded } = work;
  const config = configOf(reserved.table, loaded);
  const prepared = await prepareConfig(context.content.of(FIRST_CONNECTION), config, config);
  return finish(work, prepared.warning, async (tx, now) => {
    await tx.insert(data_sources).values({
      id: reserved.data_source_id,
      name: given.name,
      description: given.description,
      rag_config: prepared.rag_config,
      created_at: now,
      updated_at: now,
    });
    await keepLabels(tx, reserved.data_source_id, profileSettings(loaded), now);
    return 'data_source.sheet_loaded';
  });
}

async function replaceSource(work: Work, replaced: Version): Promise<Confirmed> {
  const { context, reserved, loaded } = work;
  const { rag_config } = await requireDataSource(context.db, reserved.data_source_id);
  const after = { table: reserved.table, columns: loaded };
  const next = (config: RagConfig, before: Version) =>
    replacedConfig(config, { table: before.table_name, columns: before.columns }, after);
  const prepared = await prepareConfig(
    context.content.of(FIRST_CONNECTION),
    next(rag_config, replaced),
    rag_config,
  );
  return finish(work, prepared.warning, async (tx, now) => {
    const [source] = await tx
      .select()
      .from(data_sources)
      .where(eq(data_sources.id, reserved.data_source_id))
      .for('no key update');
    const current = await currentVersion(tx, reserved.data_source_id);
    if (!source || !current) throw new AppError('data_source_not_found');
    // Settings that were saved while the rows were loaded stay; only the values are those that were read.
    const config = next(source.rag_config, current);
    await tx
      .update(data_sources)
      .set({ rag_config: withValues(config, prepared.rag_config), updated_at: now })
      .where(eq(data_sources.id, reserved.data_source_id));
    await exchangeLabels(tx, reserved.data_source_id, {
      before: current.columns,
      after: profileSettings(loaded),
      now,
    });
    return 'data_source.sheet_replaced';
  });
}

function withValues(config: RagConfig, read: RagConfig): RagConfig {
  const values = read.profile_extraction.terminology_mapping;
  const mapping = Object.entries(config.profile_extraction.terminology_mapping).map(([name, entry]) => [
    name,
    { ...entry, values: values[name]?.values ?? entry.values },
  ]);
  return {
    ...config,
    profile_extraction: { ...config.profile_extraction, terminology_mapping: Object.fromEntries(mapping) },
  };
}

/** The one transaction after which the source reads the new table. */
async function finish(
  { context, by, upload, given, reserved, head, loaded, call, warnings }: Work,
  warning: string | null,
  write: (tx: Transaction, now: Date) => Promise<string>,
): Promise<Confirmed> {
  const { db, clock } = context;
  const now = clock.now();
  const told = [...warnings, ...(warning ? [warning] : [])].join('\n') || null;
  const { source, retired } = await db.transaction(async (tx) => {
    if (call && (await claimIdempotencyKey(tx, call, now))) throw new AppError('sheet_upload_not_found');
    const taken = await tx
      .delete(sheet_uploads)
      .where(eq(sheet_uploads.id, upload.id))
      .returning({ id: sheet_uploads.id });
    if (!taken.length || !(await claimTable(tx, reserved.table)))
      throw new AppError('sheet_upload_not_found');
    const action = await write(tx, now);
    const version = { file: upload.file, sheet: given.sheet, rows: head.rows };
    await tx.insert(sheet_versions).values({
      id: reserved.version_id,
      data_source_id: reserved.data_source_id,
      table_name: reserved.table,
      ...version,
      columns: loaded.map(({ name, label, kind }) => ({ name, label, kind })),
      loaded_at: now,
    });
    await makeCurrent(tx, reserved.data_source_id, reserved.version_id);
    const gone = await retireVersions(tx, reserved.data_source_id, now);
    const shown = await requireDataSource(tx, reserved.data_source_id);
    await queueRefresh(context, tx, shown);
    if (call)
      await storeFirstRun(tx, call, {
        status: given.data_source_id === undefined ? 201 : 200,
        answer: { id: shown.id, warning: told },
      });
    await recordChange(tx, by, { action, ...auditLabel(shown), after: version }, now);
    return { source: shown, retired: gone };
  });
  await dropTables(context, retired);
  return { ...source, warning: told };
}
