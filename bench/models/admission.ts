/** The time that limits and budgets add to a question, from its sending to the first word. */
import { sql } from 'drizzle-orm';
import { user_groups } from '../../server/src/db/tables/people.ts';
import type { Figure } from '../quick/figure.ts';
import { at, median } from '../quick/statistics.ts';
import { type Askers, openAskers } from '../quick/streams/people.ts';
import { read } from '../quick/streams/reading.ts';
import type { ServerProcess } from '../quick/test-server.ts';
import { callApi } from './call-api.ts';

/** Each person asks fewer questions than the limit of a minute allows. */
const PEOPLE = 60;
const ROUNDS = 5;
const QUESTIONS = 150;
const BAR_MS = 1;
/** Not recorded: how old chunks are is measured elsewhere. */
const AGES = { note: false, microseconds: [], chunks: 0 };

/**
 * People in a group with a hard budget in R$, a limit for each person and an own cap, and people without any of them,
 * take turns. A second crowd without limits tells how much of the difference is the machine's noise.
 */
export async function admissionFigures(open: ServerProcess): Promise<Figure[]> {
  const { testServer, database, secret } = open;
  const limited = await openLimitedGroup(open);
  const crowds = {
    bare: await openAskers(database.db, secret, PEOPLE, { name: 'livre' }),
    again: await openAskers(database.db, secret, PEOPLE, { name: 'solto' }),
    limited: await openAskers(database.db, secret, PEOPLE, { name: 'contido', user_group_id: limited }),
  };
  await database.db.execute(sql`update users set own_cap = 900000000 where user_group_id = ${limited}`);
  await roundOf(testServer.url, crowds, QUESTIONS / 3);
  const rounds: Record<keyof typeof crowds, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await roundOf(testServer.url, crowds, QUESTIONS));
  const reference = { what: 'sem limites, p95', value: median(rounds.map(({ bare }) => bare)) };
  const more = (name: 'limited' | 'again') => median(rounds.map((round) => round[name] - round.bare));
  const figure = (id: string, what: string, added: number): Figure => ({
    id,
    what: `${what} (a mais: ${added.toFixed(2)} ms)`,
    value: reference.value + added,
    unit: 'ms',
    reference,
    must: { text: `≤ +${BAR_MS} ms`, holds: added <= BAR_MS },
    stretch: { text: '–', holds: true },
  });
  return [
    figure('admissão', 'primeira palavra com orçamento, limite e teto, p95', more('limited')),
    {
      ...figure('ruído', 'outras pessoas sem limites, p95', more('again')),
      must: { text: '–', holds: true },
    },
  ];
}

async function openLimitedGroup({ testServer, database }: ServerProcess): Promise<number> {
  const [group] = await database.db
    .insert(user_groups)
    .values({ name: 'Com orçamento' })
    .returning({ id: user_groups.id });
  if (!group) throw new Error('no group was inserted');
  const price = { model_id: 'gpt-4o', currency: 'BRL', input: '3.33', output: '16.66' };
  await callApi(testServer, 'POST', '/model-prices', price);
  const path = `/user-groups/${group.id}/limits`;
  const { version } = await callApi<{ version: number }>(testServer, 'GET', path);
  const budget = { budget_kind: 'brl', budget: 100_000_000, hard: true, notify_user_ids: [] };
  await callApi(testServer, 'PUT', path, { tokens_per_person: 1_000_000_000, ...budget, version });
  return group.id;
}

/** The p95 of each crowd; one question at a time, so that none waits for another. */
async function roundOf<Name extends string>(
  url: string,
  crowds: Record<Name, Askers>,
  questions: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(crowds) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let question = 0; question < questions; question += 1)
    // Each crowd goes first as often as the others.
    for (const turn of names.keys()) {
      const name = names[(question + turn) % names.length] as Name;
      const { first, ended } = read(crowds[name].next(url), AGES);
      times.get(name)?.push(await first);
      await ended;
    }
  return Object.fromEntries(names.map((name) => [name, at(times.get(name) ?? [], 0.95)])) as Record<
    Name,
    number
  >;
}
