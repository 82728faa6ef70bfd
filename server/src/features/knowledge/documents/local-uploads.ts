/**
 * Uploads that this process received and that stay on its disk until the response is sent. A reader process gets such a
 * file directly: fetching it back from the database would cost the server ten times its size in memory, and the garbage
 * collection of that would delay other requests.
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
