/** B6: the database is there and says nothing; then it goes on as if nothing had been. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Started } from '../../../server/test/process/started-process.ts';
import { type Installation, memoryOf } from '../../support/installation.ts';
import { ask, newReader, type Place, readOn } from '../../support/reader.ts';
import type { RestartableDatabase } from '../../support/restartable-database.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type Freezing = { answers: number; callers: number; seconds: number; seed: number };

/** The longest wait for a refusal: 5 s for a connection, 10 s for its first statement. */
const WAIT_MAX_MS = 15_000;
const HEALTH_MAX_MS = 2_000;
const PACE_MS = 100;

export async function frozenDatabase(
  testServer: Installation,
  process: Started,
  database: RestartableDatabase,
  { answers, callers, seconds, seed }: Freezing,
) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const waits: number[] = [];
  const health: number[] = [];
  const statuses: Record<string, number> = {};
  const texts = new Map<string, string[]>();
  testServer.stub.always(`pace=${PACE_MS}`);
  testServer.stub.sayTo((body) => {
    const said = texts.get(/frio-\d+/.exec(body)?.[0] ?? '');
    return said && { pieces: said, usage: { input: 20, output: said.length } };
  });
  const people = await Promise.all(Array.from({ length: answers }, () => testServer.person()));
  const asked = people.map((person, number) => {
    // Some end while nothing can be stored, some after.
    const pieces = Math.ceil(((seconds + 4) * 1_000) / PACE_MS) * (0.4 + chance.below(60) / 100);
    texts.set(`frio-${number}`, piecesWith(chance, Math.ceil(pieces)));
    const place: Place = { process, person, session_id: person.conversations[0] ?? '' };
    return { place, question: `frio-${number}`, reader: newReader() };
  });
  const reading = Promise.all(
    asked.map(async ({ place, question, reader }) => readOn(reader, await ask(place, question))),
  );
  while (asked.some(({ reader }) => !reader.text)) await pause(10);

  const before = (await memoryOf(process)) ?? 0;
  let most = before;
  let frozen = true;
  let seconds_to_unready: number | null = null;
  await database.freeze();
  const began = performance.now();
  const calling = Promise.all(Array.from({ length: callers }, callOn));
  const watching = watch();
  await pause(seconds * 1_000);
  await database.thaw();
  const thawedAt = performance.now();
  frozen = false;
  for (;;) {
    const { status } = await call('/users/me');
    if (status === 200) break;
    await pause(50);
  }
  const ms_to_heal = Math.round(performance.now() - thawedAt);
  await Promise.all([calling, watching, reading]);

  for (const { place, question, reader } of asked) {
    const readProc = texts.get(question)?.join('');
    const [record] = await testServer.recordsOf(place.person);
    if (reader.text !== readProc || reader.end?.status !== 'done')
      broken.push(`${question}: ${reader.text.length} of ${readProc?.length} read, ${reader.end?.status}`);
    if (record?.answer !== readProc || record?.status !== 'done')
      broken.push(`${question}: ${record?.answer.length} of ${readProc?.length} stored, ${record?.status}`);
    broken.push(...reader.faults.map((fault) => `${question}: ${fault}`));
  }
  if (seconds_to_unready === null) broken.push('it went on saying that it was ready');
  const slow = waits.filter((ms) => ms > WAIT_MAX_MS);
  if (slow.length) broken.push(`${slow.length} calls took longer than ${WAIT_MAX_MS} ms`);
  if (Math.max(...health) > HEALTH_MAX_MS) broken.push(`/health took ${Math.max(...health)} ms`);
  if (testServer.stub.open) broken.push(`${testServer.stub.open} requests to the provider are still open`);
  for (const row of [...(await testServer.broken()), ...(await testServer.brokenDocuments())])
    broken.push(`${row.what}: ${row.subject}`);
  return {
    answers,
    callers,
    seconds_frozen: seconds,
    calls: statuses,
    ms_to_answer: spreadOf(waits),
    ms_of_health: spreadOf(health),
    seconds_to_unready,
    ms_to_heal,
    memory_growth: Math.round(most - before),
    broken,
  };

  async function callOn(): Promise<void> {
    const session = `/chat/sessions/${people[0]?.conversations[0]}`;
    while (frozen) {
      const path = chance.pick(['/users/me', '/chat/sessions', `${session}/messages`, `${session}/stream`]);
      const { status, text, ms } = await call(path);
      waits.push(ms);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 503 && !/ão |[áéíóúç]/.test(JSON.parse(text).detail)) broken.push(`${path}: ${text}`);
      // The first ones may have been under way when it froze; the last ones when it thawed.
      if (status !== 503 && status !== 200) broken.push(`${path} answered ${status} ${text.slice(0, 100)}`);
    }
  }

  async function watch(): Promise<void> {
    while (frozen) {
      const alive = await call('/health');
      health.push(alive.ms);
      if (alive.status !== 200) broken.push(`/health answered ${alive.status}`);
      const ready = await call('/ready');
      if (ready.status === 503) seconds_to_unready ??= Math.round((performance.now() - began) / 100) / 10;
      else if (frozen && performance.now() - began > 5_000) broken.push(`/ready answered ${ready.status}`);
      most = Math.max(most, (await memoryOf(process)) ?? 0);
      await pause(200);
    }
  }

  async function call(path: string) {
    const sent = performance.now();
    const response = await fetch(`${process.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${people[0]?.token}` },
    });
    const text = await response.text();
    return { status: response.status, text, ms: performance.now() - sent };
  }
}
