/** Temporary files of uploads. The next start deletes those that a killed process left. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../app-error.ts';

export type UploadFolder = {
  /** A new path. */
  place(): string;
};

/** Several processes may share the folder: a file tells whose it is. */
const OWN = `${hostname().replace(/[^\w.-]/g, '_')}~${process.pid}~`;
/** Age from which files of another machine are deleted. */
const FOREIGN_MS = 3_600_000;

export function openUploadFolder(dataFolder: string): UploadFolder {
  const folder = join(dataFolder, 'uploads');
  return {
    place() {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw whenFull(error);
      }
      return join(folder, OWN + randomUUID());
    },
  };
}

/** At the start of a process, before it receives anything. */
export async function deleteLeftUploads(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'uploads');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (await isLeft(folder, name)) await rm(join(folder, name), { force: true });
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  const [host, pid = ''] = name.split('~');
  // A restarted container has the name and the number of the one before it.
  if (name.startsWith(OWN)) return true;
  if (OWN.startsWith(`${host}~`)) return !isAlive(Number(pid));
  const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs > FOREIGN_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A disk, or a quota, that is full is the operator's matter, and its sentence says so. */
export function whenFull(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage_full', { cause: error }) : error;
}
