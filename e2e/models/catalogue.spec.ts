import { breakCall } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';
import { fillCatalogue } from './catalogue.ts';

test('R-MDL-09 the catalogue shows state, context, price and use; retired models stand last, closed', async ({
  page,
}) => {
  await fillCatalogue(page);
  await enter(page, ADMIN, '/admin/models');
  await expect(page.getByRole('heading', { level: 1, name: 'Modelos' })).toBeVisible();
  await expect(
    page.getByText('O modelo GPT-4o termina em 14/01/2027: 2 agentes e 1 fonte de dados o usam.'),
  ).toBeVisible();
  await expect(page.getByText(/^Claude Sonnet 5\.5 não responde desde /)).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('GPT-6.1 Terra')).toContainText('Padrão');
  await expect(row('GPT-6.1 Terra')).toContainText('US$ 1,00 / 5,00');
  await expect(row('GPT-6 Luna')).toContainText('Etapas');
  await expect(row('GPT-4o')).toContainText('Termina em 14/01');
  await expect(row('Qwen 4 32B')).toContainText('Nesta casa');
  await expect(row('Claude 4 Sonnet')).toBeHidden();
  await page.getByRole('button', { name: 'Retirados (1)' }).click();
  await expect(row('Claude 4 Sonnet')).toContainText('Respondido por Claude Sonnet 5.5');

  await page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Onde GPT-4o é usado' });
  await expect(dialog.getByRole('link')).toHaveText(['Ajuda do Prosa', 'Licitações Abertas', 'Licitações']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' })).toBeFocused();
});

test('the filters stand in the address, and a search without a find says so', async ({ page }) => {
  await fillCatalogue(page);
  await enter(page, ADMIN, '/admin/models');
  await page.getByRole('button', { name: 'Só em uso' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/^GPT-4o/, /^Claude Sonnet 5\.5/]);
  await expect(page).toHaveURL(/used=1/);
  await page.getByLabel('Provedor').selectOption('Anthropic');
  await expect(page.getByRole('rowheader')).toHaveText([/^Claude Sonnet 5\.5/]);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText([/^Claude Sonnet 5\.5/]);
  await page.getByLabel('Buscar por nome ou identificador').fill('nenhum');
  await expect(page.getByText('Nenhum modelo encontrado.')).toBeVisible();
});

test('a catalogue that cannot be read says so and is tried again', async ({ page, expectComplaints }) => {
  expectComplaints(/models/);
  await breakCall(page, '/models', 'GET');
  await enter(page, ADMIN, '/admin/models');
  await expect(page.getByText('Falha ao carregar os modelos')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  // The stories have no key: what the server itself says.
  await expect(
    page.getByText('Nenhum provedor tem chave: os agentes respondem com trechos (modo local).'),
  ).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'GPT-6.1 Terra' })).toContainText('Sem chave');
});

test('the catalogue fits every width and has no serious accessibility fault', async ({ page }) => {
  await fillCatalogue(page);
  await walkPast(page, [
    [
      'o catálogo',
      async () => {
        await enter(page, ADMIN, '/admin/models');
        await page.getByRole('button', { name: 'Retirados (1)' }).click();
      },
    ],
    ['os usos', () => page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' }).click()],
  ]);
});
