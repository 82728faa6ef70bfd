/** Readers who stop reading, or read 1 KiB a second, beside others who do not. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Started } from '../../../server/test/process/started-process.ts';
import { type Installation, memoryOf } from '../../support/installation.ts';
import { askRaw, type RawReader } from '../../support/raw-reader.ts';
import { ask, newReader, type Place, readOn } from '../../support/reader.ts';
import { spreadOf } from '../../support/spread.ts';

export type SlowReading = {
  stopped: number;
  slow: number;
  /** Size of each of their answers. */
  answer_bytes: number;
  /** Resident memory of the process in MiB: before, at most while all of them hold their connections, a little later. */
  memory: { before: number; most: number; after: number };
  memory_per_reader: number;
  /** Answers of that size that others read before and meanwhile, in milliseconds. */
  others_alone: { p50: number; p95: number; max: number };
  others_meanwhile: { p50: number; p95: number; max: number };
  first_word_alone: { p50: number; p95: number; max: number };
  first_word_meanwhile: { p50: number; p95: number; max: number };
  broken: string[];
};

const PIECE = `${'á'.repeat(2_047)} `;

export async function slowReaders(
  testServer: Installation,
  process: Started,
  options: { stopped: number; slow: number; others: number; answer_bytes: number },
): Promise<SlowReading> {
  const { stub } = testServer;
  const pieces = [
    'x',
    ...Array.from({ length: options.answer_bytes / Buffer.byteLength(PIECE) }, () => PIECE),
  ];
  const readProc = pieces.join('');
  const broken: string[] = [];
  stub.say(pieces, { input: 20, output: pieces.length });
  const places = (count: number) => Promise.all(Array.from({ length: count }, newPlace));

  // Memory that as many answers with ordinary readers leave behind is not caused by the slow readers.
  const count = options.stopped + options.slow;
  for (let warming = 0; warming < 3; warming += 1)
    await Promise.all((await places(count)).map((place) => readAll([place])));
  const alone = await readAll(await places(options.others));
  const before = await memory();

  const [stopped, slow] = [await places(options.stopped), await places(options.slow)];
  const readers: RawReader[] = await Promise.all([
    ...stopped.map((place) => askRaw(place, 'Oi?', 0)),
    ...slow.map((place) => askRaw(place, 'Oi?', 1_024)),
  ]);
  let most = before;
  let watching = true;
  const watch = (async () => {
    for (; watching; await pause(50)) most = Math.max(most, await memory());
  })();
  for (const place of [...stopped, ...slow]) {
    const record = await ended(place);
    if (record?.status !== 'done' || record.answer !== readProc)
      broken.push(`an answer that nobody reads is ${record?.status}, ${record?.answer.length} characters`);
  }
  // All is stored by now; what is still held is what the readers did not take.
  const meanwhile = await readAll(await places(options.others));
  watching = false;
  await watch;
  const after = await memory();
  for (const reader of readers) reader.leave();
  if (stub.open) broken.push(`${stub.open} requests to the provider are still open`);
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);

  return {
    stopped: options.stopped,
    slow: options.slow,
    answer_bytes: Buffer.byteLength(readProc),
    memory: { before: tenth(before), most: tenth(most), after: tenth(after) },
    memory_per_reader: tenth((most - before) / count),
    others_alone: spreadOf(alone.map(({ whole }) => whole)),
    others_meanwhile: spreadOf(meanwhile.map(({ whole }) => whole)),
    first_word_alone: spreadOf(alone.map(({ first }) => first)),
    first_word_meanwhile: spreadOf(meanwhile.map(({ first }) => first)),
    broken,
  };

  async function newPlace(): Promise<Place> {
    const person = await testServer.person();
    return { process, person, session_id: person.conversations[0] ?? '' };
  }

  async function memory(): Promise<number> {
    return (await memoryOf(process)) ?? 0;
  }

  /** One after the other: how long each took to its first word and to its end. */
  async function readAll(some: Place[]): Promise<{ first: number; whole: number }[]> {
    const times: { first: number; whole: number }[] = [];
    for (const place of some) {
      const reader = newReader();
      const began = performance.now();
      await readOn(reader, await ask(place, 'Oi?'));
      times.push({ first: (reader.growth[0]?.at ?? began) - began, whole: performance.now() - began });
      if (reader.text !== readProc || reader.faults.length) broken.push(`another read ${reader.text.length}`);
    }
    return times;
  }

  async function ended({ person }: Place) {
    for (;;) {
      const [record] = await testServer.recordsOf(person);
      if (record && record.status !== 'streaming') return record;
      await pause(50);
    }
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10;
