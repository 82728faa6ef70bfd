/** Runs the sheet program over an uploaded file, within the limits of every reader of files. */
import { z } from 'zod';
import type { DescribedSheet } from '#contract/sheets.ts';
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import { frameTaker, takeFrame } from '../../../adapters/extraction/process/read-frames.ts';
import { runReader } from '../../../adapters/extraction/process/reader-process.ts';
import {
  asSheetProblem,
  SHEET_PROBLEMS,
  type SheetProblemCode,
} from '../../../adapters/extraction/sheets/sheet-cells.ts';
import { AppError } from '../../../app-error.ts';
import {
  LoadFrame,
  type LoadTask,
  ProblemFrame,
  SheetFrame,
  SheetsFrame,
  type SheetTask,
} from './read/sheet-task.ts';

const PROGRAM = new URL('./read/sheet-program.ts', import.meta.url);
/** The largest table in the text form of COPY, and how much of it waits here for the database. */
const OUTPUT_MAX = 256 * 1024 * 1024;
const AHEAD_MAX = 8 * 1024 * 1024;

type Content = AsyncIterable<Uint8Array> | { fd: number };

export function sheetUnreadable(problem: SheetProblemCode): AppError {
  const reason = SHEET_PROBLEMS[problem];
  return new AppError('sheet_unreadable', {
    detail: `Não foi possível ler esta planilha: ${reason}`,
    extra: { reason: problem },
  });
}

export const describeSheets = (content: Content): Promise<DescribedSheet[]> =>
  run({ does: 'describe_all' }, content, async (take) => (await first(take, SheetsFrame)).sheets);

export const describeOne = (
  content: Content,
  sheet: string | null,
  header_row: number | null,
): Promise<DescribedSheet> =>
  run(
    { does: 'describe', sheet, header_row },
    content,
    async (take) => (await first(take, SheetFrame)).sheet,
  );

/** `use` gets the first frame and the rows in the text form of COPY. */
export const loadRows = <T>(
  content: Content,
  task: LoadTask,
  use: (head: LoadFrame, lines: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> => run(task, content, async (take) => use(await first(take, LoadFrame), rowsOf(take)));

type Take = ReturnType<typeof frameTaker>;

async function run<T>(task: SheetTask, content: Content, use: (take: Take) => Promise<T>): Promise<T> {
  const reading = {
    reader: PROGRAM,
    task: JSON.stringify(task),
    content,
    output_max: OUTPUT_MAX,
    ahead_max: AHEAD_MAX,
  };
  try {
    return await runReader(reading, (output) => use(frameTaker(output)));
  } catch (error) {
    if (error instanceof Unreadable) throw sheetUnreadable(asSheetProblem(error.problem));
    throw error;
  }
}

async function first<T extends object>(take: Take, Frame: z.ZodType<T>): Promise<T> {
  const { head } = await takeFrame(take, z.union([ProblemFrame, Frame]));
  if ('problem' in head) throw sheetUnreadable((head as z.output<typeof ProblemFrame>).problem);
  return head as T;
}

async function* rowsOf(take: Take): AsyncGenerator<Buffer> {
  for (;;) {
    const { body } = await takeFrame(take, z.object({}));
    if (!body.length) return;
    yield body;
  }
}
