/** Refusals of a closed domain: whether their times tell accounts, or right passwords, apart. */

import { users } from '../../server/src/db/tables/people.ts';
import { hashPassword } from '../../server/src/features/auth/credentials/passwords.ts';
import type { Installation } from '../../trials/support/installation.ts';
import { median } from '../quick/statistics.ts';
import { knock } from './access-calls.ts';

const ROUNDS = 300;
const PASSWORD = 'uma senha de medida';

/** Percent by which the slowest median of the three is above the quickest; and how many were let in. */
export async function measureRefusals(installation: Installation, url: string, domain: string) {
  const password_hash = await hashPassword(PASSWORD);
  await installation.db.insert(users).values(
    Array.from({ length: ROUNDS }, (_, n) => ({
      ...{ email: `sabida${n}@${domain}`, name: `Sabida ${n}`, role: 'user' as const, user_group_id: 1 },
      ...{ password_hash, is_verified: true, token_limit: 1_000 },
    })),
  );
  const kinds = {
    right: (n: number) => [`sabida${n}@${domain}`, PASSWORD],
    wrong: (n: number) => [`sabida${n}@${domain}`, 'outra senha de medida'],
    unknown: (n: number) => [`ninguem${n}@${domain}`, PASSWORD],
  } as const;
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const times = { right: [] as number[], wrong: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < ROUNDS; n += 1)
    // Each kind comes first as often as the others.
    for (const name of [...names.slice(n % 3), ...names.slice(0, n % 3)]) {
      const [username = '', password = ''] = kinds[name](n);
      const began = performance.now();
      const { status, code } = await knock(
        url,
        '/auth/login',
        new URLSearchParams({ username, password }),
        n,
      );
      times[name].push(performance.now() - began);
      if (status !== 403 || code !== 'use_provider') throw new Error(`${name} was told ${status} ${code}`);
    }
  const medians = names.map((name) => median(times[name]));
  return {
    refusals_ms: medians,
    refusals_apart: (Math.max(...medians) / Math.min(...medians) - 1) * 100,
  };
}
