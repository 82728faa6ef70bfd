/** B2: replicas are exchanged one after the other, behind a proxy, while people ask and read. */
import { setTimeout as pause } from 'node:timers/promises';
import { openProxy } from '../../../server/test/process/proxy.ts';
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import { ask, newReader, type Place, readOn } from '../../support/reader.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type Draining = { exchanges: number; people: number; seed: number };

/** Answers that are being written get 30 s, and their readers a little. */
const EXIT_MAX_MS = 35_000;
const PIECES = 60;
const PACE_MS = 20;

export async function exchangeReplicas(testServer: Installation, { exchanges, people, seed }: Draining) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const exits: number[] = [];
  const unready: number[] = [];
  testServer.stub.always(`pace=${PACE_MS}`);
  const pieces = piecesWith(chance, PIECES);
  testServer.stub.say(pieces, { input: 20, output: PIECES });
  // Places that the proxy knows; who stands there changes.
  const replicas: Started[] = await Promise.all([testServer.start(), testServer.start()]);
  const proxy = await openProxy(
    replicas.map(({ url }) => url),
    { look_ms: 50 },
  );
  let goesOn = true;
  let asked = 0;
  let done = 0;
  let calls = 0;
  const through = { url: proxy.url } as Started;
  const somebody = await Promise.all(Array.from({ length: people }, () => testServer.person()));

  const asking = somebody.map(async (person) => {
    while (goesOn) {
      const place: Place = { process: through, person, session_id: person.conversations[0] ?? '' };
      const reader = newReader();
      const response = await ask(place, 'Quanto tempo vale a senha?', { key: crypto.randomUUID() });
      if (response.status === 429) {
        await response.body?.cancel();
        await pause(500);
        continue;
      }
      asked += 1;
      await readOn(reader, response);
      if (reader.text === pieces.join('') && reader.end?.status === 'done') done += 1;
      else
        broken.push(
          `an answer ended ${reader.end?.status} with ${reader.text.length} ${reader.faults.join()}`,
        );
      await pause(chance.below(1_500));
    }
  });
  const looking = somebody.map(async ({ token }) => {
    while (goesOn) {
      const { status } = await fetch(`${proxy.url}/api/v1/users/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      calls += 1;
      if (status !== 200) broken.push(`/users/me answered ${status}`);
      await pause(20);
    }
  });
  const started: Started[] = [...replicas];
  for (let exchange = 0; exchange < exchanges; exchange += 1) {
    await pause(500 + chance.below(1_000));
    const place = exchange % replicas.length;
    const leaving = replicas[place];
    if (!leaving) continue;
    const began = performance.now();
    leaving.child.kill('SIGTERM');
    unready.push(await untilUnready(leaving));
    const code = await leaving.ended;
    exits.push(performance.now() - began);
    if (code !== 0) broken.push(`a replica ended with ${code}`);
    const next = await testServer.start({ PORT: new URL(leaving.url).port });
    replicas[place] = next;
    started.push(next);
    await pause(200);
  }
  goesOn = false;
  await Promise.all([...asking, ...looking]);
  if (proxy.refused.length) broken.push(`refused: ${proxy.refused.slice(0, 5).join(', ')}`);
  if (Math.max(...exits) > EXIT_MAX_MS) broken.push(`an exit took ${Math.round(Math.max(...exits))} ms`);
  if (testServer.stub.open) broken.push(`${testServer.stub.open} requests to the provider are still open`);
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);
  for (const { id } of await testServer.running()) broken.push(`message ${id} is still being written`);
  await proxy.close();
  return {
    exchanges,
    answers: asked,
    whole: done,
    calls,
    ms_to_unready: spreadOf(unready),
    ms_to_exit: spreadOf(exits),
    broken,
  };
}

/** Until its readiness says so, or it is gone. */
async function untilUnready({ url, ended }: Started): Promise<number> {
  const began = performance.now();
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  while (!gone) {
    const status = await fetch(`${url}/api/v1/ready`).then(
      (response) => response.status,
      () => 503,
    );
    if (status === 503) break;
  }
  return performance.now() - began;
}
