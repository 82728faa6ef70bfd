/** So many streams held open at one target, looked at while they are all open. */
import { setTimeout as pause } from 'node:timers/promises';
import { forgetPeak, memoryOf, processorTime } from '../process-figures.ts';
import type { Child } from './child.ts';
import { type Ages, type Asked, type Reading, read } from './reading.ts';

export type Target = { next(): Asked /** Null where nothing stands between. */; pid: number | null };

export type Load = {
  streams: number;
  /** Waited before anything is looked at: the code of a process that has just let so many in is still being compiled. */
  settle_ms: number;
  /** Nothing is asked: what a chunk takes. */
  quiet_ms: number;
  /** A question each time: how long the first word takes meanwhile. */
  questions: number;
  question_every_ms: number;
};

export type Round = {
  /** How many streams there were in the end. */
  open: number;
  /** Milliseconds to the first chunk, of the questions asked while all streams were open. */
  first: number[];
  /** Microseconds from provider to reader, of the chunks that came while all streams were open. */
  ages: number[];
  /** Processor time of the target for one chunk, in microseconds, while nothing was asked. */
  cpu_per_chunk: number;
  /** Peak memory over what there was before, for one stream, in KiB. */
  memory_per_stream: number;
};

const OPENING = 8;
/** On a machine that cannot do it at all, a table with what it can is worth more than none. */
const OPENING_MAX_MS = 20_000;

export async function hold(target: Target, provider: Child, load: Load): Promise<Round> {
  const { streams, settle_ms, quiet_ms, questions, question_every_ms } = load;
  const { pid } = target;
  const ages: Ages = { note: false, microseconds: [], chunks: 0 };
  const before = pid ? (await memoryOf(pid)).now : 0;
  if (pid) await forgetPeak(pid);
  provider.tell('endless');
  const open = await openStreams(target, streams, ages);

  await pause(settle_ms);
  ages.note = true;
  const spent = pid ? await processorTime(pid) : 0;
  await pause(quiet_ms);
  const cpu_per_chunk = pid ? ((await processorTime(pid)) - spent) / ages.chunks : 0;
  const asked: Reading[] = [];
  for (let question = 0; question < questions; question += 1) {
    asked.push(read(target.next(), ages));
    await pause(question_every_ms);
  }
  const first = await Promise.all(asked.map((reading) => reading.first));
  ages.note = false;
  const peak = pid ? (await memoryOf(pid)).peak : 0;
  provider.tell('end');
  await Promise.all([...open, ...asked].map(({ ended }) => ended));
  if (open.length < streams) console.error(`só ${open.length} de ${streams} respostas foram abertas`);
  return {
    open: open.length,
    first,
    ages: ages.microseconds,
    cpu_per_chunk,
    memory_per_stream: ((peak - before) * 1_024) / (open.length + questions),
  };
}

/** A few at a time, as fast as the target lets them in: a slow machine takes longer, and refuses nobody. */
async function openStreams(target: Target, streams: number, ages: Ages): Promise<Reading[]> {
  const open: Reading[] = [];
  const until = performance.now() + OPENING_MAX_MS;
  const openMore = async () => {
    while (open.length < streams && performance.now() < until) {
      const reading = read(target.next(), ages);
      open.push(reading);
      await reading.first;
    }
  };
  await Promise.all(Array.from({ length: OPENING }, openMore));
  return open;
}
