/**
 * A little of everything at two replicas, each thing begun at one and finished or looked at through the other: signing in,
 * questions, streams that are joined and stopped, files, letters and jobs. The invariants are read at the end.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { JobName } from '../../server/src/adapters/jobs.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import type { Started } from '../../server/test/process/started-process.ts';
import type { Installation } from '../support/installation.ts';
import type { Person } from '../support/people.ts';
import { ask, join, newReader, type Place, readOn, stop } from '../support/reader.ts';
import { piecesWith, seeded } from '../support/seeded-random.ts';

export type Exercise = { people: number; questions: number; seed: number; meanwhile?: () => Promise<void> };

type Base = { data: { documents: { status: string }[] } };

const PACE_MS = 20;
const PIECES = 60;
const WAITED_MS = 60_000;
const JOBS: JobName[] = ['maintenance.cleanup', 'stats.roll-up', 'tokens.renew', 'audit.anchor'];
const FATAL = /"type":"internal"|"level":"fatal"/;

export async function exerciseReplicas(
  installation: Installation,
  replicas: readonly [Started, Started],
  { people: count, questions, seed, meanwhile }: Exercise,
) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const pieces = piecesWith(chance, PIECES);
  const figures = { sign_ins: 0, answers: 0, stopped: 0, documents: 0, letters: 0, jobs: 0 };
  installation.stub.always(`pace=${PACE_MS}`);
  installation.stub.say(pieces, { input: 20, output: PIECES });
  const people = await Promise.all(Array.from({ length: count }, () => installation.person()));
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (const began = performance.now(); performance.now() - began < WAITED_MS; await pause(200))
      if (await holds()) return true;
    broken.push(`${what}: not within ${WAITED_MS / 1_000} s`);
    return false;
  };
  const get = (process: Started, token: string, path: string) =>
    fetch(`${process.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });

  /** Signed in at each replica, known at the other. */
  async function signIn(person: Person): Promise<void> {
    for (const [here, there] of bothWays(replicas)) {
      const { status } = await get(there, await person.signInAt(here.url), '/users/me');
      if (status === 200) figures.sign_ins += 1;
      else broken.push(`a sign-in of the other replica was answered ${status}`);
    }
  }

  /** Begun at one replica, left in the middle, read to its end at the other, or stopped through it. */
  async function askAndJoin(person: Person, number: number): Promise<void> {
    const [here, there] = bothWays(replicas)[number % 2] ?? replicas;
    const place: Place = { process: here, person, session_id: person.conversations[0] ?? '' };
    const reader = newReader();
    await readOn(reader, await asked(place), { chunks: 3 + chance.below(10), share: 0 });
    const isStopped = number % 5 === 4;
    if (isStopped) await stop({ ...place, process: there });
    while (!reader.end && reader.faults.length === 0) {
      await readOn(reader, await join({ ...place, process: there }, reader.seq));
      if (!reader.end) await pause(100);
    }
    broken.push(...reader.faults);
    if (isStopped) figures.stopped += 1;
    else if (reader.text === pieces.join('') && reader.end?.status === 'done') figures.answers += 1;
    else broken.push(`an answer ended ${reader.end?.status} with ${reader.text.length} letters`);
  }

  /** Sent again under its key where the database was away for a moment. */
  async function asked(place: Place): Promise<Response> {
    const key = crypto.randomUUID();
    for (let tries = 0; ; tries += 1) {
      const response = await ask(place, 'Quanto tempo vale a senha?', { key });
      if (![429, 503].includes(response.status) || tries === 50) return response;
      await response.body?.cancel();
      await pause(200);
    }
  }

  async function upload(token: string): Promise<void> {
    const { id } = await createKnowledgeBase(installation.db, { name: `Base ${crypto.randomUUID()}` });
    for (const [here, there] of bothWays(replicas)) {
      const form = new FormData();
      form.set('file', new Blob(['# Prazos\n\nA senha vale trinta minutos.']), `prazos ${here.url}.md`);
      const path = `/knowledge-bases/${id}/documents`;
      const headers = { authorization: `Bearer ${token}` };
      const sent = await fetch(`${here.url}/api/v1${path}`, { method: 'POST', headers, body: form });
      if (!sent.ok) broken.push(`a file was answered ${sent.status} ${await sent.text()}`);
      const isReady = async () => {
        const { data } = (await (await get(there, token, `/knowledge-bases/${id}`)).json()) as Base;
        const { documents } = data;
        return documents.length > 0 && documents.every(({ status }) => status === 'ready');
      };
      if (await until('a document is read', isReady)) figures.documents += 1;
    }
  }

  async function register(process: Started): Promise<void> {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const { status } = await fetch(`${process.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Rui', email, password: 'uma senha boa', phone: '11987654321' }),
    });
    if (status !== 201) broken.push(`a registration was answered ${status}`);
    if (await until('a letter', () => hasLetter(installation.folder, email))) figures.letters += 1;
  }

  async function work(): Promise<void> {
    for (const name of JOBS) await installation.queueJob(name);
    const left = sql`select count(*)::int n from pgboss.job where state in ('created', 'retry', 'active')
      and name in ${JOBS} and start_after <= now()`;
    const isDone = async () => (await installation.db.execute<{ n: number }>(left)).rows[0]?.n === 0;
    if (await until('jobs', isDone)) figures.jobs += JOBS.length;
  }

  for (const person of people) await signIn(person);
  const token = await installation.signInAdmin(replicas[0]);
  const lanes = people.map(async (person, lane) => {
    for (let number = 0; number < questions; number += 1) await askAndJoin(person, lane + number);
  });
  await Promise.all([
    ...lanes,
    (async () => {
      await upload(token);
      for (const replica of replicas) await register(replica);
      await work();
      await meanwhile?.();
      await upload(token);
      await work();
    })(),
  ]);
  await until('answers end', async () => (await installation.running()).length === 0);
  for (const row of await installation.broken()) broken.push(`${row.what}: ${row.subject}`);
  for (const row of await installation.brokenDocuments()) broken.push(`${row.what}: ${row.subject}`);
  for (const replica of replicas)
    for (const line of replica.output().split('\n')) if (FATAL.test(line)) broken.push(line.slice(0, 500));
  if (figures.answers === 0) broken.push('no answer was read whole');
  return { ...figures, broken };
}

const bothWays = ([one, other]: readonly [Started, Started]): (readonly [Started, Started])[] => [
  [one, other],
  [other, one],
];

/** In the local mailbox of whichever process sent it. */
async function hasLetter(folder: string, email: string): Promise<boolean> {
  for (const process of await readdir(folder)) {
    const mailbox = joinPath(folder, process, 'mailbox');
    for (const name of await readdir(mailbox).catch(() => [] as string[]))
      if (name.endsWith('.json') && (await readFile(joinPath(mailbox, name), 'utf8')).includes(email))
        return true;
  }
  return false;
}
