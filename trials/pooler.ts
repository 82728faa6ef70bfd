/**
 * Two replicas behind PgBouncer in transaction mode, on a PostgreSQL that the trial starts itself:
 * `npm run trials -- pooler [--people N] [--questions N] [--seed N]`, or the stories of the browser through the same:
 * `npm run trials -- pooler --stories [folder/name …]` (all of them where none is named).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runInBrowser } from '../scripts/in-browser.ts';
import { engineFolder, findPrograms } from '../server/test/engines/engine-process.ts';
import { openPgbouncer } from '../server/test/engines/pgbouncer.ts';
import { openPostgres, POSTGRES } from '../server/test/engines/postgres-server.ts';
import { exerciseReplicas } from './engines/exercise-replicas.ts';
import { openInstallation } from './support/installation.ts';

export async function run(options: string[]): Promise<object> {
  const { values, positionals } = parseArgs({
    args: options,
    allowPositionals: true,
    options: {
      people: { type: 'string', default: '6' },
      questions: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      stories: { type: 'boolean', default: false },
    },
  });
  const found = await findPrograms([...POSTGRES, 'pgbouncer']);
  if ('missing' in found) throw new Error(found.missing);
  if (values.stories) return walkStories(positionals);
  const [people, questions, seed] = [values.people, values.questions, values.seed].map(Number);
  const figures = await behindPooler({ people: people ?? 0, questions: questions ?? 0, seed: seed ?? 0 });
  if (figures.broken.length) process.exitCode = 1;
  return { trial: 'pooler', seed, ...figures };
}

async function behindPooler(load: { people: number; questions: number; seed: number }) {
  const folder = await engineFolder(await mkdtemp(join(tmpdir(), 'prosa-pooler-')));
  const server = await openPostgres(join(folder, 'postgres'));
  try {
    const pooler = await openPgbouncer(join(folder, 'pgbouncer'), server);
    try {
      const installation = await openInstallation(server.address('postgres'));
      try {
        const { name } = installation;
        const env = { DATABASE_URL: pooler.url(name), DATABASE_DIRECT_URL: server.url(name) };
        const replicas = await Promise.all([installation.start(env), installation.start(env)] as const);
        const seen = await exerciseReplicas(installation, replicas, {
          ...load,
          meanwhile: () => pooler.restart(),
        });
        const { transactions, ...through } = await pooler.figures();
        if (transactions < seen.answers) seen.broken.push(`only ${transactions} transactions were pooled`);
        return { ...seen, pooler: { ...through, transactions } };
      } finally {
        await installation.close();
      }
    } finally {
      await pooler.close();
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function walkStories(stories: string[]): Promise<object> {
  await runInBrowser(
    {
      name: 'e2e',
      command: 'playwright',
      args: ['test', '--config', 'e2e/playwright.config.ts', ...stories],
      env: { PROSA_E2E_REPLICAS: '2', PROSA_E2E_POOLER: 'pgbouncer' },
    },
    stories.length && !stories.some((story) => story.includes('language')) ? 'mixed' : undefined,
  );
  return { trial: 'pooler', stories: stories.length ? stories : 'all', walked: process.exitCode !== 1 };
}
