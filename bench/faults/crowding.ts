/** B26: more readers than a small memory holds: some are refused, nobody dies. */
import { setTimeout as pause } from 'node:timers/promises';
import { figureOf } from './following.ts';
import { type Installation, memoryOf } from './installation.ts';
import { ask, join, newReader, type Place, readOn } from './reader.ts';
import { piecesWith, seeded } from './seeded.ts';

export type Crowding = { readers: number; mebibytes: number; seed: number };

const ANSWERS = 20;
const PIECES = 400;
const PACE_MS = 100;

export async function crowd(house: Installation, { readers, mebibytes, seed }: Crowding) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const pieces = piecesWith(chance, PIECES);
  house.stub.always(`pace=${PACE_MS}`);
  house.stub.say(pieces, { input: 20, output: PIECES });
  const process = await house.start({ NODE_OPTIONS: `--max-old-space-size=${mebibytes}` });
  const people = await Promise.all(Array.from({ length: ANSWERS }, () => house.person()));
  const places: Place[] = people.map((person) => ({
    process,
    person,
    session_id: person.conversations[0] ?? '',
  }));
  const asking = places.map(async (place) => readOn(newReader(), await ask(place, 'Oi?')));
  while ((await house.running()).length < ANSWERS) await pause(20);

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
        const response = await join(place, 0).catch(() => null);
        statuses[response?.status ?? 'refused'] = (statuses[response?.status ?? 'refused'] ?? 0) + 1;
        if (response?.status === 503) {
          const { code } = JSON.parse(await response.text()) as { code: string };
          if (code !== 'overloaded') broken.push(`a reader was refused with ${code}`);
          return;
        }
        const reader = newReader();
        if (response) await readOn(reader, response);
        if (reader.text === pieces.join('')) whole += 1;
        else if (response?.status === 200) broken.push(`${reader.text.length} read, ${reader.end?.status}`);
      })(),
    );
    if (number % 20 === 19) await pause(20);
  }
  await Promise.all([...joining, ...asking]);
  watching = false;
  await watch;
  if (process.child.exitCode !== null) broken.push(`the process ended with ${process.child.exitCode}`);
  const health = await fetch(`${process.url}/api/v1/health`).catch(() => null);
  if (health?.status !== 200) broken.push('the process does not answer');
  for (const row of await house.broken()) broken.push(`${row.what}: ${row.subject}`);
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
