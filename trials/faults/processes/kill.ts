/** Processes that are killed in the middle of their answers, with another one left to end those. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { ask, join, newReader, type Place, type Reader, readOn } from '../../support/reader.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type Killing = {
  rounds: number;
  answers: number;
  /** Ended by the kill, the others had ended before it. */
  interrupted: number;
  /** Text that a reader had seen and that was not saved, in milliseconds of streaming and in characters. */
  ms_lost: { p50: number; p95: number; max: number };
  characters_lost: { p50: number; p95: number; max: number };
  /** From the kill to the end of the answer. */
  seconds_to_end: { p50: number; p95: number; max: number };
  /** Those that took longer than is promised, which a machine with too much to do may make them. */
  late: number;
  provider_calls: number;
  broken: string[];
};

/** The promised time: the lease of 15 s and one pass of the sweeper. */
const END_SECONDS = 20;

type Asked = { place: Place; question: string; key: string; readProc: string; reader: Reader };
/** By the clock that readers write their times with, and by the one that records do. */
type Kill = { at: number; time: number };

/**
 * In each round a process of its own answers `answers` people at once and is killed at a random moment. The next
 * round begins at once, while the leases of the last one still run; `survivor` ends them all.
 */
export async function killRounds(
  testServer: Installation,
  survivor: Started,
  options: { rounds: number; answers: number; seed: number },
): Promise<Killing> {
  const { stub } = testServer;
  const chance = seeded(options.seed);
  const texts = new Map<string, string[]>();
  const broken: string[] = [];
  const callsBefore = stub.calls.length;
  const pending: Promise<Awaited<ReturnType<typeof ended>>>[] = [];
  stub.always('pace=15');
  stub.sayTo((body) => {
    const pieces = texts.get(/morte-\d+-\d+/.exec(body.slice(body.lastIndexOf('morte-')))?.[0] ?? '');
    return pieces && { pieces, usage: { input: 20, output: pieces.length } };
  });

  let coming = testServer.start();
  for (let round = 0; round < options.rounds; round += 1) {
    const victim = await coming;
    const people = await Promise.all(Array.from({ length: options.answers }, () => testServer.person()));
    const asked = people.map((person, number) => askOf(person, victim, `morte-${round}-${number}`));
    const reading = Promise.all(asked.map(readHere));
    // The next victim starts while this one answers: both share a machine, as replicas do.
    if (round + 1 < options.rounds) coming = testServer.start();
    // From before the first word of any to long after the first word of all.
    const speaking = chance.below(options.answers + 1);
    while (asked.filter(({ reader }) => reader.text || reader.faults.length).length < speaking)
      await pause(5);
    await pause(chance.below(1_200));
    const kill: Kill = { at: performance.now(), time: Date.now() };
    await victim.end('SIGKILL');
    await reading;
    for (const one of asked) pending.push(ended(one, kill));
  }
  const ends = await Promise.all(pending);
  const lost = ends.filter(({ interrupted }) => interrupted);
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);
  for (const row of await testServer.running()) broken.push(`message ${row.id} is still in streaming`);
  const provider_calls = stub.calls.length - callsBefore;
  return {
    rounds: options.rounds,
    answers: ends.length,
    interrupted: lost.length,
    ms_lost: spreadOf(lost.map(({ ms_lost }) => ms_lost)),
    characters_lost: spreadOf(lost.map(({ characters_lost }) => characters_lost)),
    seconds_to_end: spreadOf(lost.map(({ seconds }) => seconds)),
    late: lost.filter(({ seconds }) => seconds > END_SECONDS).length,
    provider_calls,
    broken,
  };

  function callsOf(question: string): number {
    return stub.calls.filter(({ body }) => JSON.stringify(body).includes(`${question}"`)).length;
  }

  function askOf(person: Person, process: Started, question: string): Asked {
    // Some are short enough to have ended by then.
    const pieces = piecesWith(seeded(chance.below(1e9)), 20 + chance.below(150));
    texts.set(question, pieces);
    const place = { process, person, session_id: person.conversations[0] ?? '' };
    return { place, question, key: randomUUID(), readProc: pieces.join(''), reader: newReader() };
  }

  async function readHere({ place, question, key, reader }: Asked): Promise<void> {
    // A kill before the first byte of the response is one of the moments that count.
    const response = await ask(place, question, { key }).catch(() => null);
    if (response) await readOn(reader, response);
  }

  /** The record as the surviving process returns it. */
  async function ended(asked: Asked, kill: Kill) {
    const { place, question, key, readProc, reader } = asked;
    const there = { ...place, process: survivor };
    const fault = (what: string) => broken.push(`${question}: ${what}`);
    const seen = { ...reader, growth: [...reader.growth] };
    if (!reader.end) await readOn(reader, await join(there, reader.seq));

    const records = await testServer.recordsOf(place.person);
    const [record] = records;
    if (!record || records.length > 1) {
      if (seen.text || records.length) fault(`${records.length} records`);
      // Killed before its transaction: the question was never acknowledged, and its idempotency key is free.
      await sendAgain(readProc, 1);
      return { interrupted: false, ms_lost: 0, characters_lost: 0, seconds: 0 };
    }
    const { answer, status } = record;
    if (record.question !== question) fault('the question is lost');
    if (!record.finished_at) fault('it has no end');
    if (status !== 'interrupted' && !(status === 'done' && answer === readProc)) fault(`it is ${status}`);
    if (!readProc.startsWith(answer)) fault('the stored text is not how the answer began');
    if (reader.text !== answer) fault(`${reader.text.length} characters read, ${answer.length} stored`);
    if (reader.end?.status !== status) fault(`the reader was told ${reader.end?.status}, it is ${status}`);
    const seconds = ((record.finished_at?.getTime() ?? 0) - kill.time) / 1_000;
    for (const what of reader.faults.filter((one) => !one.startsWith('a snapshot'))) fault(what);
    // None when the kill came between the question's transaction and the model.
    if (callsOf(question) > 1) fault(`${callsOf(question)} calls of the provider`);
    const entries = await testServer.entriesOf(place.person);
    if (entries.length !== (answer.trim() ? 1 : 0)) fault(`${entries.length} ledger entries`);

    await sendAgain(answer, entries.length);
    return { interrupted: status === 'interrupted', ...lossOf(seen, answer.length, kill.at), seconds };

    /** The key leads to the one message there is, and costs nothing more. */
    async function sendAgain(text: string, charges: number): Promise<void> {
      const again = newReader();
      await readOn(again, await ask(there, question, { key }));
      if (again.text !== text || again.faults.length)
        fault(`the key led to another text ${again.faults.join()}`);
      if ((await testServer.recordsOf(place.person)).length !== 1) fault('the key made another message');
      if ((await testServer.entriesOf(place.person)).length !== charges) fault('the key was charged');
    }
  }
}

function lossOf(seen: Pick<Reader, 'growth' | 'text'>, stored: number, killed_at: number) {
  const characters_lost = Math.max(0, seen.text.length - stored);
  const firstLost = seen.growth.find(({ length }) => length > stored);
  return { characters_lost, ms_lost: firstLost ? Math.max(0, killed_at - firstLost.at) : 0 };
}
