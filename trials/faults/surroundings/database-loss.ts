/** The database dies while answers are written, stays away for a while, and comes back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import { ask, newReader, type Place, readOn } from '../../support/reader.ts';
import type { RestartableDatabase } from '../../support/restartable-database.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type DatabaseLoss = {
  answers: number;
  /** How long nothing answered on the database's address. */
  seconds_away: number;
  /** Read whole by their readers, and stored whole. */
  whole: number;
  stored: number;
  refusals: number;
  ms_to_refuse: { p50: number; p95: number; max: number };
  /** From the database's return to the first call that was answered. */
  ms_to_recover: number;
  broken: string[];
};

export async function databaseLoss(
  testServer: Installation,
  process: Started,
  database: RestartableDatabase,
  options: { answers: number; seconds: number; seed: number },
): Promise<DatabaseLoss> {
  const { stub } = testServer;
  const chance = seeded(options.seed);
  const broken: string[] = [];
  const refusals: number[] = [];
  // Long enough for the answers to begin before the loss and to end, some of them, before the return.
  const PACE_MS = 50;
  const pieces = Math.ceil(((options.seconds + 4) * 1_000) / PACE_MS);
  const texts = new Map<string, string[]>();
  stub.always(`pace=${PACE_MS}`);
  stub.sayTo((body) => {
    const said = texts.get(/perda-\d+/.exec(body)?.[0] ?? '');
    return said && { pieces: said, usage: { input: 20, output: said.length } };
  });
  const people = await Promise.all(Array.from({ length: options.answers }, () => testServer.person()));
  const asked = people.map((person, number) => {
    texts.set(`perda-${number}`, piecesWith(chance, Math.ceil(pieces * (0.5 + chance.below(50) / 100))));
    const place: Place = { process, person, session_id: person.conversations[0] ?? '' };
    return { place, question: `perda-${number}`, reader: newReader() };
  });
  const reading = Promise.all(
    asked.map(async ({ place, question, reader }) => readOn(reader, await ask(place, question))),
  );
  while (asked.some(({ reader }) => !reader.text)) await pause(10);
  await pause(500);

  const lostAt = performance.now();
  await database.kill();
  while (performance.now() - lostAt < options.seconds * 1_000) await tryEverything();
  await database.start();
  const seconds_away = (performance.now() - lostAt) / 1_000;
  const backAt = performance.now();
  while ((await call('/users/me')).status !== 200) await pause(20);
  const ms_to_recover = performance.now() - backAt;
  await reading;

  let whole = 0;
  let stored = 0;
  for (const { place, question, reader } of asked) {
    const readProc = texts.get(question)?.join('');
    const [record] = await testServer.recordsOf(place.person);
    if (reader.text === readProc && reader.end?.status === 'done') whole += 1;
    else broken.push(`${question}: ${reader.text.length} of ${readProc?.length} read, ${reader.end?.status}`);
    if (record?.answer === readProc && record?.status === 'done') stored += 1;
    else
      broken.push(`${question}: ${record?.answer.length} of ${readProc?.length} stored, ${record?.status}`);
    broken.push(...reader.faults.map((fault) => `${question}: ${fault}`));
  }
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);
  return {
    answers: options.answers,
    seconds_away: Math.round(seconds_away * 10) / 10,
    whole,
    stored,
    refusals: refusals.length,
    ms_to_refuse: spreadOf(refusals),
    ms_to_recover: Math.round(ms_to_recover),
    broken,
  };

  /** Requests meanwhile get an error soon and in Portuguese; the process is alive but not ready. */
  async function tryEverything(): Promise<void> {
    const [person] = people;
    const session = `/chat/sessions/${person?.conversations[0]}`;
    const paths = ['/users/me', '/chat/sessions', `${session}/messages`, `${session}/stream`, '/ready'];
    for (const answer of await Promise.all(paths.map(call))) {
      refusals.push(answer.ms);
      const detail = answer.status === 503 ? (JSON.parse(answer.text).detail as string) : '';
      if (!/ão |[áéíóúç]/.test(detail))
        broken.push(`${answer.path} answered ${answer.status} ${answer.text.slice(0, 100)}`);
    }
    const health = await call('/health');
    if (health.status !== 200) broken.push(`/health answered ${health.status}`);
  }

  async function call(path: string) {
    const began = performance.now();
    const response = await fetch(`${process.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${people[0]?.token}` },
    });
    return { path, status: response.status, text: await response.text(), ms: performance.now() - began };
  }
}
