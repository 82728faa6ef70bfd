/** Data sources for the stories of the administration, made over HTTP, and what these stories do with the page. */
import type { Locator, Page } from '@playwright/test';
import { asAdmin, uniqueName } from './agents.ts';
import { ADMIN, enter, expect } from './test-server.ts';

export type MadeSource = { id: number; name: string };

export const TENDERS = `SELECT id, numero, municipio, uf, modalidade, situacao, objeto
FROM licitacoes
ORDER BY id`;

/** Rows 1 to `count`, each with a word of its own. */
export const numbered = (count: number) =>
  `SELECT n, 'word ' || lpad(n::text, 2, '0') AS word FROM generate_series(1, ${count}) AS n ORDER BY n`;

export const readyWith = (base_sql_query: string, main_content_column: string, terminology_mapping = {}) => ({
  profile_extraction: { terminology_mapping },
  document_search: { base_sql_query, main_content_column },
});

/** Not configured yet, unless a configuration is given. */
export async function makeSource(page: Page, rag_config?: object): Promise<MadeSource> {
  const source = await asAdmin<MadeSource>(page, 'POST', '/data-sources', {
    name: uniqueName('Fonte'),
    description: 'Uma fonte.',
  });
  if (rag_config) await asAdmin(page, 'PUT', `/data-sources/${source.id}`, { rag_config });
  return source;
}

type Stored = { rag_config: { [part: string]: Record<string, unknown> }; agents: { id: number }[] };
export const stored = (page: Page, { id }: MadeSource) => asAdmin<Stored>(page, 'GET', `/data-sources/${id}`);

export async function openSources(page: Page): Promise<void> {
  await enter(page, ADMIN, '/admin/datasources');
  await expect(page.getByRole('heading', { level: 1, name: 'Data Sources' })).toBeVisible();
}

export async function openSource(page: Page, { id, name }: MadeSource, tab = ''): Promise<void> {
  await enter(page, ADMIN, `/admin/datasources/${id}${tab && `?tab=${tab}`}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const cards = (page: Page) => page.getByRole('list', { name: 'Data Sources' }).getByRole('listitem');
export const step = (page: Page, name: string) => page.getByRole('region', { name });
export const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name }).click();
export const edit = (page: Page) => press(page, 'Edit Settings');
export const save = (page: Page) => press(page, 'Save Changes');
export const saved = (page: Page) => expect(page.getByText('Settings saved.')).toBeVisible();

/** Chooses an option of a select by its label. */
export async function choose(where: Locator, label: string, option: RegExp): Promise<void> {
  await where.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await where.page().getByRole('option', { name: option }).click();
}
