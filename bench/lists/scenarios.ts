/** The lists as they are called, and the plain statement that a patient person would write for each. */
import { type SQL, sql } from 'drizzle-orm';
import type { Size } from './size.ts';

export type Scenario = {
  name: string;
  as: 'admin' | 'reader';
  path: string;
  /** Asked for by turns with the first, where many who ask at the same moment ask for something else each. */
  others?: string[];
  /** The same rows, in one statement, straight from the database; of figures, the statement that adds them up. */
  bare: SQL;
  /** How many times as long as the statement the call may take, at the 95th percentile. */
  bar?: number;
};

const SEARCH = 'licitacao';
const TAGS = [3, 17, 29];

type Wanted = { admits: SQL; order?: SQL; limit: number; skip?: number };

const tagsOf = sql`(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)), '[]')
  from agent_tags x join tags t on t.id = x.tag_id where x.agent_id = a.id) tags`;
const page = ({ admits, order = sql`a.updated_at desc`, limit, skip = 0 }: Wanted): SQL => sql`
  page as (
    select a.id, row_number() over (order by ${order}, a.id) place, count(*) over () total from agents a where ${admits}
    order by place limit ${limit} offset ${skip})`;

const whole = (wanted: Wanted): SQL => sql`
  with ${page(wanted)}, asked as (
    select agent_id, sum(messages_count) messages_count from chat_sessions
    where agent_id in (select id from page) and not is_test group by 1
  ), sizes as (
    select user_group_id, count(*) people from users where active group by 1
  ), readers as (
    select g.agent_id, count(*) user_groups_count, sum(people) users_count
    from group_agents g join sizes on sizes.user_group_id = g.user_group_id
    where g.agent_id in (select id from page) group by 1)
  select a.*, ${tagsOf}, asked.messages_count, readers.user_groups_count, readers.users_count, page.total
  from page join agents a on a.id = page.id left join asked on asked.agent_id = a.id
    left join readers on readers.agent_id = a.id order by place`;

const summary = (wanted: Wanted): SQL => sql`
  with ${page(wanted)}
  select a.id, a.name, a.description, a.deploy_status, ${tagsOf}, page.total
  from page join agents a on a.id = page.id order by place`;

const said = sql`(fold_text(a.name) like '%' || fold_text(${SEARCH}) || '%'
  or fold_text(a.description) like '%' || fold_text(${SEARCH}) || '%')`;
const chosen = sql`(select count(*) from agent_tags x where x.agent_id = a.id and x.tag_id = any (${sql.param(TAGS)}::int[]))`;
const tagged = { admits: sql`${chosen} > 0`, order: sql`${chosen} desc, a.updated_at desc` };
const mine = sql`a.deploy_status and exists (
  select 1 from group_agents g where g.agent_id = a.id and g.user_group_id = 2)`;
const both = (one: SQL, other: SQL) => sql`(${one}) and (${other})`;

const byTags = TAGS.map((id) => `tag_ids=${id}`).join('&');

export const agentScenarios = ({ agents }: Size): Scenario[] => [
  { name: 'agents', as: 'admin', path: '/agents', bare: whole({ admits: sql`true`, limit: 50 }) },
  {
    name: 'agents, searched',
    as: 'admin',
    path: `/agents?search=${SEARCH}`,
    bare: whole({ admits: said, limit: 50 }),
  },
  { name: 'agents, by tags', as: 'admin', path: `/agents?${byTags}`, bare: whole({ ...tagged, limit: 50 }) },
  {
    name: 'agents, deep',
    as: 'admin',
    path: `/agents?skip=${agents - 100}`,
    bare: whole({ admits: sql`true`, limit: 50, skip: agents - 100 }),
  },
  {
    name: 'available',
    as: 'reader',
    path: '/agents/available?limit=10',
    bare: summary({ admits: mine, limit: 10 }),
  },
  {
    name: 'available, searched',
    as: 'reader',
    path: `/agents/available?limit=10&search=${SEARCH}`,
    bare: summary({ admits: both(mine, said), limit: 10 }),
  },
  {
    name: 'available, by tags',
    as: 'reader',
    path: `/agents/available?limit=10&${byTags}`,
    bare: summary({ ...tagged, admits: both(mine, tagged.admits), limit: 10 }),
  },
  {
    name: 'available, deep',
    as: 'reader',
    path: `/agents/available?limit=10&skip=${agents * 0.12}`,
    bare: summary({ admits: mine, limit: 10, skip: agents * 0.12 }),
  },
];
