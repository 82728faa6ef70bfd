/**
 * A program of its own (adapters/extraction/process/reader-process.ts): a spreadsheet comes in on its input. Asked to
 * describe, it answers with one frame; asked to load, with the types of the columns and then the rows as COPY reads them.
 */
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Unreadable } from '../../../../adapters/extraction/extracted.ts';
import { FRAME_PIPE, framed } from '../../../../adapters/extraction/process/frames.ts';
import { endWithParent } from '../../../../adapters/extraction/process/orphan-watch.ts';
import { readWorkbook } from '../../../../adapters/extraction/sheets/read-workbook.ts';
import { SheetProblem, type Workbook } from '../../../../adapters/extraction/sheets/sheet-cells.ts';
import { describeSheet } from './describe-sheet.ts';
import { loadFrames } from './load-frames.ts';
import type { SheetTask } from './sheet-task.ts';

const NOTHING = Buffer.alloc(0);

endWithParent();
const task = JSON.parse(process.argv[2] ?? '') as SheetTask;

function* answer(workbook: Workbook): Generator<Buffer> {
  if (task.does === 'describe_all') {
    const sheets = workbook.flatMap(({ name, read }) => {
      try {
        return [describeSheet(name, read(), null)];
      } catch (error) {
        if (error instanceof SheetProblem && error.problem === 'empty' && workbook.length > 1) return [];
        throw error;
      }
    });
    if (!sheets.length) throw new SheetProblem('empty');
    yield framed({ sheets }, NOTHING);
    return;
  }
  const sheet = task.sheet === null ? workbook[0] : workbook.find(({ name }) => name === task.sheet);
  if (!sheet) throw new SheetProblem('sheet_missing');
  if (task.does === 'describe')
    yield framed({ sheet: describeSheet(sheet.name, sheet.read(), task.header_row) }, NOTHING);
  else yield* loadFrames(sheet.read(), task);
}

const problemOf = (error: unknown) => {
  if (error instanceof SheetProblem) return error.problem;
  return error instanceof Unreadable ? 'corrupt' : null;
};

const pipe = createWriteStream('', { fd: FRAME_PIPE });
const written = (frame: Buffer) => new Promise<void>((resolve) => pipe.write(frame, () => resolve()));
try {
  for (const frame of answer(readWorkbook(await buffer(process.stdin)))) await written(frame);
} catch (error) {
  const problem = problemOf(error);
  if (!problem) throw error;
  await written(framed({ problem }, NOTHING));
}
pipe.end(() => process.exit());
