/** Readers who lose their connection at random points and join again through whichever process answers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { ask, join, newReader, type Reader, readOn } from '../../support/reader.ts';
import { type Chance, piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';

export type Rejoining = {
  rounds: number;
  readers: number;
  disconnects: number;
  joins: number;
  /** Questions whose response was lost and that were sent again with their key. */
  resent: number;
  provider_calls: number;
  ms_to_rejoin: { p50: number; p95: number; max: number };
  /** The shortest call there is, in the same minute: what the machine and the one who measures add to everything. */
  ms_of_health: { p50: number; p95: number; max: number };
  /** Faults: a text that differs, a gap, a repeat, a refusal. */
  broken: string[];
};

/** The rate limit of questions a minute. */
const ROUNDS_PER_PERSON = 15;

export async function rejoinRounds(
  testServer: Installation,
  processes: Started[],
  options: { rounds: number; conversations: number; seed: number },
): Promise<Rejoining> {
  const { stub } = testServer;
  const texts = new Map<string, string[]>();
  const waits: number[] = [];
  const figures = { readers: 0, disconnects: 0, joins: 0, resent: 0, broken: [] as string[] };
  const callsBefore = stub.calls.length;
  stub.always('pace=4');
  stub.sayTo((body) => {
    const pieces = texts.get(/rodada-\d+/.exec(body.slice(body.lastIndexOf('rodada-')))?.[0] ?? '');
    return pieces && { pieces, usage: { input: 20, output: pieces.length } };
  });

  let next = 0;
  const lane = async () => {
    let person: Person | undefined;
    for (let turn = 0; next < options.rounds; turn += 1) {
      if (turn % ROUNDS_PER_PERSON === 0) person = await testServer.person();
      if (person) await round(next++, person, seeded(options.seed * 10_007 + next));
    }
  };

  async function round(number: number, person: Person, chance: Chance): Promise<void> {
    const [session_id = ''] = person.conversations;
    const question = `rodada-${number}`;
    texts.set(question, piecesWith(chance, 20 + chance.below(100)));
    const readers = [newReader(), newReader()];
    const place = () => ({ process: chance.pick(processes), person, session_id });

    const come = async (reader: Reader, first?: Response) => {
      let response = first;
      // Four times is more than most people have the patience for; then they stay.
      for (let leavings = 0; !reader.end && !reader.faults.length; leavings += 1) {
        const began = performance.now();
        if (!response) figures.joins += 1;
        // Now and then somebody else's screen: it knows nothing yet.
        if (!response && chance.percent(15)) Object.assign(reader, { text: '', seq: 0 });
        response ??= await join(place(), reader.seq);
        if (leavings) waits.push(performance.now() - began);
        const stays = leavings >= 4;
        await readOn(
          reader,
          response,
          stays ? undefined : { chunks: chance.below(30), share: chance.below(100) / 100 },
        );
        response = undefined;
        if (!reader.end) figures.disconnects += 1;
        if (!reader.end && stays) reader.faults.push('the stream ended without a last event');
        if (chance.percent(30)) await pause(chance.below(150));
      }
    };

    const [asker, follower] = readers as [Reader, Reader];
    const first = await askUntilHeard(question, place, chance);
    const following = pause(chance.below(120)).then(() => come(follower));
    await come(asker, first);
    await following;

    const record = (await testServer.recordsOf(person, session_id)).at(-1);
    const stored = record?.answer ?? '';
    const readProc = texts.get(question)?.join('');
    if (record?.question !== question || record.status !== 'done')
      figures.broken.push(`${question}: the record is «${record?.question}», ${record?.status}`);
    if (stored !== readProc) figures.broken.push(`${question}: stored is not what the provider said`);
    for (const reader of readers) {
      figures.readers += 1;
      figures.broken.push(...reader.faults.map((fault) => `${question}: ${fault}`));
      if (!Buffer.from(reader.text).equals(Buffer.from(stored)))
        figures.broken.push(`${question}: ${reader.text.length} characters read, ${stored.length} stored`);
      if (reader.end?.message_id !== record?.id) figures.broken.push(`${question}: another message was read`);
    }
  }

  /** One response in five is lost before it is read, and the same question goes to whichever process answers. */
  async function askUntilHeard(
    question: string,
    place: () => Parameters<typeof ask>[0],
    chance: Chance,
  ): Promise<Response> {
    const key = randomUUID();
    if (chance.percent(20)) {
      figures.resent += 1;
      await ask(place(), question, { key, signal: AbortSignal.timeout(1 + chance.below(60)) })
        .then((response) => response.body?.cancel())
        .catch(() => {});
    }
    return ask(place(), question, { key });
  }

  const health: number[] = [];
  let isOver = false;
  const looking = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const began = performance.now();
      const { url = '' } = processes[turn % processes.length] ?? {};
      await (await fetch(`${url}/api/v1/health`)).text();
      health.push(performance.now() - began);
      await pause(50);
    }
  })();
  await Promise.all(Array.from({ length: options.conversations }, lane));
  isOver = true;
  await looking;
  for (const broken of await testServer.broken()) figures.broken.push(`${broken.what}: ${broken.subject}`);
  const provider_calls = stub.calls.length - callsBefore;
  if (provider_calls !== options.rounds) figures.broken.push(`${provider_calls} calls of the provider`);
  return {
    rounds: options.rounds,
    ...figures,
    provider_calls,
    ms_to_rejoin: spreadOf(waits),
    ms_of_health: spreadOf(health),
  };
}
