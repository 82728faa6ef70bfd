/** The lists of people, and the plain statements for the same rows. */
import { type SQL, sql } from 'drizzle-orm';
import type { Scenario } from './scenarios.ts';
import type { Size } from './size.ts';

const RATIO_BAR = 2;
const COMMON = 'conceicao';
const RARE = 'pessoa7777';
const DOMAIN = 'camara.test';

/** The requests of sixteen callers who do not ask for the same page. */
const EACH = Array.from({ length: 15 }, (_, place) => place + 1);

type Wanted = { admits?: SQL; limit: number; skip?: number };

const people = ({ admits = sql`true`, limit, skip = 0 }: Wanted): SQL => sql`
  select u.*, g.name group_name, (select count(*) from users u where ${admits}) total
  from users u left join user_groups g on g.id = u.user_group_id
  where ${admits} order by u.id limit ${limit} offset ${skip}`;

const members = ({ admits = sql`true`, limit, skip = 0 }: Wanted): SQL => sql`
  select u.id, u.name, u.email, g.id group_id, g.name group_name, u.user_group_id = 2 is_associated,
    (select count(*) from users u where u.active and ${admits}) total
  from users u left join user_groups g on g.id = u.user_group_id
  where u.active and ${admits} order by u.id limit ${limit} offset ${skip}`;

const called = (term: string): SQL => sql`u.search_text like '%' || fold_text(${term}) || '%'`;
const active = sql`u.active`;
const outside = sql`u.user_group_id is distinct from 2`;
const domain = sql`split_part(u.email, '@', 2) = ${DOMAIN}`;
const all = (...conditions: SQL[]): SQL => sql.join(conditions, sql` and `);

const ofAdmin = (name: string, path: string, bare: SQL): Scenario => ({
  name,
  as: 'admin',
  path,
  bare,
  bar: RATIO_BAR,
});

export const peopleScenarios = ({ people: count }: Size): Scenario[] => [
  ofAdmin('people', '/users/all?include_inactive=true', people({ limit: 100 })),
  {
    ...ofAdmin('people, another page each', '/users/all?include_inactive=true', people({ limit: 100 })),
    others: EACH.map((place) => `/users/all?include_inactive=true&skip=${place * 50}`),
  },
  ofAdmin(
    'people, deep',
    `/users/all?include_inactive=true&skip=${count - 100}`,
    people({ limit: 100, skip: count - 100 }),
  ),
  ofAdmin(
    'people, active, in the middle',
    `/users/all?skip=${count * 0.49}`,
    people({ admits: active, limit: 100, skip: count * 0.49 }),
  ),
  ofAdmin(
    'people, searched, thousands',
    `/users/all?include_inactive=true&search=${COMMON}`,
    people({ admits: called(COMMON), limit: 100 }),
  ),
  {
    ...ofAdmin(
      'people, searched, another page each',
      `/users/all?include_inactive=true&search=${COMMON}`,
      people({ admits: called(COMMON), limit: 100 }),
    ),
    others: EACH.map((place) => `/users/all?include_inactive=true&search=${COMMON}&skip=${place * 5}`),
  },
  ofAdmin(
    'people, searched, a few',
    `/users/all?include_inactive=true&search=${RARE}`,
    people({ admits: called(RARE), limit: 100 }),
  ),
  ofAdmin('people of a group', '/user-groups/2/users/status', members({ limit: 50 })),
  ofAdmin(
    'people outside a group, deep',
    `/user-groups/2/users/status?association=not_in_group&skip=${count * 0.8}`,
    members({ admits: outside, limit: 50, skip: count * 0.8 }),
  ),
  ofAdmin(
    'people outside a group, by domain and words',
    `/user-groups/2/users/status?association=not_in_group&email_domain=${DOMAIN}&search_term=${COMMON}`,
    members({ admits: all(outside, domain, called(COMMON)), limit: 50 }),
  ),
  ofAdmin(
    'ids of all people of a domain',
    `/user-groups/users/filtered?email_domain=${DOMAIN}`,
    sql`select u.id from users u where u.active and ${domain} order by u.id`,
  ),
];
