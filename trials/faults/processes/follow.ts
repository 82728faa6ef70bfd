/** B20: an answer is written at one replica and read along at another; the first one dies. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../../support/installation.ts';
import { ask, join, newReader, readOn } from '../../support/reader.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type Following = { rounds: number; answers: number; seed: number };

/** A lease of 15 s, a look every 3 s, and what else the machine is doing. */
const END_MAX_SECONDS = 20;

export async function followRounds(testServer: Installation, { rounds, answers, seed }: Following) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const waits: number[] = [];
  let late = 0;
  testServer.stub.always('pace=20');
  testServer.stub.say(piecesWith(chance, 400), { input: 20, output: 400 });
  // Both look for what others left: one of them ends each answer.
  const survivors = await Promise.all([testServer.start(), testServer.start()]);
  for (let round = 0; round < rounds; round += 1) {
    const victim = await testServer.start();
    const people = await Promise.all(Array.from({ length: answers }, () => testServer.person()));
    const followed = people.map((person) => {
      const session_id = person.conversations[0] ?? '';
      return { person, session_id, reader: newReader() };
    });
    const asked = followed.map(({ person, session_id }) =>
      ask({ process: victim, person, session_id }, 'Oi?').then(
        (response) => readOn(newReader(), response),
        // It may die before it has answered the asker.
        () => {},
      ),
    );
    while ((await testServer.running()).length < answers) await pause(20);
    const following = followed.map(async ({ person, session_id, reader }) => {
      await readOn(reader, await join({ process: chance.pick(survivors), person, session_id }, 0));
      return performance.now();
    });
    await pause(300 + chance.below(2_000));
    const killedAt = performance.now();
    await victim.end('SIGKILL');
    const ends = await Promise.all(following);
    await Promise.all(asked);
    for (const [index, { person, reader }] of followed.entries()) {
      const fault = (what: string) => broken.push(`round ${round}: ${what}`);
      const seconds = ((ends[index] ?? 0) - killedAt) / 1_000;
      waits.push(seconds);
      if (seconds > END_MAX_SECONDS) late += 1;
      const records = await testServer.recordsOf(person);
      const [record] = records;
      if (records.length !== 1 || record?.status !== 'interrupted')
        fault(`${records.length} records, the first ${record?.status}`);
      if (reader.end?.status !== 'interrupted') fault(`the follower was told ${reader.end?.status}`);
      if (reader.text !== record?.answer) fault('what was followed is not what is stored');
      const entries = await testServer.entriesOf(person);
      if (entries.length !== (record?.answer ? 1 : 0)) fault(`${entries.length} entries of the ledger`);
    }
  }
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);
  const swept = await Promise.all(survivors.map(({ url }) => figureOf(url, 'prosa_answers_swept_total')));
  const total = swept.reduce((sum, count) => sum + count, 0);
  if (total !== rounds * answers) broken.push(`${total} of ${rounds * answers} answers were ended by sweeps`);
  return { rounds, answers: rounds * answers, seconds_to_end: spreadOf(waits), late, swept, broken };
}

/** One figure without labels, from the process's own metrics. */
export async function figureOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/api/v1/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
