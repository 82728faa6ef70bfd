/**
 * Two replicas of Prosa on three PostgreSQL that Patroni keeps behind HAProxy, with synchronous commit. The primary is
 * killed again and again while people ask: `npm run trials -- failover [--kills N] [--people N] [--seed N]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineFolder, findPrograms } from '../server/test/engines/engine-process.ts';
import { CLUSTER, openCluster } from '../server/test/engines/patroni-cluster.ts';
import { killPrimaries } from './engines/kill-primaries.ts';
import { openInstallation } from './support/installation.ts';

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      kills: { type: 'string', default: '20' },
      people: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' },
    },
  });
  const found = await findPrograms(CLUSTER);
  if ('missing' in found) throw new Error(found.missing);
  const [kills = 0, people = 0, seed = 0] = [values.kills, values.people, values.seed].map(Number);
  const folder = await engineFolder(await mkdtemp(join(tmpdir(), 'prosa-failover-')));
  try {
    const cluster = await openCluster(join(folder, 'cluster'));
    try {
      const installation = await openInstallation({ connectionString: cluster.url('postgres') });
      try {
        const figures = await killPrimaries(installation, cluster, { kills, people, seed });
        if (figures.broken.length) process.exitCode = 1;
        return { trial: 'failover', seed, ...figures };
      } finally {
        await installation.close();
      }
    } finally {
      await cluster.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
