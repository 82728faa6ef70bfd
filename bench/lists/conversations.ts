/** Conversations, bases and the dashboard, and the plain statements for the same rows. */
import { type SQL, sql } from 'drizzle-orm';
import type { Scenario } from './scenarios.ts';
import { LONG_SESSION } from './talk.ts';

const READER_ID = 2;
const RANGES = { day: 1, week: 7, month: 30, three_months: 90, all: null };

const sessions = (skip: number): SQL => sql`
  select s.*, a.name, a.deploy_status,
    (select count(*) from chat_sessions where user_id = ${READER_ID} and erased_at is null and not is_test) total
  from chat_sessions s left join agents a on a.id = s.agent_id
  where s.user_id = ${READER_ID} and s.erased_at is null and not s.is_test
  order by s.pinned desc, s.created_at desc, s.id limit 50 offset ${skip}`;

/** By hours and days, as somebody would without roll-ups. */
const added = (days: number | null): SQL => {
  const since = days === null ? sql`true` : sql`created_at > now() - make_interval(days => ${days})`;
  return sql`
    select date_trunc('day', created_at) as start, count(*) from messages where ${since} group by 1
    union all select date_trunc('day', created_at), count(*) from chat_sessions where ${since} group by 1
    union all select date_trunc('day', created_at), count(*) from users where ${since} group by 1`;
};

export const conversationScenarios: Scenario[] = [
  { name: 'conversations', as: 'reader', path: '/chat/sessions?limit=50', bare: sessions(0) },
  {
    name: 'conversations, deep',
    as: 'reader',
    path: '/chat/sessions?limit=50&offset=900',
    bare: sessions(900),
  },
  {
    name: 'messages',
    as: 'reader',
    path: `/chat/sessions/${LONG_SESSION}/messages?limit=50`,
    bare: sql`
      select *, (select count(*) from messages where user_id = ${READER_ID} and session_id = ${LONG_SESSION}) total
      from messages where user_id = ${READER_ID} and session_id = ${LONG_SESSION} order by id desc limit 50`,
  },
  {
    name: 'words in conversations',
    as: 'reader',
    path: '/chat/search?q=edital%207&limit=20',
    bare: sql`
      select s.chat_title, m.* from messages m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
      where m.user_id = ${READER_ID} and not s.is_test and fold_text(m.question || ' ' || m.answer) like '%edital%'
        and fold_text(m.question || ' ' || m.answer) like '%7%' order by m.id desc limit 20`,
  },
  {
    name: 'bases',
    as: 'admin',
    path: '/knowledge-bases',
    bare: sql`select * from knowledge_bases order by updated_at desc, id limit 1000`,
  },
  ...Object.entries(RANGES).map(
    ([range, days]): Scenario => ({
      name: `statistics, ${range}`,
      as: 'admin',
      path: `/admin/stats/activity?time_range=${range}`,
      bare: added(days),
    }),
  ),
];
