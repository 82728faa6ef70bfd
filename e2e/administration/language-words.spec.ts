/** Every screen in one language: no English word in Portuguese. */
import type { Page } from '@playwright/test';
import { makeAgent } from '../support/agents.ts';
import { makeSource, readyWith, TENDERS } from '../support/data-sources.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';
import { ENGLISH } from './english-words.ts';
import { textsWith } from './language-walk.ts';

type Made = { agent: { id: number }; base: { id: number }; source: { id: number } };

async function makeContents(page: Page): Promise<Made> {
  const agent = await makeAgent(page, { name: 'Agente das línguas', description: 'Responde sobre multas.' });
  const base = await makeBase(page, 'Regulamentos.', 'Base das línguas');
  await addDocument(page, base, 'regulamento.txt', 'Multas. A multa é de R$ 20,00.');
  const source = await makeSource(page, readyWith(TENDERS, 'objeto'));
  return { agent, base, source };
}

const ADMINISTRATION = ({ agent, base, source }: Made) => [
  '/admin',
  '/admin/users',
  '/admin/users?tab=groups',
  '/admin/agents',
  '/admin/databases',
  '/admin/datasources',
  '/admin/models',
  '/admin/models?tab=precos',
  '/admin/connections',
  '/admin/plans',
  '/admin/settings',
  '/admin/access',
  '/admin/avisos',
  '/admin/feedback',
  '/admin/audit',
  `/admin/agents/${agent.id}`,
  `/admin/databases/${base.id}`,
  `/admin/datasources/${source.id}`,
];

/** Each screen and each of its tabs. */
async function walk(page: Page, paths: string[], look: (name: string) => Promise<void>): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await look(path);
    const tabs = page.getByRole('tab');
    for (let place = 1; place < (await tabs.count()); place += 1) {
      await tabs.nth(place).click();
      await look(`${path}, ${await tabs.nth(place).textContent()}`);
    }
  }
}

const drawn = async (page: Page) => {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
};

test('R-LNG-02 in Portuguese no screen of the administration has an English word', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await enter(page, ADMIN, '/admin');
  const made = await makeContents(page);
  await context.addCookies([{ name: 'prosa_language', value: 'pt-BR', url: baseURL ?? '' }]);
  const found: string[] = [];
  const look = async (name: string) => {
    await drawn(page);
    for (const text of await textsWith(ENGLISH, page)) found.push(`${name}: ${text}`);
  };
  await walk(page, ADMINISTRATION(made), look);
  await page.goto('/admin/agents');
  await page.getByRole('button', { name: 'Novo agente' }).click();
  await look('um agente novo');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Gerenciar tags' }).click();
  await look('as tags');
  await page.goto(`/admin/agents/${made.agent.id}`);
  await page.getByRole('button', { name: 'Editar configuração' }).click();
  await look('a configuração em edição');
  await page.goto(`/admin/datasources/${made.source.id}`);
  await page.getByRole('button', { name: 'Editar configurações' }).click();
  await look('a fonte em edição');
  expect(found).toEqual([]);
});
