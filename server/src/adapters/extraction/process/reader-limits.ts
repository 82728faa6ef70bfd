/** The limits of a reader process: time, memory and its share of the processors. */
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { lowerProcessPriority, restoreProcessPriority } from '../../../tuning/process-priority.ts';
import { processorWaitOf } from '../../../tuning/processor-wait.ts';
import type { ExtractionProblem } from '../extracted.ts';

export type ReaderLimits = { seconds: number; heap_mb: number; memory_mb: number };

const WATCH_MS = 100;
/** The share of its time that a reader is less urgent for: where so much else goes on, it would run out of it. */
const PATIENCE = 0.25;
/** A patient reader that waited for the processors for this share of its time gets it anew, so many times. */
const STARVED = 0.25;
const EXTENSIONS = 9;

/** Ends a reader that takes too long or too much memory. `refresh` gives it its whole time anew. */
export function guardLimits(
  child: ChildProcess,
  limits: ReaderLimits,
  end: (problem: ExtractionProblem) => void,
  isPatient = false,
): { refresh: () => void; stop: () => void } {
  const restore = runAtLowPriority(child);
  const waitedLong = setTimeout(isPatient ? () => {} : restore, limits.seconds * 1000 * PATIENCE);
  const deadline = startDeadline(limits.seconds * 1000, {
    over: () => end('extraction_timeout'),
    wait: isPatient && child.pid !== undefined ? () => processorWaitOf(child.pid as number) : null,
  });
  const watch = setInterval(
    () => void overweight(child, limits, () => end('file_unpacks_too_large')),
    WATCH_MS,
  );
  return {
    refresh: deadline.refresh,
    stop() {
      deadline.stop();
      clearTimeout(waitedLong);
      clearInterval(watch);
    },
  };
}

/**
 * Calls `over` after so many milliseconds. `wait` tells how long the reader has waited for a processor: time that others had
 * is given anew, since a page that is cut on a busy machine would be taken for one that cannot be read.
 */
function startDeadline(
  milliseconds: number,
  { over, wait }: { over: () => void; wait: (() => Promise<number | null>) | null },
): { refresh: () => void; stop: () => void } {
  let waited = 0;
  let extensions = 0;
  const measure = async () => (await wait?.()) ?? 0;
  const timer = setTimeout(() => {
    if (extensions >= EXTENSIONS) return over();
    void measure().then((now) => {
      if (now - waited < milliseconds * STARVED) return over();
      extensions += 1;
      waited = now;
      timer.refresh();
    });
  }, milliseconds);
  return {
    refresh() {
      extensions = 0;
      timer.refresh();
      if (wait)
        void measure().then((now) => {
          waited = now;
        });
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Lowers the priority of a reader below that of the server; not to the lowest one, at which a reader on a busy machine
 * would starve until its time is over. Returns the function that restores it.
 */
function runAtLowPriority({ pid }: ChildProcess): () => void {
  if (pid === undefined) return () => {};
  try {
    const before = lowerProcessPriority(pid);
    return () => void restoreProcessPriority(pid, before);
  } catch {
    // It has ended already, or the system does not let us: then it reads like any other.
    return () => {};
  }
}

/** Where the system tells how much memory a process holds; elsewhere the heap's own limit is left. */
async function overweight(
  { pid }: ChildProcess,
  { memory_mb }: ReaderLimits,
  end: () => void,
): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  if (kilobytes > memory_mb * 1024) end();
}
