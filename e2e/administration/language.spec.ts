/** The language of the screens: everything in Portuguese where a browser or the installation has chosen it. */
import type { BrowserContext, Page } from '@playwright/test';
import { makeAgent } from '../support/agents.ts';
import { makeSource, readyWith, TENDERS } from '../support/data-sources.ts';
import { inDatabase } from '../support/database.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';
import { ENGLISH } from './english-words.ts';

const choose = (context: BrowserContext, baseURL: string | undefined, value: string) =>
  context.addCookies([{ name: 'prosa_language', value, url: baseURL ?? '' }]);

/** English words that a person or their screen reader meets, outside of code and of names in English. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const said: string[] = [];
    const walk = (element: Element) => {
      if (element.closest('code, pre, .cm-editor, textarea, svg, [lang="en"], [data-written]')) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        said.push(element.getAttribute(name) ?? '');
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) said.push(child.textContent ?? '');
        else if (child instanceof Element) walk(child);
      }
    };
    walk(document.body);
    return said;
  });
  // Addresses of pages are no words.
  return texts.filter((text) =>
    text
      .replaceAll(/(?:^|\s)\/\S*/g, ' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}'@._-]+/u)
      .some((word) => ENGLISH.has(word)),
  );
}

test('R-LNG-02 in Portuguese no screen of the administration has an English word', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(page, ADMIN, '/admin');
  const agent = await makeAgent(page, { name: 'Agente das línguas', description: 'Responde sobre multas.' });
  const base = await makeBase(page, 'Regulamentos.', 'Base das línguas');
  await addDocument(page, base, 'regulamento.txt', 'Multas. A multa é de R$ 20,00.');
  const source = await makeSource(page, readyWith(TENDERS, 'objeto'));
  await choose(context, baseURL, 'pt-BR');
  const found: string[] = [];
  const look = async (name: string) => {
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
    for (const text of await englishOn(page)) found.push(`${name}: ${text}`);
  };
  for (const path of [
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
    `/admin/agents/${agent.id}`,
    `/admin/databases/${base.id}`,
    `/admin/datasources/${source.id}`,
  ]) {
    await page.goto(path);
    await look(path);
    const tabs = page.getByRole('tab');
    for (let place = 1; place < (await tabs.count()); place += 1) {
      await tabs.nth(place).click();
      await look(`${path}, ${await tabs.nth(place).textContent()}`);
    }
  }
  await page.goto('/admin/agents');
  await page.getByRole('button', { name: 'Novo agente' }).click();
  await look('um agente novo');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Gerenciar tags' }).click();
  await look('as tags');
  await page.goto(`/admin/agents/${agent.id}`);
  await page.getByRole('button', { name: 'Editar configuração' }).click();
  await look('a configuração em edição');
  await page.goto(`/admin/datasources/${source.id}`);
  await page.getByRole('button', { name: 'Editar configurações' }).click();
  await look('a fonte em edição');
  expect(found).toEqual([]);
});

test('R-LNG-01 a browser without a choice, or with an unknown one, sees what the specification has', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(page, ADMIN, '/admin/agents');
  for (const value of ['../../x', 'x'.repeat(4_000), 'fr']) {
    await choose(context, baseURL, value);
    await page.reload();
    await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  }
  await choose(context, baseURL, 'pt-BR');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Novo agente' })).toBeVisible();
});

test('the page of the English build says so before any script runs', async ({ page, context, baseURL }) => {
  await choose(context, baseURL, 'en');
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const html = await (await page.request.get('/login')).text();
  expect(html).toContain('To use Prosa, turn on JavaScript');
  expect(html).toContain('content="Agents that answer');
  await choose(context, baseURL, 'pt-BR');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('R-LNG-04 a person chooses a language in the profile, without signing out, and it is kept after they have', async ({
  page,
  context,
  person,
}) => {
  await enter(page, person, '/profile');
  const choice = page.getByRole('combobox', { name: 'Idioma das telas' });
  await expect(choice.getByRole('option')).toHaveText(['O da instalação', 'Português', 'English']);
  await choice.selectOption('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('combobox', { name: 'Language of the screens' })).toHaveValue('en');
  await page.getByRole('button', { name: `Menu of ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // A browser that knows nothing of it learns it at the sign-in.
  await context.clearCookies();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('R-LNG-04 on a screen with English an administrator is offered Portuguese, until they put the offer away', async ({
  page,
  person,
}) => {
  await inDatabase((client) =>
    client.query("update users set role = 'admin' where email = $1", [person.email]),
  );
  await enter(page, person, '/admin/users');
  const line = page.getByText('Parte desta tela está em inglês.');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.goto('/admin/agents');
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Ler tudo em português' }).click();
  await expect(page.getByRole('button', { name: 'Novo agente' })).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.goto('/profile');
  const choice = page.getByRole('combobox', { name: 'Idioma das telas' });
  await expect(choice).toHaveValue('pt-BR');
  await choice.selectOption('O da instalação');
  await expect(choice).toHaveValue('installation');
  await page.goto('/admin/agents');
  await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  await page
    .getByRole('status')
    .filter({ has: line })
    .getByRole('button', { name: 'Dispensar aviso' })
    .click();
  await expect(line).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  await expect(line).toHaveCount(0);
});
