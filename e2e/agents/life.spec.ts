import type { Page } from '@playwright/test';
import { ask, newChat, popup } from '../agent-tests/test-chat-steps.ts';
import { save, saved, uniqueName } from '../support/agents.ts';
import { makeGroup, makePerson, openAgentsOf, openGroups } from '../support/groups.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const QUESTION = 'Quanto tempo vale a senha temporária?';
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click();
const header = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the life of an agent: created, taught, tested, checked, deployed, given to a group, used and withdrawn', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName('Porteiro');
  const group = await makeGroup(page);
  const reader = await makePerson({ user_group_id: group.id });

  // Made and described.
  await enter(page, ADMIN, '/admin/agents');
  await page.getByRole('button', { name: 'New Agent' }).first().click();
  const form = page.getByRole('dialog', { name: 'New Agent' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Description').fill('Responde sobre o acesso ao Prosa.');
  await form.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Configuration' }).click();
  await page.getByLabel('Identity', { exact: true }).fill('Você é o porteiro do Prosa.');
  await page.getByLabel('Goal', { exact: true }).fill('Explicar como se entra e o que fazer sem senha.');
  await save(page);
  await saved(page);

  // Given something to read.
  await tab(page, /^Knowledge Base/);
  await page.getByRole('button', { name: 'Add Knowledge Base' }).click();
  const picker = page.getByRole('dialog', { name: 'Add a knowledge base' });
  await picker.getByLabel('Search knowledge bases').fill('manual do prosa');
  await picker.getByRole('button', { name: 'Add Manual do Prosa' }).click();
  await picker.getByRole('button', { name: 'Done' }).click();

  // Tested as a draft, and what it said is kept as a check that holds.
  await tab(page, /^Test/);
  await newChat(page);
  const tried = await ask(page, QUESTION);
  await expect(tried).toContainText('30 minutos');
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expect(popup(page).getByText(/Cita «04-conta-e-acesso.md»/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Rodar verificações' }).click();
  await expect(page.getByText(/1 de 1/).first()).toBeVisible({ timeout: 20_000 });

  // Deployed, and opened to one group.
  await header(page, 'Deploy').click();
  await expect(header(page, 'Undeploy')).toBeVisible();
  await openGroups(page);
  const agents = await openAgentsOf(page, group);
  await agents.getByRole('textbox', { name: 'Buscar agentes...' }).fill(name);
  await agents.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox').check();
  await agents.getByRole('button', { name: 'Salvar alterações (+1 -0)' }).click();
  await expect(agents).toHaveCount(0);

  // Used by somebody of that group.
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await enter(theirs, reader);
  await theirs.getByRole('button', { name: 'Escolher um agente' }).click();
  const chooser = theirs.getByRole('dialog', { name: 'Escolha um agente' });
  await expect(chooser.getByText(name)).toBeVisible();
  await chooser.getByText(name).click();
  const box = theirs.getByRole('textbox', { name: 'Sua pergunta' });
  await box.fill(QUESTION);
  await box.press('Enter');
  const answer = theirs.locator('article[data-role="assistant"]').last();
  await expect(answer).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
  await expect(answer).toContainText('30 minutos');
  await expect(answer).toContainText('04-conta-e-acesso.md');

  // Withdrawn: what was said stays, nothing more can be asked.
  await page.goto('/admin/agents');
  await page.getByLabel('Search agents').fill(name);
  await page.getByRole('link').filter({ hasText: name }).click();
  await header(page, 'Undeploy').click();
  await expect(header(page, 'Deploy')).toBeVisible();
  await box.fill('E depois disso?');
  await box.press('Enter');
  await expect(theirs.getByText('Este agente não está mais disponível para você.').first()).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('Este agente não está mais disponível para você.')).toBeVisible();
  await expect(theirs.locator('article[data-role="assistant"]').last()).toContainText('30 minutos');
  await context.close();
});
