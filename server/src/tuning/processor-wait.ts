/** How long a process that wanted to run had to wait, because others held the processors. */
import { readdir, readFile } from 'node:fs/promises';

/**
 * Milliseconds that all threads of a process and of its children have waited in the queues of the processors since they
 * began (the second figure of `schedstat`, in nanoseconds). Null where the system does not tell.
 */
export async function processorWaitOf(pid: number): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const waits = await Promise.all(
    threads.map(async (thread) => {
      const [schedstat, children] = await Promise.all([
        readProc(`/proc/${pid}/task/${thread}/schedstat`),
        readProc(`/proc/${pid}/task/${thread}/children`),
      ]);
      const own = /^\d+ (\d+)/.exec(schedstat)?.[1];
      const theirs = await Promise.all(
        children
          .split(' ')
          .filter(Boolean)
          .map((child) => processorWaitOf(Number(child))),
      );
      return own === undefined
        ? null
        : Number(own) / 1e6 + theirs.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
    }),
  );
  const known = waits.filter((wait) => wait !== null);
  return known.length ? known.reduce((sum, wait) => sum + wait, 0) : null;
}

const readProc = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
