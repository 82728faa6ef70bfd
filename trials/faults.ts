/**
 * Faults that a conversation survives: disconnects, killed processes, a lost database, readers who stop reading, providers
 * who send rubbish. `npm run trials -- faults [name …]` with the names below; all of them without one.
 *
 *   rejoin   --rounds 200    readers leave and join again over two processes
 *            --stops 100     and answers are stopped through the process that does not write them
 *   kill     --kills 20      kill -9 of the answering process, another one ends what it left
 *   mangle   --streams 10000 mutated provider streams, without a network
 *   slow     --stopped 20    readers who stopped reading an answer of 1 MiB
 *   database --seconds 10    the database dies and comes back while ten answers are written
 *   exchange --exchanges 6  B2: replicas exchanged one after the other, behind a proxy
 *   migrate  --migrations 20 B4: replicas that start together on an empty database, one of them killed meanwhile
 *   disk     --uploads 6     B13: no room where uploads pass through (as root: it mounts a small file system)
 *   follow   --follows 5     B20: answers read along at one replica whose writer, another one, dies
 *   crowd    --readers 2000  B26: more readers than 256 MB hold
 *   block                    B27: long texts, tables, sign-ins and hostile bodies beside short calls
 *   soak     --soak 1800     B31: a hundred people ask for half an hour, faults at random
 *   freeze   --frozen 30     B6: the database stands still for so many seconds and then goes on
 *   delete   --deletions 200 B32: sessions, agents, bases, documents and accounts deleted while they are written
 *   provider --questions 200 a provider dies between two questions: its model is gone, then its address
 *   ingest   --falls 30      kill -9 while documents are taken in and read, the next process goes on
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseAddress } from '../server/src/db/client.ts';
import { endAll, type Started } from '../server/test/process/started-process.ts';
import { openProviderStub } from '../server/test/providers/provider-stub.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { exchangeReplicas } from './faults/processes/exchange-replicas.ts';
import { followRounds } from './faults/processes/follow.ts';
import { killRounds } from './faults/processes/kill.ts';
import { ingestRounds } from './faults/processes/kill-ingestion.ts';
import { migrateRounds } from './faults/processes/migrate.ts';
import { blockLoop } from './faults/readers/block-event-loop.ts';
import { crowd } from './faults/readers/crowd.ts';
import { rejoinRounds } from './faults/readers/rejoin.ts';
import { slowReaders } from './faults/readers/slow-readers.ts';
import { stopRounds } from './faults/readers/stop.ts';
import { databaseLoss } from './faults/surroundings/database-loss.ts';
import { type DeadProvider, type Death, outliveProvider } from './faults/surroundings/dead-provider.ts';
import { deleteRounds } from './faults/surroundings/delete-while-writing.ts';
import { frozenDatabase } from './faults/surroundings/frozen-database.ts';
import { fullDisk } from './faults/surroundings/full-disk.ts';
import { mangledAnswers } from './faults/surroundings/mangled-answers.ts';
import { soak } from './faults/surroundings/soak.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { openRestartableDatabase, type RestartableDatabase } from './support/restartable-database.ts';

type Numbers = Record<keyof typeof DEFAULTS, number>;

const DEFAULTS = {
  rounds: 200,
  stops: 100,
  kills: 20,
  streams: 10_000,
  stopped: 20,
  seconds: 10,
  falls: 30,
  deletions: 200,
  questions: 200,
  frozen: 30,
  exchanges: 6,
  migrations: 20,
  uploads: 6,
  follows: 5,
  readers: 2_000,
  soak: 1_800,
  seed: 1,
};
const MIB = 1024 * 1024;

const faults = {
  rejoin: ({ rounds, stops, seed }: Numbers) =>
    inTestServer(async (testServer) => {
      const processes = await Promise.all([testServer.start(), testServer.start()]);
      const rejoined = await rejoinRounds(testServer, processes, { rounds, conversations: 8, seed });
      const stopped = await stopRounds(testServer, processes, { stops, lanes: 4, seed });
      return { ...rejoined, stopped, broken: [...rejoined.broken, ...stopped.broken] };
    }),
  kill: ({ kills, seed }: Numbers) =>
    inTestServer(async (testServer) =>
      killRounds(testServer, await testServer.start(), { rounds: kills, answers: 6, seed }),
    ),
  mangle: ({ streams, seed }: Numbers) => mangledAnswers({ streams, seed }),
  slow: ({ stopped }: Numbers) =>
    inTestServer(async (testServer) =>
      slowReaders(testServer, await testServer.start(), { stopped, slow: 2, others: 8, answer_bytes: MIB }),
    ),
  ingest: ({ falls, seed }: Numbers) =>
    inTestServer((testServer) => ingestRounds(testServer, { rounds: falls, seed })),
  delete: ({ deletions, seed }: Numbers) =>
    inTestServer(async (testServer) =>
      deleteRounds(testServer, await testServer.start(), { rounds: deletions, seed }),
    ),
  provider: ({ questions }: Numbers) =>
    inTestServer(async (testServer) => {
      const gone = await outliveDeath(testServer, questions, 'gone');
      const away = await outliveDeath(testServer, questions, 'away');
      return { gone, away, broken: [...gone.broken, ...away.broken] };
    }),
  exchange: ({ exchanges, seed }: Numbers) =>
    inTestServer((testServer) => exchangeReplicas(testServer, { exchanges, people: 6, seed })),
  migrate: ({ migrations, seed }: Numbers) =>
    inTestServer((testServer, server) => migrateRounds(testServer, server, { rounds: migrations, seed })),
  follow: ({ follows, seed }: Numbers) =>
    inTestServer((testServer) => followRounds(testServer, { rounds: follows, answers: 6, seed })),
  crowd: ({ readers, seed }: Numbers) =>
    inTestServer((testServer) => crowd(testServer, { readers, mebibytes: 256, seed })),
  block: ({ seed }: Numbers) =>
    inTestServer((testServer) => blockLoop(testServer, { mebibytes: 10, rows: 50_000, seed })),
  soak: ({ soak: seconds, seed }: Numbers) =>
    inTestServer((testServer) => soak(testServer, { streams: 100, seconds, seed })),
  disk: ({ uploads }: Numbers) =>
    inTestServer((testServer) =>
      fullDisk(testServer, join(testServer.folder, 'small'), { mebibytes: 8, uploads }),
    ),
  freeze: ({ frozen, seed }: Numbers) =>
    withRestartable((testServer, process, database) =>
      frozenDatabase(testServer, process, database, { answers: 4, callers: 20, seconds: frozen, seed }),
    ),
  database: ({ seconds, seed }: Numbers) =>
    withRestartable(async (testServer, process, database) => {
      await testServer.start();
      return databaseLoss(testServer, process, database, { answers: 10, seconds, seed });
    }),
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
  return { trial: 'faults', seed: numbers.seed, ...figures };
}

/** On two processes of its own: a model that failed rests for a minute in a process. */
async function outliveDeath(
  testServer: Installation,
  questions: number,
  death: Death,
): Promise<DeadProvider> {
  const first = await openProviderStub();
  const env = { OPENAI_API_KEY: 'sk-teste', OPENAI_BASE_URL: first.url };
  const processes = await Promise.all([testServer.start(env), testServer.start(env)]);
  const seen = await outliveProvider(testServer, processes, { first, questions, death });
  await Promise.all(processes.map((process) => process.end('SIGTERM')));
  if (death === 'gone') await first.close();
  const lost = seen.by_reserve - seen.named + seen.failed + seen.double_charges;
  return { ...seen, broken: lost ? [...seen.broken, `${lost} answers are not as promised`] : seen.broken };
}

async function inTestServer<T>(
  act: (testServer: Installation, server: DatabaseAddress) => Promise<T>,
): Promise<T> {
  return withDatabase(async ({ address }) => {
    const testServer = await openInstallation(address);
    try {
      return await act(testServer, address);
    } finally {
      await endAll();
      await testServer.close();
    }
  });
}

async function withRestartable<T>(
  act: (testServer: Installation, process: Started, database: RestartableDatabase) => Promise<T>,
): Promise<T> {
  const database = await openRestartableDatabase();
  try {
    const testServer = await openInstallation(database.address);
    try {
      return await act(testServer, await testServer.start(), database);
    } finally {
      await endAll();
      await testServer.close();
    }
  } finally {
    await database.close();
  }
}
