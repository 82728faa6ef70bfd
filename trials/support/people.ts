/** People with conversations, made in the database and signed in over HTTP. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../server/src/adapters/clock.ts';
import type { Database } from '../../server/src/db/client.ts';
import { users } from '../../server/src/db/tables/people.ts';
import { hashPassword } from '../../server/src/features/auth/credentials/passwords.ts';
import { buildAgent, buildSession } from '../../server/test/builders.ts';

export type Person = {
  id: number;
  token: string;
  /** Ids of open conversations, each with the same agent. */
  conversations: string[];
  email: string;
  /** Signs in at one process, whatever others there are; returns the token. */
  signInAt(this: void, url: string): Promise<string>;
  /** Signs in anew: a token holds for a quarter of an hour. */
  renew(this: void): Promise<void>;
};

const PASSWORD = 'uma senha boa';

export function openPeople(db: Database) {
  const hash = hashPassword(PASSWORD);
  const agent = buildAgent({ db }, { model: 'claude-4-sonnet' });

  return async (
    url: string,
    wishes: { token_limit?: number; conversations?: number } = {},
  ): Promise<Person> => {
    const email = `${randomUUID()}@exemplo.com.br`;
    const now = systemClock.now();
    const [row] = await db
      .insert(users)
      .values({
        email,
        name: 'Ana',
        role: 'user',
        user_group_id: 1,
        password_hash: await hash,
        is_verified: true,
        active: true,
        token_limit: wishes.token_limit ?? 1_000_000_000,
        token_anchor: now,
        token_cycle_start: now,
      })
      .returning({ id: users.id });
    if (!row) throw new Error('no user was inserted');
    const conversations: string[] = [];
    for (let open = 0; open < (wishes.conversations ?? 1); open += 1) {
      const session = await buildSession(
        { db, clock: systemClock },
        { user_id: row.id, agent_id: (await agent).id },
      );
      conversations.push(session.id);
    }
    const person: Person = {
      id: row.id,
      email,
      signInAt: (other) => signIn(other, email),
      token: await signIn(url, email),
      conversations,
      async renew() {
        person.token = await signIn(url, email);
      },
    };
    return person;
  };
}

async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${body}`);
  return (JSON.parse(body) as { data: { access_token: string } }).data.access_token;
}
