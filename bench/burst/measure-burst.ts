/**
 * Everybody asks at once: 250 people with two conversations each ask 500 questions within 1.5 s, and each answer has
 * sixty chunks, one each 50 ms. Prints the time to the first word beside that of a bare proxy which only reads and
 * writes the events anew, in turns: `npm run bench -- burst [--rounds 3]`. Ends with code 1 where a bar is not held.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { processorTime } from '../quick/process-figures.ts';
import { at, median } from '../quick/statistics.ts';
import { startChild } from '../quick/streams/child.ts';
import { openAskers } from '../quick/streams/people.ts';
import { closeConnections, read } from '../quick/streams/reading.ts';
import type { Target } from '../quick/streams/round.ts';
import { startServerProcess } from '../quick/test-server.ts';

const PEOPLE = 250;
const CONVERSATIONS = 2;
const WITHIN_MS = 1_500;
const ANSWER = '60 50';
/** Until the code that each question goes through is compiled, for the most part. */
const WARM_UP = 60;
/** A person may not ask twenty questions a minute: people who have not asked yet do it in each round. */
const BAR = { first_p50: 60, first_p99: 400, cpu_per_answer: 8 };

type Burst = {
  /** Milliseconds to the first chunk. */
  first: number[];
  /** Processor time of the target for one answer, in milliseconds. */
  cpu_per_answer: number;
};

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: { rounds: { type: 'string', default: '3' } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Uso: npm run bench -- burst [--rounds 3]');
  const installation = await startServerProcess();
  const { testServer, provider, database, secret } = installation;
  try {
    const transform = await startChild('./transform.ts', [provider.url]);
    const askers = [];
    for (let round = 0; round < rounds; round += 1)
      askers.push(
        await openAskers(database.db, secret, PEOPLE, {
          conversations: CONVERSATIONS,
          name: `volta${round}`,
        }),
      );
    const plain = { url: `${transform.url}/v1/chat/completions`, headers: {}, body: '{}' };
    const proxy: Target = { next: () => plain, pid: transform.pid };
    await warmUp(await openAskers(database.db, secret, WARM_UP, { name: 'antes' }));
    const measured: Record<'ours' | 'transform', Burst[]> = { ours: [], transform: [] };
    for (const [round, people] of askers.entries()) {
      console.error(`volta ${round + 1} de ${rounds}`);
      measured.transform.push(await burst(proxy));
      measured.ours.push(await burst({ next: () => people.next(testServer.url), pid: testServer.pid }));
    }
    await transform.end();
    return verdict(measured, rounds);
  } finally {
    closeConnections();
    await installation.close();
  }

  async function warmUp(people: Awaited<ReturnType<typeof openAskers>>): Promise<void> {
    provider.tell('3');
    for (let asked = 0; asked < WARM_UP; asked += 1) await ask(people.next(testServer.url)).ended;
  }

  async function burst(target: Target): Promise<Burst> {
    const { pid } = target;
    provider.tell(ANSWER);
    const questions = PEOPLE * CONVERSATIONS;
    const spent = await processorTime(pid as number);
    const began = performance.now();
    const readings = [];
    for (let asked = 0; asked < questions; asked += 1) {
      const due = began + (asked * WITHIN_MS) / questions;
      if (due > performance.now()) await pause(due - performance.now());
      readings.push(ask(target.next()));
    }
    const first = await Promise.all(readings.map((reading) => reading.first));
    await Promise.all(readings.map(({ ended }) => ended));
    const cpu_per_answer = ((await processorTime(pid as number)) - spent) / 1_000 / questions;
    return { first, cpu_per_answer };
  }
}

const ask = (asked: Parameters<typeof read>[0]) => read(asked, { note: false, microseconds: [], chunks: 0 });

function verdict(measured: Record<'ours' | 'transform', Burst[]>, rounds: number): object {
  const figures = (bursts: Burst[]) => ({
    first_p50: rounded(median(bursts.map(({ first }) => at(first, 0.5)))),
    first_p99: rounded(median(bursts.map(({ first }) => at(first, 0.99)))),
    cpu_per_answer: rounded(median(bursts.map(({ cpu_per_answer }) => cpu_per_answer))),
  });
  const ours = figures(measured.ours);
  const names = Object.keys(BAR) as (keyof typeof BAR)[];
  const failed = names.filter((name) => ours[name] > BAR[name]);
  if (failed.length > 0) process.exitCode = 1;
  const people = PEOPLE;
  return {
    bench: 'burst',
    people,
    conversations: CONVERSATIONS,
    rounds,
    ours,
    transform: figures(measured.transform),
    bar: BAR,
    failed,
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
