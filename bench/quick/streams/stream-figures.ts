/** The same streams straight from the provider, through a bare proxy and through the product, by turns. */
import { setTimeout as pause } from 'node:timers/promises';
import { at, median } from '../statistics.ts';
import type { ServerProcess } from '../test-server.ts';
import { startChild } from './child.ts';
import { openAskers } from './people.ts';
import { closeConnections, read } from './reading.ts';
import { hold, type Load, type Round, type Target } from './round.ts';

type Name = 'direct' | 'transform' | 'ours';
const NAMES: Name[] = ['direct', 'transform', 'ours'];

/** Figures of the product and of the bare proxy; times are what they add to the provider's own. */
export type Added = {
  first_p50: number;
  first_p99: number;
  /** In milliseconds. */
  chunk_p50: number;
  chunk_p95: number;
  cpu_per_chunk: number;
  memory_per_stream: number;
};
export type Compared = { ours: Added; transform: Added };
export type Streams = {
  /** Added time to the first word, in milliseconds, one question at a time. */
  alone: { ours: number; transform: number };
  at_100: Compared;
  at_500: Compared;
  /** How many were held with a p95 of the added delay of at most 100 ms. */
  held: { streams: number; chunk_p95: number; holds: boolean }[];
};

export type Effort = { alone: number; rounds: number; large_rounds: number; held: number[] };

const LOADS: Record<100 | 500, Load> = {
  100: { streams: 100, settle_ms: 0, quiet_ms: 800, questions: 20, question_every_ms: 50 },
  500: { streams: 500, settle_ms: 1_500, quiet_ms: 2_000, questions: 30, question_every_ms: 50 },
};
const HELD_MS = 100;
const MANY: Omit<Load, 'streams'> = { settle_ms: 0, quiet_ms: 2_000, questions: 0, question_every_ms: 0 };
const PEOPLE = 2_200;

export async function measureStreams(
  { testServer, provider, database, secret }: ServerProcess,
  effort: Effort,
): Promise<Streams> {
  const askers = await openAskers(database.db, secret, PEOPLE);
  const transform = await startChild('./transform.ts', [provider.url]);
  const plain = (url: string) => () => ({ url: `${url}/v1/chat/completions`, headers: {}, body: '{}' });
  const targets: Record<Name, Target> = {
    direct: { next: plain(provider.url), pid: null },
    transform: { next: plain(transform.url), pid: transform.pid },
    ours: { next: () => askers.next(testServer.url), pid: testServer.pid },
  };
  try {
    const alone = await oneByOne(targets, effort.alone, provider);
    const rounds = { 100: await inTurn(100, effort.rounds), 500: await inTurn(500, effort.large_rounds) };
    const held: Streams['held'] = [];
    for (const streams of effort.held) {
      console.error(`${streams} respostas ao mesmo tempo`);
      const direct = await hold(targets.direct, provider, { ...MANY, streams });
      const ours = await hold(targets.ours, provider, { ...MANY, streams });
      const chunk_p95 = (at(ours.ages, 0.95) - at(direct.ages, 0.95)) / 1_000;
      const holds = chunk_p95 <= HELD_MS && ours.open === streams;
      held.push({ streams, chunk_p95, holds });
      if (!holds) break;
    }
    return { alone, at_100: compared(rounds[100]), at_500: compared(rounds[500]), held };
  } finally {
    closeConnections();
    await transform.end();
  }

  async function inTurn(streams: 100 | 500, times: number): Promise<Record<Name, Round[]>> {
    const measured: Record<Name, Round[]> = { direct: [], transform: [], ours: [] };
    for (let round = 0; round < times; round += 1)
      for (const name of NAMES) {
        console.error(`${streams} respostas, volta ${round + 1} de ${times}: ${name}`);
        measured[name].push(await hold(targets[name], provider, LOADS[streams]));
      }
    return measured;
  }
}

/** Until the code that each question goes through is compiled, for the most part. */
const WARM_UP = 40;

/** One question after the other, the targets by turns. */
async function oneByOne(
  targets: Record<Name, Target>,
  times: number,
  provider: { tell(wish: string): void },
): Promise<Streams['alone']> {
  const ages = { note: false, microseconds: [], chunks: 0 };
  const first: Record<Name, number[]> = { direct: [], transform: [], ours: [] };
  provider.tell('3');
  for (let time = -WARM_UP; time < times; time += 1)
    for (const name of NAMES) {
      const reading = read(targets[name].next(), ages);
      const took = await reading.first;
      await reading.ended;
      if (time >= 0) first[name].push(took);
      await pause(2);
    }
  const direct = median(first.direct);
  return { ours: median(first.ours) - direct, transform: median(first.transform) - direct };
}

/** All rounds together: each has had its turn in the same minute. */
function compared(rounds: Record<Name, Round[]>): Compared {
  const first = (name: Name, share: number) =>
    at(
      rounds[name].flatMap((round) => round.first),
      share,
    );
  const age = (name: Name, share: number) =>
    median(rounds[name].map((round) => at(round.ages, share))) / 1_000;
  const added = (name: Name): Added => ({
    first_p50: first(name, 0.5) - first('direct', 0.5),
    first_p99: first(name, 0.99) - first('direct', 0.99),
    chunk_p50: age(name, 0.5) - age('direct', 0.5),
    chunk_p95: age(name, 0.95) - age('direct', 0.95),
    cpu_per_chunk: median(rounds[name].map((round) => round.cpu_per_chunk)),
    // Memory that was taken once is not given back, so the first round decides.
    memory_per_stream: Math.max(...rounds[name].map((round) => round.memory_per_stream)),
  });
  return { ours: added('ours'), transform: added('transform') };
}
