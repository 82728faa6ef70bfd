/**
 * PostgreSQL has no limit on the memory of a connection: `work_mem` bounds sorts and hash joins, not the values that an
 * expression builds, the state of an aggregate or the hash table of a recursive query. The embedded server also holds the
 * accounts, so the process that serves a content connection gets a limit from the operating system. An allocation beyond
 * it fails with `out of memory`, which ends the statement and nothing else.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A backend starts with 3 MB; sorting, hashing and a cell of 16 MB fit well into this. */
export const BACKEND_MEMORY_MAX_BYTES = 128 * 1024 * 1024;

/** False where the platform has no such limit or its `prlimit` (util-linux) is missing. */
export async function limitBackendMemory(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    // Without CAP_SYS_RESOURCE only a process of the same user may set the limit, and PostgreSQL never runs as root.
    const { uid, gid } = await stat(`/proc/${pid}`);
    const identity = process.getuid?.() === 0 ? { uid, gid } : {};
    const limit = ['--pid', String(pid), `--data=${BACKEND_MEMORY_MAX_BYTES}`];
    await promisify(execFile)('prlimit', limit, { ...identity, timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}
