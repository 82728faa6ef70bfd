/** Writes a backup to a temporary file, syncs it and renames it into place: there is never a partial backup. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartRefused } from '../env.ts';

export type CopyWriter = {
  line(text: string): Promise<void>;
  bytes(piece: Buffer): Promise<void>;
  /** SHA-256 of everything written so far. */
  hash(): string;
  /** The file is there only after this. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
};

export async function openCopyWriter(file: string): Promise<CopyWriter> {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  const handle = await open(draft, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `Não foi possível escrever em ${dirname(file)} (${cause.code}). Escolha outra pasta para a cópia.`,
      {
        cause,
      },
    );
  });
  const hash = createHash('sha256');
  const gzip = createGzip();
  // Synced before it is closed, so that the name never refers to a partial file.
  const writing = pipeline(gzip, createWriteStream(draft, { fd: handle.fd, autoClose: false }));
  // Awaited in `finish`, or thrown by the next write.
  let failure: unknown;
  writing.catch((error) => {
    failure = error;
  });

  async function bytes(piece: Buffer): Promise<void> {
    if (failure) throw whyNot(failure, file);
    hash.update(piece);
    if (!gzip.write(piece)) await Promise.race([once(gzip, 'drain'), writing.catch(() => {})]);
    if (failure) throw whyNot(failure, file);
  }

  return {
    bytes,
    line: (text) => bytes(Buffer.from(`${text}\n`)),
    hash: () => hash.copy().digest('hex'),
    async finish() {
      try {
        gzip.end();
        await writing;
        await handle.sync();
        await handle.close();
      } catch (error) {
        throw whyNot(error, file);
      }
      await rename(draft, file);
      await syncFolder(dirname(file));
    },
    async abandon() {
      gzip.destroy();
      await writing.catch(() => {});
      await handle.close().catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

/** The new name is an entry of the folder, which has to be synced as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Not every file system can sync a folder.
  await handle.sync().catch(() => {});
  await handle.close();
}

function whyNot(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EFBIG') return error;
  return new StartRefused(
    `Não há espaço em disco para a cópia ${file}. Libere espaço ou escolha outra pasta.`,
    {
      cause: error,
    },
  );
}
