/** P8 and P9: how soon a started process answers, and what it holds when nobody asks anything. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { memoryOf, processorTime } from './process-figures.ts';
import { signIn } from './signing-in.ts';
import { median } from './statistics.ts';
import { startChild } from './streams/child.ts';
import type { ServerProcess } from './test-server.ts';

const STARTS = 3;
const LOOK_MS = 4;
/** Garbage of the start has been collected after this time. */
const SETTLING_MS = 2_500;

export async function startingFigures({ testServer, start, provider }: ServerProcess): Promise<Figure[]> {
  const times: {
    health: number;
    login: number;
    spent: number;
    memory: number;
    bare: number;
    bareMemory: number;
  }[] = [];
  for (let time = 0; time < STARTS; time += 1) {
    const bareBegan = performance.now();
    const bare = await startChild('./transform.ts', [provider.url]);
    const bareTook = performance.now() - bareBegan;
    const began = performance.now();
    const started = await start();
    const pid = started.child.pid as number;
    while (!(await answers(`${started.url}/api/v1/health`))) await pause(LOOK_MS);
    const health = performance.now() - began;
    const spent = (await processorTime(pid)) / 1_000;
    // The memory that argon2 takes for a moment does not belong to an idle process.
    if (time === STARTS - 1) await pause(SETTLING_MS);
    const memory = (await memoryOf(pid)).now;
    const waited = performance.now() - began - health;
    await signIn(started.url, testServer.admin);
    const login = performance.now() - began - waited;
    const bareMemory = (await memoryOf(bare.pid)).now;
    times.push({ health, login, spent, memory, bare: bareTook, bareMemory });
    await Promise.all([started.end('SIGTERM'), bare.end()]);
  }
  const last = times.at(-1);
  const of = (name: 'health' | 'login' | 'spent' | 'bare') => median(times.map((one) => one[name]));
  const memory = last?.memory ?? Number.NaN;
  return [
    {
      id: 'P8',
      what: 'memória em repouso, depois da partida',
      value: memory,
      unit: 'MB',
      reference: { what: 'processo nu', value: last?.bareMemory ?? Number.NaN },
      must: { text: '≤ 130', holds: memory <= 130 },
      stretch: { text: '≤ 100', holds: memory <= 100 },
    },
    {
      id: 'P9',
      what: `partida a frio até o primeiro 200 (processador: ${of('spent').toFixed(0)} ms)`,
      value: of('health'),
      unit: 'ms',
      reference: { what: 'processo nu', value: of('bare') },
      must: { text: '≤ 1000', holds: of('health') <= 1_000 },
      stretch: { text: '≤ 500', holds: of('health') <= 500 },
    },
    {
      id: 'P9 login',
      what: 'partida a frio até o primeiro login',
      value: of('login'),
      unit: 'ms',
      reference: { what: 'processo nu', value: of('bare') },
      must: { text: '≤ 1500', holds: of('login') <= 1_500 },
      stretch: { text: '≤ 800', holds: of('login') <= 800 },
    },
  ];
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
