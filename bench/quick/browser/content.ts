/** Content of the screens while they are measured. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { lastWords, longConversation } from '../../conversation/records.ts';
import type { QuickTestServer } from '../figure.ts';

const AGENTS = 5_000;
const RECORDS = 1_000;
const SEED = 20_261_121;

export type Content = {
  agents: number;
  /** One conversation of a thousand messages, and one of three. */
  long: { id: string; records: number; lastWords: string };
  short: { id: string; lastWords: string };
};

export async function fillContent({ db, admin, agent }: QuickTestServer): Promise<Content> {
  await db.execute(sql`
    with made as (
      insert into agents (name, description, deploy_status, model)
      select 'Agente ' || lpad(n::text, 4, '0'), 'Responde sobre o assunto de número ' || n || ', com fontes.', true,
        'claude-4-sonnet'
      from generate_series(1, ${AGENTS}::int) n returning id)
    insert into group_agents (user_group_id, agent_id)
    select u.user_group_id, made.id from made, users u where u.id = ${admin.id} and u.user_group_id is not null`);
  const talk = async (title: string, count: number) => {
    const id = randomUUID();
    await db.execute(sql`
      insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count)
      values (${id}, ${admin.id}, ${agent.id}, ${agent.name}, ${title}, ${count}::int)`);
    await db.execute(sql`
      insert into messages (user_id, session_id, question, answer, status, model, created_at, finished_at)
      select ${admin.id}, ${id}, r ->> 'question', r ->> 'answer', 'done', 'claude-4-sonnet', now(), now()
      from jsonb_array_elements(${JSON.stringify(longConversation(count, SEED))}::jsonb) with ordinality as each(r, n)
      order by n`);
    return { id, records: count, lastWords: lastWords(count) };
  };
  const long = await talk('Uma conversa longa', RECORDS);
  const short = await talk('Uma conversa curta', 3);
  return { agents: AGENTS, long, short };
}
