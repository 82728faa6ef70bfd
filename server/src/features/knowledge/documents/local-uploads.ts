/**
 * Files that were sent to this process and still lie on its disk, as they do until their sender is answered. A reader
 * gets such a file as it is: to fetch it back from the database costs the server ten times its size in memory, and
 * those who ask meanwhile the time to tidy that up.
 */
import { type FileHandle, open } from 'node:fs/promises';

/** By the file's id in the database. */
const paths = new Map<string, string>();

export async function withLocalUpload<T>(file_id: string, path: string, act: () => Promise<T>): Promise<T> {
  paths.set(file_id, path);
  try {
    return await act();
  } finally {
    paths.delete(file_id);
  }
}

/** Null when it came to another process, or its sender has been answered. */
export async function openLocalUpload(file_id: string): Promise<FileHandle | null> {
  const path = paths.get(file_id);
  if (path === undefined) return null;
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
