/** P12: eight people sign in again and again; how long that takes, and how others fare meanwhile. Medians of rounds. */
import { sql } from 'drizzle-orm';
import { hashPassword } from '../../server/src/features/auth/credentials/passwords.ts';
import type { Figure } from './figure.ts';
import { at, median, timesOf } from './statistics.ts';
import { startChild } from './streams/child.ts';
import type { ServerProcess } from './test-server.ts';

const CALLERS = 8;
const ROUNDS = 5;
const ROUND_MS = 500;
const PASSWORD = 'uma senha de medida';

export async function enteringFigures({ testServer }: ServerProcess): Promise<Figure[]> {
  const { url, admin, db } = testServer;
  await db.execute(sql`
    insert into users (email, name, role, user_group_id, password_hash, is_verified, token_limit)
    select 'porta' || n || '@exemplo.com.br', 'Porta ' || n, 'user', 1, ${await hashPassword(PASSWORD)}, true, 1000
    from generate_series(1, ${CALLERS}::int) n`);
  const crowd = await startChild('../crowd.ts', [url, PASSWORD]);
  const look = async () => {
    const response = await fetch(`${url}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    await response.text();
    if (response.status !== 200) throw new Error(`a neighbour was answered with ${response.status}`);
  };
  const looks = () => timesOf(look, 1, ROUND_MS);
  const beside = async (act: 'enter' | 'hash') =>
    Promise.all([crowd.ask(`${act} ${ROUND_MS}`) as Promise<number[]>, looks()]);
  /** The p95 of each round. */
  const rounds: Record<'logins' | 'hashes' | 'alone' | 'meanwhile' | 'besideHashes', number[]> = {
    logins: [],
    hashes: [],
    alone: [],
    meanwhile: [],
    besideHashes: [],
  };
  const note = (name: keyof typeof rounds, times: number[]) => rounds[name].push(at(times, 0.95));
  try {
    await beside('enter');
    for (let round = 0; round < ROUNDS; round += 1) {
      note('alone', await looks());
      const [hashes, besideHashes] = await beside('hash');
      note('hashes', hashes);
      note('besideHashes', besideHashes);
      const [logins, meanwhile] = await beside('enter');
      note('logins', logins);
      note('meanwhile', meanwhile);
    }
  } finally {
    await crowd.end();
  }
  const p95 = (name: keyof typeof rounds) => median(rounds[name]);
  const [logins, hashes] = [p95('logins'), p95('hashes')];
  const [meanwhile, alone] = [p95('meanwhile'), p95('alone')];
  return [
    {
      id: 'P12',
      what: `login p95, ${CALLERS} ao mesmo tempo`,
      value: logins,
      unit: 'ms',
      reference: { what: 'só o hash, p95', value: hashes },
      must: { text: '≤ 2 × hash', holds: logins <= 2 * hashes },
      stretch: { text: '–', holds: true },
    },
    {
      id: 'P12 vizinhos',
      what: `outras chamadas p95 durante os logins (ao lado do hash sozinho, fora do processo: ${p95('besideHashes').toFixed(1)} ms)`,
      value: meanwhile,
      unit: 'ms',
      reference: { what: 'sem logins, p95', value: alone },
      must: { text: '≤ 1,5 ×', holds: meanwhile <= 1.5 * alone },
      stretch: { text: '–', holds: true },
    },
  ];
}
