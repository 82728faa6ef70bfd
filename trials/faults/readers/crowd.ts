/** B26: more readers than a small memory holds: some are refused, nobody dies. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Installation, memoryOf } from '../../support/installation.ts';
import { ask, join, newReader, type Place, readOn } from '../../support/reader.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { figureOf } from '../processes/follow.ts';

export type Crowding = { readers: number; mebibytes: number; seed: number };

const ANSWERS = 20;
const PIECES = 400;
const PACE_MS = 100;

export async function crowd(testServer: Installation, { readers, mebibytes, seed }: Crowding) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const pieces = piecesWith(chance, PIECES);
  testServer.stub.always(`pace=${PACE_MS}`);
  testServer.stub.say(pieces, { input: 20, output: PIECES });
  const process = await testServer.start({ NODE_OPTIONS: `--max-old-space-size=${mebibytes}` });
  const people = await Promise.all(Array.from({ length: ANSWERS }, () => testServer.person()));
  const places: Place[] = people.map((person) => ({
    process,
    person,
    session_id: person.conversations[0] ?? '',
  }));
  const asking = places.map(async (place) => readOn(newReader(), await ask(place, 'Oi?')));
  while ((await testServer.running()).length < ANSWERS) await pause(20);

  const statuses: Record<string, number> = {};
  let whole = 0;
  let most = 0;
  let open = 0;
  let watching = true;
  const watch = (async () => {
    for (; watching; await pause(500)) {
      most = Math.max(most, (await memoryOf(process)) ?? 0);
      open = Math.max(open, (await figureOf(process.url, 'prosa_streams_open').catch(() => 0)) || 0);
    }
  })();
  const joining: Promise<void>[] = [];
  for (let number = 0; number < readers; number += 1) {
    const place = places[number % ANSWERS] as Place;
    joining.push(
      (async () => {
        const response = await join(place, 0).catch(whyNot);
        const code = typeof response === 'string' ? response : await codeOf(response);
        statuses[code] = (statuses[code] ?? 0) + 1;
        if (typeof response === 'string') return;
        // With its hands full a process says so, or has waited for the database as long as it may.
        if (response.status === 503) return;
        const reader = newReader();
        await readOn(reader, response);
        if (reader.text === pieces.join('')) whole += 1;
        else broken.push(`${reader.text.length} read, ${reader.end?.status}`);
      })(),
    );
    if (number % 20 === 19) await pause(20);
  }
  await Promise.all([...joining, ...asking]);
  watching = false;
  await watch;
  // A refused reader gets a status: a connection that is never accepted is no answer.
  const unheard = Object.entries(statuses).filter(([code]) => code.startsWith('no connection'));
  for (const [code, count] of unheard) broken.push(`${count} readers had ${code}`);
  if (process.child.exitCode !== null) broken.push(`the process ended with ${process.child.exitCode}`);
  const health = await fetch(`${process.url}/api/v1/health`).catch(() => null);
  if (health?.status !== 200) broken.push('the process does not answer');
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);
  return {
    readers,
    mebibytes,
    statuses,
    whole,
    open_at_most: open,
    memory_at_most: Math.round(most),
    broken,
  };
}

const whyNot = (error: unknown) =>
  `no connection: ${((error as Error).cause as { code?: string } | undefined)?.code ?? String(error)}`;

async function codeOf(response: Response): Promise<string> {
  if (response.status === 200) return '200';
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}
