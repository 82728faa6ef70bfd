/**
 * Lists, statistics, export and erasure beside 5,000,000 messages in months, and beside 50,000 in one part, call by call by
 * turns: `npm run bench -- partitions [--messages N] [--months N] [--people N] [--cut N] [--rounds N] [--only name]`. Needs 15 GB. Ends with code 1
 * where a large installation makes somebody wait noticeably longer.
 */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { partsOf } from '../../server/src/db/partitions.ts';
import { configureSealingKeys, parseSealingKeys } from '../../server/src/features/audit/sealing-keys.ts';
import { eraseSession } from '../../server/src/features/chat/conversations/session-store.ts';
import { erase } from '../../server/src/features/privacy/erase.ts';
import { findPerson } from '../../server/src/features/privacy/person.ts';
import { findResidualData } from '../../server/src/features/privacy/residual-personal-data.ts';
import { CUT_AT } from '../../server/src/maintenance/partitions.ts';
import { ADMIN, PASSWORD, READER } from '../lists/people-and-agents.ts';
import { signIn } from '../quick/signing-in.ts';
import { at } from '../quick/statistics.ts';
import { type ServerProcess, startServerProcess } from '../quick/test-server.ts';
import { fillYears, LEAVING, LONG_SESSION, type Years } from './fill-years.ts';

/** Twice as long is noticed, unless nobody waits for so short a time. */
const RATIO_BAR = 2;
const UNNOTICED_MS = 50;
const WARM_UP_ROUNDS = 8;
const SMALL = { people: 2_000, agents: 50, messages: 50_000, cut_at: CUT_AT };

const CALLS: Record<string, { as: 'admin' | 'reader'; path: string; rounds?: number }> = {
  conversations: { as: 'reader', path: '/chat/sessions?limit=50' },
  'messages of a conversation in all parts': {
    as: 'reader',
    path: `/chat/sessions/${LONG_SESSION}/messages?limit=50`,
  },
  'words in conversations': { as: 'reader', path: '/chat/search?q=edital%207&limit=20' },
  people: { as: 'admin', path: '/users/all?include_inactive=true' },
  'statistics, month': { as: 'admin', path: '/admin/stats/activity?time_range=month' },
  'statistics, all': { as: 'admin', path: '/admin/stats/activity?time_range=all' },
  'open questions, month': { as: 'admin', path: '/admin/stats/questions?time_range=month' },
  'export of a person': { as: 'reader', path: '/users/me/export', rounds: 0.3 },
};

type Place = { open: ServerProcess; size: Years; fill_s: number; tokens: Record<'admin' | 'reader', string> };
type Deed = (db: Database, turn: number) => Promise<unknown>;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      messages: { type: 'string', default: '5000000' },
      months: { type: 'string', default: '24' },
      people: { type: 'string', default: '20000' },
      cut: { type: 'string', default: String(CUT_AT) },
      rounds: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
    },
  });
  configureSealingKeys(parseSealingKeys('a sealing key for measuring only, of more than 32 bytes'));
  const months = Number(values.months);
  const large = {
    people: Number(values.people),
    agents: 500,
    messages: Number(values.messages),
    months,
    cut_at: Number(values.cut),
  };
  const places: Place[] = [];
  try {
    for (const size of [{ ...SMALL, months }, large]) places.push(await openPlace(size));
    // Once both are filled: a fill may take longer than a sign-in holds.
    for (const place of places) await enter(place);
    const measured: Record<string, object> = {};
    for (const [name, { as, path, rounds = 1 }] of Object.entries(CALLS))
      if (name.includes(values.only))
        measured[name] = await compare(name, places, Math.ceil(Number(values.rounds) * rounds), (place) =>
          get(`${place.open.testServer.url}/api/v1${path}`, place.tokens[as]),
        );
    for (const [name, deed] of Object.entries(DEEDS))
      if (name.includes(values.only))
        measured[name] = await compare(name, places, LEAVING.count - WARM_UP_ROUNDS, (place, turn) =>
          deed(place.open.database.db, turn),
        );
    const holds = Object.values(measured).every((one) => (one as { holds: boolean }).holds);
    if (!holds) process.exitCode = 1;
    return { bench: 'partitions', places: await Promise.all(places.map(described)), holds, measured };
  } finally {
    for (const { open } of places) await open.close();
  }
}

async function openPlace(size: Years): Promise<Place> {
  let fill_s = 0;
  const open = await startServerProcess({
    durable: false,
    prepare: async (db) => {
      const began = performance.now();
      await fillYears(db, size);
      fill_s = Math.round((performance.now() - began) / 1_000);
    },
  });
  return { open, size, fill_s, tokens: { admin: '', reader: '' } };
}

async function enter({ open, tokens }: Place): Promise<void> {
  const tokenOf = async (email: string) =>
    (await signIn(open.testServer.url, { email, password: PASSWORD })).token;
  tokens.admin = await tokenOf(ADMIN);
  tokens.reader = await tokenOf(READER);
}

/** One after the other, so that whatever else the machine does meets both. */
async function compare(
  name: string,
  places: Place[],
  rounds: number,
  act: (place: Place, turn: number) => Promise<unknown>,
): Promise<{ small: object; large: object; ratio_p95: number; holds: boolean }> {
  const times: number[][] = places.map(() => []);
  console.error(name);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
    for (const [index, place] of places.entries()) {
      // A person may take their data along a few times an hour.
      await place.open.database.db.execute(sql`delete from rate_limits where key like 'export:%'`);
      const began = performance.now();
      await act(place, round + WARM_UP_ROUNDS);
      if (round >= 0) times[index]?.push(performance.now() - began);
    }
  const [small, large] = times.map(spread) as [Spread, Spread];
  const ratio_p95 = rounded(large.p95_ms / small.p95_ms);
  const compared = { small, large, ratio_p95, holds: ratio_p95 <= RATIO_BAR || large.p95_ms <= UNNOTICED_MS };
  // At once, so that a run which is ended early has said what it saw.
  console.error(JSON.stringify(compared));
  return compared;
}

type Spread = { p50_ms: number; p95_ms: number };
const spread = (times: number[]): Spread => ({
  p50_ms: rounded(at(times, 0.5)),
  p95_ms: rounded(at(times, 0.95)),
});
const rounded = (number: number) => Math.round(number * 100) / 100;

async function get(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}

const DEEDS: Record<string, Deed> = {
  'erasure of a conversation': async (db, turn) => {
    const user_id = LEAVING.first + turn;
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from chat_sessions where user_id = ${user_id} and erased_at is null order by id limit 1`,
    );
    await db.transaction((tx) => eraseSession(tx, user_id, rows[0]?.id ?? '', new Date()));
  },
  'erasure of a person': async (db, turn) => {
    const person = await findPerson(db, LEAVING.first + turn);
    if (!person) throw new Error('nobody is there');
    await db.transaction((tx) => erase(tx, person, new Date()));
    if ((await findResidualData(db, person)).some(({ of }) => of === 'email'))
      throw new Error('something is left');
  },
};

async function described({ open, size, fill_s }: Place): Promise<object> {
  const { db } = open.database;
  const { rows } = await db.execute<{ messages: number; mib: number }>(sql`
    select count(*)::int as messages, (pg_database_size(current_database()) / 1048576)::int as mib from messages`);
  return { ...size, ...rows[0], parts: (await partsOf(db)).length, fill_s };
}
