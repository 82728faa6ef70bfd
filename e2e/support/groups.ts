/** People and groups for the stories of the administration, and what these stories do with the page. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { UserGroup } from '#contract/groups.ts';
import { GROUPS_PAGE } from '#contract/limits.ts';
import type { Role } from '#contract/users.ts';
import { asAdmin, listenTo, uniqueName } from './agents.ts';
import { inDatabase } from './database.ts';
import { ADMIN, enter, expect } from './test-server.ts';

type Wish = {
  name?: string;
  role?: Role;
  active?: boolean;
  user_group_id?: number;
  token_used?: number;
  last_login?: string;
};
export type MadePerson = { id: number; name: string; email: string; password: string };

/** A domain that no other story has: the server is shared. */
export const uniqueDomain = () => `d${randomUUID().slice(0, 8)}.exemplo.com.br`;

/** People with the administrator's password: hashing one for each would take longer than the story. */
export function makePeople(wishes: Wish[], domain = uniqueDomain()): Promise<MadePerson[]> {
  return inDatabase(async (client) => {
    const { rows } = await client.query<MadePerson>(
      `insert into users (name, email, password_hash, role, active, is_verified, user_group_id, token_used,
          token_limit, last_login)
       select coalesce(w ->> 'name', 'Pessoa ' || n), 'p' || n || '@' || $2, admin.password_hash,
         coalesce(w ->> 'role', 'user'), coalesce((w ->> 'active')::boolean, true), true,
         coalesce((w ->> 'user_group_id')::int, 1), coalesce((w ->> 'token_used')::bigint, 0), 100000,
         (w ->> 'last_login')::timestamptz
       from jsonb_array_elements($1) with ordinality as each(w, n),
         (select password_hash from users where email = $3) admin
       order by n returning id, name, email`,
      [JSON.stringify(wishes), domain, ADMIN.email],
    );
    return rows.map((row) => ({ ...row, password: ADMIN.password }));
  });
}

export async function makePerson(wish: Wish = {}): Promise<MadePerson> {
  const [person] = await makePeople([{ name: uniqueName('Pessoa'), ...wish }]);
  if (!person) throw new Error('nobody was made');
  return person;
}

/** «Nome 001» … */
export const crowd = (name: string, count: number, wish: Wish = {}): Wish[] =>
  Array.from({ length: count }, (_, index) => ({
    ...wish,
    name: `${name} ${String(index + 1).padStart(3, '0')}`,
  }));

export const makeGroup = (page: Page, change: { name?: string; description?: string } = {}) =>
  asAdmin<UserGroup>(page, 'POST', '/user-groups', { name: uniqueName('Grupo'), ...change });

/** Many agents at once, drafts. */
export const makeAgents = (name: string, count: number): Promise<number[]> =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into agents (name) select $1 || ' ' || lpad(n::text, 3, '0') from generate_series(1, $2) n
       order by n returning id`,
      [name, count],
    );
    return rows.map(({ id }) => id);
  });

export async function openUsers(page: Page, who: { email: string; password: string } = ADMIN): Promise<void> {
  await enter(page, who, '/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
  await expect(page.getByRole('switch').first()).toBeVisible();
}

export async function openGroups(page: Page): Promise<void> {
  await enter(page, ADMIN, '/admin/users?tab=groups');
  await expect(page.getByRole('heading', { level: 2, name: 'Gerenciamento de Grupos' })).toBeVisible();
}

export const userRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Usuários' }).getByRole('row').filter({ hasText: name });
export const groupRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Grupos de usuários' }).getByRole('row').filter({ hasText: name });
export const findPeople = (page: Page, term: string) =>
  page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }).fill(term);

export async function openAssignment(page: Page, { name }: { name: string }): Promise<Locator> {
  await page.getByRole('button', { name: `Adicionar usuários a ${name}`, exact: true }).click();
  return page.getByRole('dialog', { name: 'Adicionar Usuários ao Grupo' });
}

export async function openAgentsOf(page: Page, { name }: { name: string }): Promise<Locator> {
  await page.getByRole('button', { name: `Gerenciar agentes de ${name}`, exact: true }).click();
  return page.getByRole('dialog', { name: 'Gerenciar Agentes do Grupo' });
}

/** Scrolls the list of a modal to its end, as a wheel would. */
export const toTheEnd = (dialog: Locator) =>
  dialog
    .getByRole('listitem')
    .last()
    .evaluate((item) => item.scrollIntoView({ block: 'end' }));

/** The calls for pages of the table of groups: a field that offers groups reads them all at once. */
export function listenToGroups(page: Page): () => URL[] {
  const heard = listenTo(page, 'GET', /\/user-groups$/);
  return () =>
    heard
      .map(({ url }) => url)
      .filter(({ searchParams }) => searchParams.get('limit') === String(GROUPS_PAGE));
}

export const findGroups = (page: Page, term: string) =>
  page.getByRole('textbox', { name: 'Buscar por nome ou descrição' }).fill(term);

/** `[skip, limit]` of the calls that were heard. */
export const pagesOf = (heard: { url: URL }[]) =>
  heard.map(({ url }) => [url.searchParams.get('skip'), url.searchParams.get('limit')]);
