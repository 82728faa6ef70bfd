/** A new folder for what is gone after the tests: in memory where the machine has plenty of it. */
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A database is a thousand files: making and dropping one for each test file took a disk half of the database's time. */
const MEMORY = '/dev/shm';
/** Bytes. A container may have 64 MB of it, less than one database writes ahead. */
const PLENTY = 4 * 1024 ** 3;

export async function temporaryFolder(prefix: string): Promise<string> {
  const space = await statfs(MEMORY).catch(() => null);
  const isRoomy = space !== null && space.bavail * space.bsize >= PLENTY;
  return mkdtemp(join(isRoomy ? MEMORY : tmpdir(), prefix));
}
