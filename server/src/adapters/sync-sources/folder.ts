/** A folder of this machine, below a root that the operator allows. Links are never followed, whenever they appear. */
import { constants, createWriteStream, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, opendir, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { documentType } from '#contract/document-types.ts';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';
import { EXTERNAL_ID_MAX } from '#contract/sync-limits.ts';
import type { ItemReason } from '#contract/sync-runs.ts';
import type { FolderSettings } from '#contract/sync-sources.ts';
import { AppError } from '../../app-error.ts';
import { whenFull } from '../../http/files/upload-folder.ts';
import { cleanFilename, extensionOf } from '../../text/filename.ts';
import { isWanted } from './patterns.ts';
import {
  type Fetched,
  type Ignored,
  type KnownItem,
  LISTED_BATCH,
  type Listed,
  type ListedBatch,
  type SyncSource,
} from './sync-source.ts';

const DEPTH_MAX = 32;
const ENTRIES_MAX = 200_000;
const PARALLEL = 4;

export type FolderOptions = {
  /** The roots of SYNC_FOLDERS. */
  roots: readonly string[];
  /** A new path for a copy. */
  place: () => string;
};

export function openFolder(settings: FolderSettings, { roots, place }: FolderOptions): SyncSource {
  const { root } = settings;
  return {
    parallel: PARALLEL,
    pages: null,
    async *list(_, signal) {
      const folder = await requireFolder(settings, roots);
      return yield* walk(folder, settings, signal);
    },
    async fetch(item) {
      await requireFolder(settings, roots);
      const real = await realpath(root);
      return copyFile(join(root, settings.subfolder), { real, item, place });
    },
    recall() {},
    close() {},
  };
}

/** The folder that is listed. Throws where it is not allowed or not there. */
export async function requireFolder(
  { root, subfolder }: Pick<FolderSettings, 'root' | 'subfolder'>,
  roots: readonly string[],
): Promise<string> {
  if (!roots.includes(root)) throw new AppError('sync_folder_forbidden');
  let path = root;
  for (const part of ['', ...subfolder.split(/[\\/]/)]) {
    path = join(path, part);
    const found = await lstat(path).catch(() => null);
    if (!found) throw new AppError('sync_folder_missing');
    if (found.isSymbolicLink()) throw new AppError('sync_folder_forbidden');
    if (!found.isDirectory()) throw new AppError('sync_folder_missing');
  }
  return path;
}

/** Depth first, in the order of names, so that the same folder is always listed alike. */
async function* walk(
  folder: string,
  settings: FolderSettings,
  signal: AbortSignal,
): AsyncGenerator<ListedBatch, boolean> {
  let batch: ListedBatch = { items: [], ignored: [] };
  let isWhole = true;
  let entries = 0;
  const waiting: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    signal.throwIfAborted();
    const found = await entriesOf(join(folder, next.path));
    if (!found) {
      if (next.depth === 0) throw new AppError('sync_folder_missing');
      isWhole = false;
      continue;
    }
    for (const entry of found) {
      entries += 1;
      if (entries > ENTRIES_MAX) {
        yield batch;
        return false;
      }
      const path = next.path ? `${next.path}/${entry.name}` : entry.name;
      const seen = await look(folder, path, { entry, settings });
      if (seen === 'unreadable') isWhole = false;
      else if (seen === 'folder') {
        if (next.depth < DEPTH_MAX) waiting.push({ path, depth: next.depth + 1 });
        else isWhole = false;
      } else if ('reason' in seen) batch.ignored.push(seen);
      else batch.items.push(seen);
      if (batch.items.length + batch.ignored.length >= LISTED_BATCH) {
        yield batch;
        batch = { items: [], ignored: [] };
      }
    }
  }
  yield batch;
  return isWhole;
}

