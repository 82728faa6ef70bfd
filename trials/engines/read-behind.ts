/**
 * Reads through a replica that is late: others see a list as it was, the writer sees what they wrote, and what must never
 * be old is not. Then the replica is further behind than allowed, dies, and comes back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { users } from '../../server/src/db/tables/people.ts';
import type { PostgresServer } from '../../server/test/engines/postgres-server.ts';
import type { Started } from '../../server/test/process/started-process.ts';
import type { Installation } from '../support/installation.ts';
import type { Person } from '../support/people.ts';
import { ask, newReader, readOn } from '../support/reader.ts';
import { spreadOf } from '../support/spread.ts';

type Servers = { primary: PostgresServer; standby: PostgresServer; delay: number };

const WORD = 'jabuticaba';
const WAITED_SECONDS = 60;

export async function readBehind(installation: Installation, { primary, standby, delay }: Servers) {
  const broken: string[] = [];
  const { name, db, stub } = installation;
  const env = {
    DATABASE_URL: primary.url(name),
    DATABASE_READ_URL: standby.url(name),
    LOG_LEVEL: 'info',
  };
  const [one, other] = await Promise.all([installation.start(env), installation.start(env)] as const);
  const check = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };
  const until = async (what: string, holds: () => Promise<boolean>) => {
    const began = performance.now();
    while (!(await holds())) {
      if (performance.now() - began > (WAITED_SECONDS + delay) * 1_000) {
        broken.push(`never: ${what}`);
        break;
      }
      await pause(250);
    }
    return Math.round((performance.now() - began) / 100) / 10;
  };
  const [writer, reader] = [await administrator(installation), await administrator(installation)];

  const seconds_to_use = await until('the replica is used', async () => (await inUse(one)) && inUse(other));

  // An administrator sees their own write at the other process at once; another administrator when it is applied.
  const email = `novo-${crypto.randomUUID()}@exemplo.com.br`;
  const person = await installation.person();
  await db.update(users).set({ email }).where(eq(users.id, person.id));
  const seen_by_writer: boolean[] = [];
  let seen_at_once_by_other = 0;
  for (let round = 0; round < 5; round += 1) {
    const active = round % 2 === 1;
    const written = await call(one, writer, `/users/${person.id}/status`, { active }, 'PATCH');
    check(written === 200, `a status was answered ${written}`);
    seen_by_writer.push((await statusIn(other, writer, email)) === active);
    if ((await statusIn(other, reader, email)) === active) seen_at_once_by_other += 1;
  }
  check(seen_by_writer.every(Boolean), 'a writer did not see what they wrote');
  check(seen_at_once_by_other < 5, 'the replica was not read: it showed everything at once');
  const applied = await until('another administrator sees it', async () => {
    return (await statusIn(other, reader, email)) === false;
  });

  // An answer is found by its owner as soon as it has ended, and their conversation is whole at once, at either process.
  stub.say([`A ${WORD} é uma fruta.`], { input: 20, output: 5 });
  const asker = await installation.person();
  const session_id = asker.conversations[0] ?? '';
  const answer = newReader();
  await readOn(answer, await ask({ process: one, person: asker, session_id }, 'Que fruta é essa?'));
  check((await foundBy(other, asker)) > 0, 'an answer was not found by its owner');
  const messages = await get(other, asker, `/chat/sessions/${session_id}/messages`);
  check(messages.text.includes(WORD), 'a conversation was old for its owner');

  // A sign-in that ends and rights that are taken are over at once.
  const leaving = await administrator(installation);
  check((await get(other, leaving, '/users/all?limit=1')).status === 200, 'an administrator was refused');
  await db.update(users).set({ role: 'user' }).where(eq(users.id, leaving.id));
  check(
    (await get(other, leaving, '/users/all?limit=1')).status === 403,
    'rights that were taken still held',
  );
  await db.update(users).set({ token_limit: 0 }).where(eq(users.id, asker.id));
  const refused = await ask({ process: other, person: asker, session_id }, 'E agora?');
  check(
    refused.status === 429 || refused.status === 402 || refused.status === 403,
    `a question without allowance was answered ${refused.status}`,
  );
  await refused.body?.cancel();

  // With less patience than the delay a process reads from the primary.
  const impatient = await installation.start({ ...env, DATABASE_READ_LAG_SECONDS: '3' });
  await until('too far behind is said', async () => {
    await touch(installation, person);
    return /the replica is too far behind/.test(impatient.output());
  });
  check(!(await inUse(impatient)), 'a replica that is too far behind was used');
  await impatient.end('SIGTERM');

  // The replica dies: nobody notices. It comes back, and is used again.
  await standby.stop('SIGQUIT');
  const without: number[] = [];
  for (let reads = 0; reads < 20; reads += 1) {
    const began = performance.now();
    const { status } = await get(reads % 2 ? one : other, reader, '/users/all?limit=10');
    without.push(performance.now() - began);
    check(status === 200, `a list without the replica was answered ${status}`);
  }
  await until('its loss is said', async () => /the replica does not answer/.test(one.output()));
  await standby.start();
  const seconds_to_return = await until(
    'the replica is used again',
    async () => (await inUse(one)) && inUse(other),
  );
  for (const row of await installation.broken()) broken.push(`${row.what}: ${row.subject}`);
  for (const process of [one, other])
    for (const line of process.output().split('\n'))
      if (/"type":"internal"|"level":"fatal"/.test(line)) broken.push(line.slice(0, 300));
  return {
    seconds_to_use,
    seconds_until_others_saw: applied,
    ms_without_replica: spreadOf(without),
    seconds_to_return,
    reads: [await readsOf(one), await readsOf(other)],
    lines: linesOf(one),
    broken,
  };
}

async function administrator(installation: Installation): Promise<Person> {
  const made = await installation.person();
  await installation.db.update(users).set({ role: 'admin' }).where(eq(users.id, made.id));
  return made;
}

/** The log of an idle server does not grow, and what does not grow is not late. */
const touch = ({ db }: Installation, { id }: Person) =>
  db.update(users).set({ name: crypto.randomUUID() }).where(eq(users.id, id));

async function get({ url }: Started, { token }: Person, path: string) {
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text() };
}

async function call({ url }: Started, { token }: Person, path: string, body: object, method: string) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

type People = { data: { email: string; active: boolean }[] };

/** Undefined where the list does not have them. */
async function statusIn(process: Started, person: Person, email: string): Promise<boolean | undefined> {
  const query = new URLSearchParams({ search: email, include_inactive: 'true' }).toString();
  const { text } = await get(process, person, `/users/all?${query}`);
  return (JSON.parse(text) as People).data.find((one) => one.email === email)?.active;
}

async function foundBy(process: Started, person: Person): Promise<number> {
  const { text } = await get(process, person, `/chat/search?q=${WORD}`);
  return (JSON.parse(text) as { data: unknown[] }).data.length;
}

const metricsOf = async ({ url }: Started) => (await fetch(`${url}/api/v1/metrics`)).text();

const inUse = async (process: Started) => /^prosa_read_replica_in_use 1$/m.test(await metricsOf(process));

const readsOf = async (process: Started) =>
  Object.fromEntries(
    [...(await metricsOf(process)).matchAll(/^prosa_reads_total\{from="(\w+)"\} (\d+)/gm)].map(
      ([, from = '', count]) => [from, Number(count)],
    ),
  );

/** Lines of the log about the server that lists are read from. */
const linesOf = ({ output }: Pick<Started, 'output'>): string[] =>
  [...output().matchAll(/"msg":"(lists, searches[^"]*)"/g)].map(([, said = '']) => said);
