/** Stops that are asked for at the process that does not write the answer: how soon it is over for everybody. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { ask, join, newReader, readOn, stop } from '../../support/reader.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type Stopping = { stops: number; lanes: number; seed: number };

/** The rate limit of questions a minute. */
const ROUNDS_PER_PERSON = 15;
const PIECES = 1_000;

export async function stopRounds(
  testServer: Installation,
  processes: Started[],
  { stops, lanes, seed }: Stopping,
) {
  const broken: string[] = [];
  const replied: number[] = [];
  const ended: number[] = [];
  const followed: number[] = [];
  const chance = seeded(seed);
  testServer.stub.always('pace=20');
  testServer.stub.sayTo(() => undefined);
  testServer.stub.say(piecesWith(chance, PIECES), { input: 20, output: PIECES });

  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      let person: Person | undefined;
      for (let turn = 0; next < stops; turn += 1) {
        next += 1;
        if (turn % ROUNDS_PER_PERSON === 0) person = await testServer.person();
        if (person) await round(person);
      }
    }),
  );

  async function round(person: Person): Promise<void> {
    const [session_id = ''] = person.conversations;
    const writer = chance.pick(processes);
    const here = { process: writer, person, session_id };
    const there = { ...here, process: chance.pick(processes.filter((process) => process !== writer)) };
    const [reader, follower] = [newReader(), newReader()];
    const reading = readOn(reader, await ask(here, 'Quanto tempo vale a senha?')).then(() =>
      performance.now(),
    );
    const following = join(there, 0)
      .then((response) => readOn(follower, response))
      .then(() => performance.now());
    await pause(50 + chance.below(500));
    const began = performance.now();
    const { status } = await stop(there);
    replied.push(performance.now() - began);
    ended.push((await reading) - began);
    // The last event is not said before the row is closed.
    const record = (await testServer.recordsOf(person, session_id)).at(-1);
    followed.push((await following) - began);
    if (status !== 200) broken.push(`the stop answered ${status}`);
    if (record?.status !== 'stopped') broken.push(`the row is ${record?.status} when its stream has ended`);
    for (const { text, end, faults } of [reader, follower])
      if (faults.length || end?.status !== 'stopped' || text !== record?.answer)
        broken.push(
          `read to the end «${end?.status}»: ${text.length} of ${record?.answer.length}, ${faults.join()}`,
        );
    const entries = (await testServer.entriesOf(person)).filter(
      ({ message_id }) => message_id === record?.id,
    );
    if (entries.length !== (record?.answer ? 1 : 0)) broken.push(`${entries.length} entries of the ledger`);
  }

  return {
    stops,
    ms_to_reply: spreadOf(replied),
    ms_to_end: spreadOf(ended),
    ms_to_end_elsewhere: spreadOf(followed),
    broken,
  };
}
