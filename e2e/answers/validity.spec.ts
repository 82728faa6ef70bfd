import type { Page } from '@playwright/test';
import { asAdmin, makeAgent, uniqueName } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const panel = (page: Page) => page.locator('[data-source-panel]');
const answer = (page: Page) => page.locator('[data-role="assistant"]').last();

const law = (number: string, reais: number) =>
  `LEI Nº ${number}\n\nArt. 1º Esta lei trata das feiras livres.\n\nArt. 2º A licença de feirante custa ${reais} reais por ano.\n\nArt. 3º O lixo da barraca é recolhido pelo feirante.`;

/** An agent whose dated base has a law of 2015 and the one that repeals it in 2022; its name. */
async function marketAgent(page: Page) {
  const base = await makeBase(page);
  await asAdmin(page, 'PATCH', `/knowledge-bases/${base.id}/settings`, { validity: true });
  const old = await addDocument(page, base, 'feiras-2015.txt', law('3.210', 80));
  const next = await addDocument(page, base, 'feiras-2022.txt', law('4.310', 120));
  const state = (id: number, number: string, year: number, from: string) =>
    asAdmin(page, 'PUT', `/knowledge-bases/${base.id}/documents/${id}/validity`, {
      norm: { type: 'lei', number, year, issuer: '' },
      from,
      until: null,
      review_on: null,
      updated_at: null,
    });
  await state(old.id, '3210', 2015, '2015-03-06');
  await state(next.id, '4310', 2022, '2022-03-12');
  const repeals = { kind: 'repeals', target: { document_id: old.id }, effective_on: '2022-03-12' };
  await asAdmin(page, 'POST', `/knowledge-bases/${base.id}/documents/${next.id}/relations`, repeals);
  const { id, name } = await makeAgent(page, { name: uniqueName('Feiras') });
  await asAdmin(page, 'POST', `/agents/${id}/deploy`, { deploy_status: true });
  await inDatabase((client) =>
    client.query('insert into agent_knowledge_bases (agent_id, knowledge_base_id) values ($1, $2)', [
      id,
      base.id,
    ]),
  );
  return { name, base, next };
}

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press('Enter');
}

test('R-DOC-57 the day of an answer is chosen by keyboard, named by the question, and taken away again', async ({
  page,
}) => {
  const { name, base, next } = await marketAgent(page);
  await enter(page, ADMIN);
  await page.goto(`/chat/${await openConversation(page, name)}`);
  const day = page.getByRole('button', { name: /^Mudar a data das respostas/ });
  await expect(day).toHaveText('na data de hoje');

  await ask(page, 'Quanto custava a licença de feirante em 2019?');
  await expect(answer(page)).toContainText('80 reais');
  await expect(page.locator('[data-source-card]').last()).toContainText(
    'em vigor desde 06/03/2015 até 11/03/2022',
  );
  await page.locator('[data-source-card]').last().click();
  // The answer for 2019 is as right as it was: the law was repealed later.
  await expect(panel(page).getByText('hoje: revogada em 12/03/2022')).toBeVisible();
  await expect(panel(page).getByText('mudou desde a resposta')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Perguntar de novo na data de hoje, sem «em 2019»' }).press('Enter');
  await expect(answer(page)).toContainText('120 reais');
  await expect(page.getByRole('button', { name: 'Copiar resposta' })).toHaveCount(2);

  await day.press('Enter');
  const chooser = page.getByRole('dialog', { name: 'Data das respostas' });
  await expect(chooser.getByLabel('Dia', { exact: true })).toBeFocused();
  await walkPast(page, [['a data', async () => undefined]]);
  // On a phone Enter breaks the line.
  await page.setViewportSize({ width: 1360, height: 850 });
  await chooser.getByRole('button', { name: 'Usar este dia' }).press('Enter');
  await expect(chooser).toContainText('Escolha um dia entre 1822 e 2199.');
  await chooser.getByLabel('Dia', { exact: true }).fill('2016-05-04');
  await chooser.getByLabel('Dia', { exact: true }).press('Enter');
  await expect(day).toHaveText('em 04/05/2016');
  await expect(day).toBeFocused();
  await ask(page, 'Quanto custa a licença de feirante?');
  await expect(answer(page)).toContainText('80 reais');
  await expect(answer(page).getByText('em 04/05/2016', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Voltar para hoje' }).press('Enter');
  await expect(day).toHaveText('na data de hoje');
  await expect(day).toBeFocused();
  await ask(page, 'Quanto custa hoje a licença de feirante?');
  await expect(answer(page)).toContainText('120 reais');

  // The law of today is repealed after the answer.
  const third = await addDocument(page, base, 'feiras-2026.txt', 'Art. 1º Fica revogada a Lei nº 4.310.');
  const repeals = { kind: 'repeals', target: { document_id: next.id }, effective_on: '2024-01-01' };
  await asAdmin(page, 'POST', `/knowledge-bases/${base.id}/documents/${third.id}/relations`, repeals);
  await answer(page).locator('[data-source-card]').first().click();
  await expect(panel(page).getByText('mudou desde a resposta: revogada em 01/01/2024')).toBeVisible();
  await walkPast(page, [['a fonte que mudou', async () => undefined]]);
});

test('R-DOC-57 the day is chosen before the first question; R-DOC-56 an agent without dated bases has none', async ({
  page,
}) => {
  const { name } = await marketAgent(page);
  await enter(page, ADMIN);
  await page.goto(`/chat/${await openConversation(page)}`);
  await expect(box(page)).toBeEnabled();
  await expect(page.getByText('na data de hoje')).toHaveCount(0);

  await page.goto('/chat');
  await page.getByRole('button', { name: /^(Escolher um|Agente escolhido)/ }).click();
  await page.getByRole('textbox', { name: /agente/i }).fill(name);
  await page.getByRole('dialog').getByText(name, { exact: true }).first().click();
  const day = page.getByRole('button', { name: /^Mudar a data das respostas/ });
  await day.click();
  await page.getByLabel('Dia', { exact: true }).fill('2016-05-04');
  await page.getByRole('button', { name: 'Usar este dia' }).click();
  await ask(page, 'Quanto custa a licença de feirante?');
  await expect(answer(page)).toContainText('80 reais');
  await expect(day).toHaveText('em 04/05/2016');
});
