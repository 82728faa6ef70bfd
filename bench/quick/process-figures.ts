/** Memory and processor time of a process as the system reports them; Linux only. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Processor time of all its threads so far, in microseconds. */
export async function processorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return times.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0) / 1_000;
}

/** In MiB. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
  return { now: figure('VmRSS'), peak: figure('VmHWM') };
}

/** The peak is counted from now on. */
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5');
