/** People ask and read at two replicas while the primary is killed; every question that was taken is looked for at the end. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Cluster, Loss } from '../../server/test/engines/patroni-cluster.ts';
import type { Started } from '../../server/test/process/started-process.ts';
import type { Installation } from '../support/installation.ts';
import type { Person } from '../support/people.ts';
import { ask, join, newReader, type Place, type Reader, readOn } from '../support/reader.ts';
import { piecesWith, seeded } from '../support/seeded-random.ts';
import { spreadOf } from '../support/spread.ts';

export type Kills = { kills: number; people: number; seed: number };

const PACE_MS = 20;
const PIECES = 60;
/** After the kill, until both replicas have taken a question that was sent after it. */
const WITHOUT_ANSWERS_MAX_MS = 30_000;
const WAITED_MS = 90_000;
const FATAL = /"type":"internal"|"level":"fatal"/;

type Asked = { question: string; reader: Reader; place: Place };

export async function killPrimaries(
  installation: Installation,
  cluster: Cluster,
  { kills, people: count, seed }: Kills,
) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const pieces = piecesWith(chance, PIECES);
  installation.stub.always(`pace=${PACE_MS}`);
  installation.stub.say(pieces, { input: 20, output: PIECES });
  const replicas = await Promise.all([installation.start(), installation.start()] as const);
  const people = await Promise.all(Array.from({ length: count }, () => installation.person()));
  const asked: Asked[] = [];
  /** When the newest question was sent that each replica took. */
  const taken = new Map<Started, number>();
  const figures = { refused: 0, joined: 0 };
  const gaps: Record<Loss, number[]> = { server: [], machine: [] };
  let goesOn = true;
  let killed = 0;

  const lanes = people.map(async (person, lane) => {
    for (let number = 0; goesOn; number += 1) {
      await askOne(person, `pergunta-${lane}-${number}.`);
      await pause(500 + chance.below(2_500));
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    if (!(await isWhole())) break;
    killed += 1;
    await pause(1_000 + chance.below(2_000));
    const loss: Loss = kill % 2 ? 'machine' : 'server';
    const at = performance.now();
    const bringBack = await cluster.killPrimary(loss);
    const gap = await untilTaken(at);
    gaps[loss].push(gap);
    if (gap > WITHOUT_ANSWERS_MAX_MS)
      broken.push(`kill ${kill + 1} (${loss}): ${Math.round(gap)} ms without answers`);
    bringBack();
    await jobsGoOn(kill);
    process.stderr.write(`kill ${kill + 1} of ${kills} (${loss}): ${Math.round(gap)} ms\n`);
  }
  goesOn = false;
  await Promise.all(lanes);
  await isWhole();
  for (const began = performance.now(); (await installation.running()).length; await pause(250))
    if (performance.now() - began > WAITED_MS) {
      broken.push('answers are still being written');
      break;
    }
  const compared = await compare();
  for (const row of await installation.broken()) broken.push(`${row.what}: ${row.subject}`);
  for (const replica of replicas)
    for (const line of replica.output().split('\n')) if (FATAL.test(line)) broken.push(line.slice(0, 500));
  return {
    kills: killed,
    members_made_anew: cluster.reinitialised(),
    questions: asked.length,
    ...figures,
    ...compared,
    ms_without_answers: { server: spreadOf(gaps.server), machine: spreadOf(gaps.machine) },
    broken,
  };

  /** A cluster that stays broken ends the run; questions that were taken before are compared all the same. */
  async function isWhole(): Promise<boolean> {
    try {
      await cluster.untilWhole();
      return true;
    } catch (error) {
      broken.push((error as Error).message.split('\n')[0] ?? '');
      return false;
    }
  }

  /** Sent under one key until a replica takes it; then read to its end, at the other replica where the stream breaks. */
  async function askOne(person: Person, question: string): Promise<void> {
    const key = crypto.randomUUID();
    const session_id = person.conversations[0] ?? '';
    let place: Place = { process: chance.pick(replicas), person, session_id };
    for (;;) {
      const sent = performance.now();
      const response = await ask(place, question, { key }).catch(() => null);
      if (response?.status === 200) {
        taken.set(place.process, Math.max(sent, taken.get(place.process) ?? 0));
        const reader = newReader();
        asked.push({ question, reader, place });
        await readOn(reader, response);
        return readToEnd({ question, reader, place });
      }
      const said = (await response?.text().catch(() => '')) ?? '';
      figures.refused += 1;
      if (response?.status === 401) await person.renew().catch(() => {});
      else if (response && ![409, 429, 503].includes(response.status))
        broken.push(`${question} was answered ${response.status} ${said.slice(0, 200)}`);
      await pause(300);
      if (!goesOn) return;
      place = { ...place, process: chance.pick(replicas) };
    }
  }

  async function readToEnd({ question, reader, place }: Asked): Promise<void> {
    for (const began = performance.now(); !reader.end; await pause(250)) {
      if (performance.now() - began > WAITED_MS) return void broken.push(`${question} has no end`);
      const other = { ...place, process: chance.pick(replicas) };
      const response = await join(other, reader.seq).catch(() => null);
      if (response?.status === 200) {
        figures.joined += 1;
        await readOn(reader, response);
      } else if (response?.status === 401) await place.person.renew().catch(() => {});
      else if (response?.status === 404 || response?.status === 204) {
        // It has ended, and there is nothing to follow.
        return;
      } else await response?.body?.cancel();
    }
    broken.push(...reader.faults.map((fault) => `${question}: ${fault}`));
  }

  /** Until both replicas have taken a question that was sent after `at`; how long that took. */
  async function untilTaken(at: number): Promise<number> {
    while (replicas.some((replica) => (taken.get(replica) ?? 0) < at)) {
      if (performance.now() - at > WAITED_MS) break;
      await pause(50);
    }
    return performance.now() - at;
  }

  async function jobsGoOn(kill: number): Promise<void> {
    const isDone = sql<{ n: number }>`select count(*)::int n from pgboss.job
      where name = 'stats.roll-up' and state in ('created', 'retry', 'active')`;
    for (const began = performance.now(); performance.now() - began < WAITED_MS; await pause(250))
      try {
        await installation.queueJob('stats.roll-up');
        break;
      } catch {
        // The trial's own connections are lost too.
      }
    for (const began = performance.now(); ; await pause(250)) {
      const { rows } = await installation.db.execute<{ n: number }>(isDone).catch(() => ({ rows: [] }));
      if (rows[0]?.n === 0) return;
      if (performance.now() - began > WAITED_MS)
        return void broken.push(`after kill ${kill + 1} a job is not done`);
    }
  }

  /** Each question that was taken stands once, has ended, and was charged at most once. */
  async function compare() {
    const { rows } = await installation.db.execute<{
      question: string;
      records: number;
      status: string;
      answer: string;
      entries: number;
    }>(sql`
      select m.question, count(distinct m.id)::int records, min(m.status) status, min(m.answer) answer,
        count(e.id) filter (where e.purpose = 'answer')::int entries
      from messages m left join token_entries e on e.user_id = m.user_id and e.message_id = m.id
      group by m.question`);
    const kept = new Map(rows.map((row) => [row.question, row]));
    const seen = { lost: 0, double_charges: 0, whole: 0, interrupted: 0 };
    for (const { question, reader } of asked) {
      const row = kept.get(question);
      if (!row) {
        seen.lost += 1;
        broken.push(`${question} was taken and is lost`);
        continue;
      }
      if (row.records > 1 || row.entries > 1) {
        seen.double_charges += 1;
        broken.push(`${question}: ${row.records} records, ${row.entries} entries`);
      }
      if (row.status === 'done') seen.whole += 1;
      else seen.interrupted += 1;
      if (row.status === 'done' && reader.end?.status === 'done' && reader.text !== row.answer)
        broken.push(`${question}: ${reader.text.length} letters were read, ${row.answer.length} are kept`);
    }
    return seen;
  }
}
