/**
 * What a conversation survives: disconnects, killed processes, a lost database, readers who stop reading, providers
 * who send rubbish. `npm run bench -- faults [name …]` with the names below; all of them without one.
 *
 *   rejoin   --rounds 200    readers leave and join again over two processes
 *   kill     --kills 20      kill -9 of the answering process, another one ends what it left
 *   mangle   --streams 10000 mutated provider streams, without a network
 *   slow     --stopped 20    readers who stopped reading an answer of 1 MiB
 *   database --seconds 10    the database dies and comes back while ten answers are written
 *   ingest   --falls 30      kill -9 while documents are taken in and read, the next process goes on
 */
import { parseArgs } from 'node:util';
import { endAll } from '../server/test/started.ts';
import { withDatabase } from './database.ts';
import { databaseLoss } from './faults/database-loss.ts';
import { ingestRounds } from './faults/ingesting.ts';
import { type Installation, openInstallation } from './faults/installation.ts';
import { killRounds } from './faults/killing.ts';
import { mangledAnswers } from './faults/mangling.ts';
import { rejoinRounds } from './faults/rejoining.ts';
import { openRestartableDatabase } from './faults/restartable-database.ts';
import { slowReaders } from './faults/slow-reading.ts';

type Numbers = Record<'rounds' | 'kills' | 'streams' | 'stopped' | 'seconds' | 'falls' | 'seed', number>;

const DEFAULTS: Numbers = {
  rounds: 200,
  kills: 20,
  streams: 10_000,
  stopped: 20,
  seconds: 10,
  falls: 30,
  seed: 1,
};
const MIB = 1024 * 1024;

const faults = {
  rejoin: ({ rounds, seed }: Numbers) =>
    inHouse(async (house) => {
      const processes = await Promise.all([house.start(), house.start()]);
      return rejoinRounds(house, processes, { rounds, conversations: 8, seed });
    }),
  kill: ({ kills, seed }: Numbers) =>
    inHouse(async (house) => killRounds(house, await house.start(), { rounds: kills, answers: 6, seed })),
  mangle: ({ streams, seed }: Numbers) => mangledAnswers({ streams, seed }),
  slow: ({ stopped }: Numbers) =>
    inHouse(async (house) =>
      slowReaders(house, await house.start(), { stopped, slow: 2, others: 8, answer_bytes: MIB }),
    ),
  ingest: ({ falls, seed }: Numbers) => inHouse((house) => ingestRounds(house, { rounds: falls, seed })),
  database: async ({ seconds, seed }: Numbers) => {
    const database = await openRestartableDatabase();
    try {
      const house = await openInstallation(database.address);
      try {
        const [process] = await Promise.all([house.start(), house.start()]);
        return await databaseLoss(house, process, database, { answers: 10, seconds, seed });
      } finally {
        await house.close();
      }
    } finally {
      await database.close();
    }
  },
};

type FaultName = keyof typeof faults;
const names = Object.keys(faults) as FaultName[];

export async function run(options: string[]): Promise<object> {
  const { values, positionals } = parseArgs({
    args: options,
    allowPositionals: true,
    options: Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: 'string' as const }])),
  });
  const unknown = positionals.filter((name) => !names.includes(name as FaultName));
  if (unknown.length) throw new Error(`Não existe: ${unknown.join(', ')}. Nomes: ${names.join(', ')}`);
  const numbers = { ...DEFAULTS };
  for (const [name, value] of Object.entries(values)) numbers[name as keyof Numbers] = Number(value);

  const figures: Record<string, { broken: string[] }> = {};
  for (const name of positionals.length ? (positionals as FaultName[]) : names) {
    const began = performance.now();
    const seen = await faults[name](numbers);
    figures[name] = Object.assign(seen, { seconds: Math.round((performance.now() - began) / 1_000) });
    if (seen.broken.length) process.exitCode = 1;
  }
  return { bench: 'faults', seed: numbers.seed, ...figures };
}

async function inHouse<T>(act: (house: Installation) => Promise<T>): Promise<T> {
  return withDatabase(async ({ address }) => {
    const house = await openInstallation(address);
    try {
      return await act(house);
    } finally {
      await endAll();
      await house.close();
    }
  });
}
