/** DATA_DIR: checks that it can be written, and locks it against a second process. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartRefused } from '../env.ts';

const CLAIM = 'server.pid';

export async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    const probe = join(folder, `.probe-${process.pid}`);
    await writeFile(probe, 'x'.repeat(4096));
    await rm(probe);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    const why =
      code === 'ENOSPC'
        ? 'não há espaço em disco'
        : code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
          ? 'sem permissão de escrita'
          : code === 'ENOENT' || code === 'ENOTDIR'
            ? 'não pode ser criada ali'
            : code;
    throw new StartRefused(
      `A pasta de dados ${folder} não pode ser usada: ${why}. Libere-a ou escolha outra, por exemplo: DATA_DIR=/caminho/gravavel npm start`,
      { cause },
    );
  }
}

/**
 * Makes each missing folder by itself: where the system lets nobody make one, as below /proc, the recursive call of Node never
 * returns.
 */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing)
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
}

/** One process per data folder: two would end each other's database. */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, CLAIM);
  const other = await claimant(folder);
  if (other)
    throw new StartRefused(
      `O Prosa já está rodando sobre ${folder} (processo ${other}). Encerre-o ou use outra pasta com DATA_DIR.`,
    );
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

/** Whether another process holds the folder. */
export const isClaimed = async (folder: string): Promise<boolean> => (await claimant(folder)) !== null;

async function claimant(folder: string): Promise<number | null> {
  const other = Number(await readFile(join(folder, CLAIM), 'utf8').catch(() => ''));
  return other && other !== process.pid && (await isOurs(other)) ? other : null;
}

/** A number left behind by a killed process may belong to something else by now. */
async function isOurs(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null
    ? process.platform !== 'linux'
    : /server\/(src\/main\.ts|dist\/main\.js)/.test(command);
}
