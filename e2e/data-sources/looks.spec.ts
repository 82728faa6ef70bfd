import type { Page } from '@playwright/test';
import { asAdmin, makeAgent } from '../support/agents.ts';
import {
  edit,
  type MadeSource,
  makeSource,
  openSource,
  openSources,
  press,
  readyWith,
  TENDERS,
} from '../support/data-sources.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

async function lived(page: Page): Promise<MadeSource> {
  const source = await makeSource(
    page,
    readyWith(TENDERS, 'objeto', { uf: { regex_config: { enabled: true } }, situacao: ['Aberta'] }),
  );
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/data-sources/${source.id}/agents/${agent.id}`);
  return source;
}

test('data sources fit every width and have no serious accessibility fault', async ({ page }) => {
  const source = await lived(page);
  const away = () => page.keyboard.press('Escape');
  await walkPast(page, [
    ['a lista', () => openSources(page)],
    ['uma fonte nova', () => press(page, 'New Data Source')],
    [
      'as configurações',
      async () => {
        await openSource(page, source);
        await press(page, 'Test Regex of uf');
        await expect(page.getByText(/^Rows 360/)).toBeVisible();
        // Text for screen readers must not make the page longer than its frame.
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
          .toBe(0);
      },
    ],
    [
      'as colunas para perguntas',
      async () => {
        const columns = page.getByRole('region', { name: 'Colunas para perguntas' }).first();
        await press(columns, 'Editar colunas');
        await columns.getByRole('button', { name: /situacao/ }).click();
        await columns.getByLabel('Sinônimos').fill('fase');
        await columns.getByLabel('Sinônimos').press('Enter');
        await columns.getByLabel('Nome nas respostas').fill('');
      },
    ],
    [
      'a exclusão',
      async () => {
        await press(page, 'Cancelar');
        await press(page, 'Delete');
      },
    ],
    [
      'a escolha de agente',
      async () => {
        await away();
        await press(page, 'Associate Agent');
      },
    ],
    [
      'a edição',
      async () => {
        await away();
        await edit(page);
        await expect(page.getByText('Read-only, 7 columns')).toBeVisible();
        await page.getByLabel('Maximum Documents', { exact: true }).fill('0');
      },
    ],
    [
      'o visor',
      async () => {
        await openSource(page, source, 'viewer');
        await expect(page.getByText('Showing 10 of 360 results')).toBeVisible();
      },
    ],
  ]);
});
