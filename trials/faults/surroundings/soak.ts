/** B31: steady use with faults at random: what grows without end is a leak. */
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Installation, memoryOf } from '../../support/installation.ts';
import { type Held, INSPECTED, openInspector } from '../../support/process-memory.ts';
import { ask, join, newReader, type Place, readOn, stop } from '../../support/reader.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { figureOf } from '../processes/follow.ts';

export type Soaking = { streams: number; seconds: number; seed: number };

/** Code is compiled, pools fill, V8 finds its size. */
const WARM_UP_SHARE = 1 / 2;
const SLOPE_MAX_MIB = 1;
/** A token holds for fifteen. */
const RENEW_SECONDS = 600;
const PLANS = ['cut@10', 'eof@10', '500', '429', 'garbage@5', 'nousage', 'split'];

export async function soak(testServer: Installation, { streams, seconds, seed }: Soaking) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const ends: Record<string, number> = {};
  testServer.stub.always('pace=30');
  testServer.stub.say(piecesWith(chance, 120), { input: 20, output: 120 });
  const process = await testServer.start({ NODE_OPTIONS: INSPECTED });
  const inspector = await openInspector(process);
  const people = await Promise.all(Array.from({ length: streams }, () => testServer.person()));
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;

  const samples: { at: number; memory: number; heap: number; files: number }[] = [];
  const sampling = (async () => {
    while (elapsed() < seconds) {
      samples.push({
        at: elapsed() / 60,
        memory: (await memoryOf(process)) ?? 0,
        files: (await readdir(`/proc/${process.child.pid}/fd`).catch(() => [])).length,
        heap: (await figureOf(process.url, 'nodejs_heap_size_used_bytes').catch(() => 0)) / 1_048_576,
      });
      await pause(Math.min(5_000, seconds * 20));
    }
  })();
  // Memory is compared after a full collection: between collections it grows as V8 decides.
  const held: (Held & { at: number })[] = [];
  const collecting = (async () => {
    while (elapsed() < seconds) {
      await pause(Math.min(60_000, seconds * 50));
      held.push({ at: elapsed() / 60, ...(await inspector.held()) });
    }
  })();
  const using = people.map(async (person) => {
    await pause(chance.below(3_000));
    const place: Place = { process, person, session_id: person.conversations[0] ?? '' };
    let renewAt = chance.below(RENEW_SECONDS);
    while (elapsed() < seconds) {
      // A refused person tries again with the next question: the token stays valid for a while.
      if (elapsed() > renewAt)
        await person.renew().then(
          () => {
            renewAt = elapsed() + RENEW_SECONDS;
          },
          () => {},
        );
      if (chance.percent(10)) testServer.stub.next(chance.pick(PLANS));
      const reader = newReader();
      let refusal = 'left';
      const response = await ask(place, 'Quanto tempo vale a senha?').catch(() => null);
      if (response?.status === 200) {
        const leaves = chance.percent(25);
        await readOn(reader, response, leaves ? { chunks: chance.below(20), share: 0.5 } : undefined);
        if (leaves && chance.percent(30)) await stop(place).catch(() => {});
        else if (leaves) {
          // A connection that breaks while it is opened does not end the answer: a browser would open it again.
          const rest = await join(place, reader.seq).catch(() => null);
          if (rest) await readOn(reader, rest);
          else refusal = 'lost';
        }
      } else refusal = response ? (JSON.parse(await response.text()) as { code: string }).code : 'lost';
      const how = reader.end?.status ?? refusal;
      ends[how] = (ends[how] ?? 0) + 1;
      // The rate limit is twenty questions a minute.
      await pause(1_000 + chance.below(3_000));
    }
  });
  await Promise.all([...using, sampling, collecting]);
  while ((await testServer.running()).length) await pause(100);
  await pause(500);

  const after = await inspector.held();
  inspector.close();

  const steady = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const kept = held.slice(Math.floor(held.length * WARM_UP_SHARE));
  const slope = slopeOf(kept.map(({ at, rss }) => [at, rss]));
  const heap = slopeOf(kept.map((one) => [one.at, one.heap + one.outside]));
  const files = slopeOf(steady.map(({ at, files: count }) => [at, count]));
  if (slope > SLOPE_MAX_MIB) broken.push(`memory grows by ${slope.toFixed(2)} MiB a minute`);
  if (heap > SLOPE_MAX_MIB) broken.push(`what is kept grows by ${heap.toFixed(2)} MiB a minute`);
  if (files > 2) broken.push(`open files grow by ${files.toFixed(2)} a minute`);
  if (testServer.stub.open) broken.push(`${testServer.stub.open} requests to the provider are still open`);
  for (const row of await testServer.broken()) broken.push(`${row.what}: ${row.subject}`);
  if (/"level":"fatal"|unhandled/.test(process.output())) broken.push('the process said something fatal');
  // A person who is admitted nowhere uses nothing.
  if (ends.not_authenticated) broken.push(`${ends.not_authenticated} times somebody was not let in`);
  if (ends.internal) broken.push(`${ends.internal} internal errors`);
  return {
    streams,
    minutes: Math.round(seconds / 6) / 10,
    ends,
    by_minute: byMinute(samples),
    after_collections: held.map(({ rss, heap: used, outside }) => [rss, used, outside]),
    when_all_is_over: after,
    memory_slope_mib_a_minute: Math.round(slope * 100) / 100,
    kept_slope_mib_a_minute: Math.round(heap * 100) / 100,
    open_files_slope_a_minute: Math.round(files * 100) / 100,
    broken,
  };
}

/** For each minute the most memory and files, and the least heap: the part that is left after a collection. */
function byMinute(samples: { at: number; memory: number; heap: number; files: number }[]) {
  const minutes = Map.groupBy(samples, ({ at }) => Math.floor(at));
  return [...minutes.values()].map((some) => ({
    memory: Math.round(Math.max(...some.map(({ memory }) => memory))),
    heap: Math.round(Math.min(...some.map(({ heap }) => heap))),
    files: Math.max(...some.map(({ files }) => files)),
  }));
}

/** Least squares. */
function slopeOf(points: [number, number][]): number {
  const mean = (of: number[]) => of.reduce((sum, value) => sum + value, 0) / (of.length || 1);
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, value]) => value));
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const under = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return under ? over / under : 0;
}
