/**
 * Two replicas of Prosa on a primary and a streaming replica of PostgreSQL that applies everything ten seconds late:
 * `npm run trials -- read-replica [--delay SECONDS]`. The trial starts both servers itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineFolder, findPrograms } from '../server/test/engines/engine-process.ts';
import { openPostgres, openStandby, POSTGRES } from '../server/test/engines/postgres-server.ts';
import { readBehind } from './engines/read-behind.ts';
import { openInstallation } from './support/installation.ts';

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: { delay: { type: 'string', default: '10' } } });
  const found = await findPrograms(POSTGRES);
  if ('missing' in found) throw new Error(found.missing);
  const delay = Number(values.delay);
  const folder = await engineFolder(await mkdtemp(join(tmpdir(), 'prosa-replica-')));
  const primary = await openPostgres(join(folder, 'primary'));
  try {
    const standby = await openStandby(primary, join(folder, 'standby'), { delay: `${delay}s` });
    try {
      const installation = await openInstallation(primary.address('postgres'));
      try {
        const figures = await readBehind(installation, { primary, standby, delay });
        if (figures.broken.length) process.exitCode = 1;
        return { trial: 'read-replica', delay, ...figures };
      } finally {
        await installation.close();
      }
    } finally {
      await standby.close();
    }
  } finally {
    await primary.close();
    await rm(folder, { recursive: true, force: true });
  }
}
