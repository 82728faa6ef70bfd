/** People who are signed in, each with a conversation or more: a person may not ask as often as a bench does. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/src/db/client.ts';
import { signAccessToken } from '../../../server/src/features/auth/credentials/tokens.ts';
import { buildAgent } from '../../../server/test/builders.ts';
import type { Asked } from './reading.ts';

/** The next person to ask, round-robin: nobody reaches the rate limit of a minute. */
export type Askers = { next(url: string): Asked };

type CrowdOptions = {
  conversations?: number;
  name?: string;
  user_group_id?: number;
  model?: string;
  fallback_models?: string[];
};

/** An agent of the group, and so many people in it with their conversations; `name` tells one crowd from another. */
export async function openAskers(
  db: Database,
  secret: string,
  count: number,
  {
    conversations = 1,
    name = 'leitor',
    user_group_id = 1,
    model = 'gpt-4o',
    fallback_models = [],
  }: CrowdOptions = {},
): Promise<Askers> {
  const settings = { name: 'Conversa', model, rules: { fallback_models }, groups: [user_group_id] };
  const agent = await buildAgent({ db }, settings);
  const { rows } = await db.execute<{ user_id: number; sign_in_id: string; session_id: string }>(sql`
    with people as (
      insert into users (email, name, role, user_group_id, password_hash, is_verified, token_limit)
      select ${name}::text || n || '@exemplo.com.br', 'Leitor ' || n, 'user', ${user_group_id}::int, '!', true, 1000000000
      from generate_series(1, ${count}::int) n returning id
    ), entered as (
      insert into sign_ins (id, user_id) select gen_random_uuid(), id from people returning id, user_id
    ), opened as (
      insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title)
      select gen_random_uuid(), id, ${agent.id}, 'Conversa', 'Conversa'
      from people cross join generate_series(1, ${conversations}::int) returning id, user_id
    )
    select user_id, entered.id sign_in_id, opened.id session_id from entered join opened using (user_id)`);
  const now = new Date();
  const asking = await Promise.all(
    rows.map(async ({ user_id, sign_in_id, session_id }) => ({
      session_id,
      authorization: `Bearer ${await signAccessToken(secret, { user_id, sign_in_id }, now)}`,
    })),
  );
  let turn = 0;
  return {
    next(url) {
      const { session_id, authorization } = asking[turn++ % asking.length] as (typeof asking)[number];
      return {
        url: `${url}/api/v1/chat/sessions/${session_id}/messages`,
        headers: { authorization },
        body: JSON.stringify({ question: 'Quanto tempo vale a senha?' }),
      };
    },
  };
}