async function entriesOf(folder: string): Promise<Dirent[] | null> {
  const found: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder)) found.push(entry);
  } catch {
    return null;
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

async function look(
  folder: string,
  path: string,
  { entry, settings }: { entry: Dirent; settings: FolderSettings },
): Promise<Listed | Ignored | 'folder' | 'unreadable'> {
  const ignored = (reason: ItemReason, size: number | null = null): Ignored => ({
    external_id: path.toWellFormed().replaceAll('\0', '').slice(0, EXTERNAL_ID_MAX),
    name: cleanFilename(entry.name) || '…',
    size,
    reason,
  });
  // A name that is no text comes with replacement characters, and would open nothing or something else.
  if (path.length > EXTERNAL_ID_MAX || /[\p{Cc}\ufffd]/u.test(entry.name) || !path.isWellFormed())
    return ignored('bad_name');
  if (entry.name.startsWith('.')) return ignored('hidden');
  const found = await lstat(join(folder, path)).catch(() => null);
  if (!found) return 'unreadable';
  if (found.isSymbolicLink()) return ignored('link');
  if (found.isDirectory()) return 'folder';
  if (!found.isFile()) return ignored('not_a_file');
  if (!documentType(extensionOf(entry.name))) return ignored('type', found.size);
  if (!isWanted(settings, path)) return ignored('pattern', found.size);
  if (found.size > UPLOAD_BYTES_MAX) return ignored('too_large', found.size);
  if (found.size === 0) return ignored('empty', 0);
  return { external_id: path, name: cleanFilename(entry.name), version: versionOf(found), size: found.size };
}

const versionOf = ({ mtimeMs, size }: Stats): string => `${mtimeMs}/${size}`;

type Copying = { real: string; item: KnownItem; place: () => string };

async function copyFile(folder: string, { real, item, place }: Copying): Promise<Fetched> {
  const path = join(folder, item.external_id);
  // A pipe would wait for a writer, and the last part of the path may have become a link since it was listed.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const opened = await open(path, flags).catch((error: NodeJS.ErrnoException) => error);
  if (opened instanceof Error) return notOpened(opened);
  try {
    const before = await opened.stat();
    if (!before.isFile()) return { kind: 'ignored', reason: 'not_a_file' };
    if (!(await isBelow(real, path, before))) return { kind: 'ignored', reason: 'link' };
    if (before.size > UPLOAD_BYTES_MAX) return { kind: 'ignored', reason: 'too_large' };
    if (before.size === 0) return { kind: 'ignored', reason: 'empty' };
    return await copy(opened, before, { item, target: place() });
  } finally {
    await opened.close();
  }
}

function notOpened({ code }: NodeJS.ErrnoException): Fetched {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
  // With O_NOFOLLOW a link is a loop.
  if (code === 'ELOOP' || code === 'EMLINK') return { kind: 'ignored', reason: 'link' };
  return { kind: 'failed', reason: 'sync_away' };
}

/**
 * Whether what was opened lies below the root: a folder of the path may have become a link between listing and opening.
 * The path is resolved afterwards and must lead to the very file that is open.
 */
async function isBelow(real: string, path: string, opened: Stats): Promise<boolean> {
  const resolved = await realpath(path).catch(() => '');
  if (!resolved.startsWith(real.endsWith(sep) ? real : real + sep)) return false;
  const there = await lstat(resolved).catch(() => null);
  return there !== null && there.dev === opened.dev && there.ino === opened.ino;
}

async function copy(
  file: FileHandle,
  before: Stats,
  { item, target }: { item: KnownItem; target: string },
): Promise<Fetched> {
  try {
    // A file that grows is read up to the size that it had.
    const content = file.createReadStream({ start: 0, end: before.size - 1, autoClose: false });
    await pipeline(content, createWriteStream(target, { mode: 0o600 }));
    const after = await file.stat();
    if (versionOf(after) === versionOf(before))
      return {
        kind: 'file',
        path: target,
        size: before.size,
        filename: item.name,
        version: versionOf(before),
      };
  } catch (error) {
    await rm(target, { force: true });
    throw whenFull(error);
  }
  await rm(target, { force: true });
  return { kind: 'failed', reason: 'changed_while_read' };
}
