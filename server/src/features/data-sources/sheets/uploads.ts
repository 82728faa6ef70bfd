/** Spreadsheets that were uploaded and not confirmed yet: kept for an hour, then deleted by a job. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { ReceivedFile } from '#contract/files.ts';
import type { DescribedSheet, SheetUpload } from '#contract/sheets.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { sheet_uploads } from '../../../db/tables/data-sources.ts';
import { describeOne, describeSheets } from './run-sheet-program.ts';

const KEPT_MS = 3_600_000;

type UploadContext = Pick<AppContext, 'db' | 'clock' | 'sheets'>;

/** Throws `sheets_away` with the reason, so that nobody fills in a form in vain. */
export async function requireSheetStorage({ sheets }: Pick<AppContext, 'sheets'>): Promise<void> {
  const problem = await sheets.problem();
  if (problem) throw sheetsAway(problem);
}

export const sheetsAway = (reason: string, cause?: unknown): AppError =>
  new AppError('sheets_away', {
    detail: `Para guardar planilhas, o Prosa precisa de um banco de conteúdo em que possa escrever. ${reason}`,
    cause,
  });

export async function uploadSheets(
  context: UploadContext,
  user_id: number,
  file: ReceivedFile,
): Promise<Omit<SheetUpload, 'expires_at'> & { expires_at: Date }> {
  await requireSheetStorage(context);
  const content = await readFile(file.path);
  const described = await describeSheets(pieces(content));
  const sheets = described.map((sheet) => named(sheet, file.original_filename));
  const now = context.clock.now();
  const upload = {
    id: randomUUID(),
    user_id,
    file: file.original_filename,
    content,
    expires_at: new Date(now.getTime() + KEPT_MS),
    created_at: now,
  };
  await context.db.insert(sheet_uploads).values(upload);
  return { upload_id: upload.id, file: upload.file, expires_at: upload.expires_at, sheets };
}

export type StoredUpload = { id: string; file: string; content: Buffer };

/** The caller's own upload; one of somebody else is not found. */
export async function requireUpload(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: string,
  user_id: number,
): Promise<StoredUpload> {
  const [upload] = await db
    .select({ id: sheet_uploads.id, file: sheet_uploads.file, content: sheet_uploads.content })
    .from(sheet_uploads)
    .where(
      and(
        eq(sheet_uploads.id, id),
        eq(sheet_uploads.user_id, user_id),
        gt(sheet_uploads.expires_at, clock.now()),
      ),
    );
  if (!upload) throw new AppError('sheet_upload_not_found');
  return upload;
}

export async function describeUpload(
  context: Pick<AppContext, 'db' | 'clock'>,
  id: string,
  user_id: number,
  { sheet, header_row }: { sheet?: string | undefined; header_row?: number | undefined },
): Promise<DescribedSheet> {
  const upload = await requireUpload(context, id, user_id);
  const wanted = sheet === undefined ? null : sheetInFile(upload, sheet);
  return named(await describeOne(pieces(upload.content), wanted, header_row ?? null), upload.file);
}

/** A CSV file has one sheet without a name: it is called as the file. */
const named = (sheet: DescribedSheet, file: string): DescribedSheet => ({
  ...sheet,
  name: sheet.name || baseName(file),
});

/** The name of a sheet as the file has it: none in a CSV file. */
export const sheetInFile = ({ file, content }: StoredUpload, sheet: string): string =>
  sheet === baseName(file) && content.toString('latin1', 0, 2) !== 'PK' ? '' : sheet;

export async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const baseName = (file: string) => file.replace(/\.[^.]*$/, '') || 'Planilha';

export async function deleteExpiredUploads(db: Queryable, now: Date): Promise<void> {
  await db.delete(sheet_uploads).where(lte(sheet_uploads.expires_at, now));
}
