/** People and sign-ins straight in the database: the matrix needs more of them than passwords can be checked. */
import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/users.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { sign_ins } from '../../server/src/db/tables/accounts.ts';
import { users } from '../../server/src/db/tables/people.ts';
import { signAccessToken } from '../../server/src/features/auth/credentials/tokens.ts';

type PersonWishes = {
  role?: Role;
  active?: boolean;
  is_verified?: boolean;
  second_factor_due?: Date | null;
  consent_version?: number;
};

export async function newPerson({ db }: Pick<AppContext, 'db'>, wishes: PersonWishes = {}): Promise<number> {
  const [row] = await db
    .insert(users)
    .values({
      email: `${randomUUID()}@exemplo.com.br`,
      name: 'Alguém',
      user_group_id: 1,
      password_hash: '',
      is_verified: true,
      token_limit: 100_000,
      ...wishes,
    })
    .returning({ id: users.id });
  if (!row) throw new Error('nobody was inserted');
  return row.id;
}

export async function signInAs(
  { db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>,
  user_id: number,
  with_temporary_password = false,
): Promise<{ sign_in_id: string; token: string }> {
  const now = clock.now();
  const sign_in_id = randomUUID();
  await db.insert(sign_ins).values({
    id: sign_in_id,
    user_id,
    with_temporary_password,
    created_at: now,
    last_seen_at: now,
  });
  return { sign_in_id, token: await signAccessToken(secret, { user_id, sign_in_id }, now) };
}
