/**
 * Writes PDF and Word files in a thread, one at a time in this process, so that answers do not wait for a long document.
 * A file that takes too long is given up; of one person, few wait.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import type { ExportDocument } from './export-document.ts';

export type FileTask = { format: 'pdf' | 'docx'; document: ExportDocument };

const DEADLINE_MS = 20_000;
const MEMORY_MB = 512;
const WAITING_PER_PERSON = 2;

const waiting = new Map<number, number>();
let last: Promise<unknown> = Promise.resolve();

export async function writeFileInThread(
  user_id: number,
  task: FileTask,
  deadline_ms = DEADLINE_MS,
): Promise<Uint8Array> {
  const own = waiting.get(user_id) ?? 0;
  if (own >= WAITING_PER_PERSON) throw new AppError('too_many_requests', { retry_after: 10 });
  waiting.set(user_id, own + 1);
  const turn = last.then(() => writeOne(task, deadline_ms));
  last = turn.catch(() => null);
  try {
    return await turn;
  } finally {
    const left = (waiting.get(user_id) ?? 1) - 1;
    if (left) waiting.set(user_id, left);
    else waiting.delete(user_id);
  }
}

async function writeOne(task: FileTask, deadline_ms: number): Promise<Uint8Array> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const giveUp = () => reject(new AppError('overloaded', { retry_after: 30 }));
  const timer = setTimeout(giveUp, deadline_ms);
  worker.once('message', resolve);
  worker.once('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
