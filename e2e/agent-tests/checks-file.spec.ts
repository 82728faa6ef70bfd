import { breakCall, expectFailure, makeAgent, openAgent } from '../support/agents.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

test('R-CHK-02 checks travel as CSV: what fails says so, and what was read is added after a preview', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const path = `/agents/${agent.id}/checks`;
  await openAgent(page, agent);
  await page.getByRole('tab', { name: /^Test/ }).click();
  const menu = page.getByRole('button', { name: 'Verificações em arquivo' });
  await breakCall(page, `${path}/export`, 'GET');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Exportar CSV' }).click();
  await expectFailure(page.getByRole('dialog'), 'Falha ao exportar as verificações');
  await page.getByRole('button', { name: 'Fechar' }).last().click();
  await page.unrouteAll();
  await menu.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);

  const csv = {
    name: 'verificacoes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Isto não é um arquivo de verificações.'),
  };
  await breakCall(page, `${path}/import?*`, 'POST');
  await page.getByLabel('Importar CSV').setInputFiles(csv);
  await expectFailure(page.getByRole('dialog'), 'Falha ao importar as verificações');
  await page.unroute(`**${API}${path}/import?*`);
});

test('settings of checks that cannot be loaded or saved say so, and keep what was typed', async ({
  page,
}) => {
  await breakCall(page, '/admin/interface', 'GET');
  await enter(page, ADMIN, '/admin/settings');
  const card = page.getByRole('region', { name: 'Verificações de agentes' });
  await expect(card.getByText('Falha ao carregar as verificações de agentes')).toBeVisible();
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Tentar novamente' }).click();
  await breakCall(page, '/admin/interface', 'PUT');
  await card.getByLabel('Tokens por noite').fill('250.000');
  await card.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(card, 'Falha ao salvar as verificações de agentes');
  await expect(card.getByLabel('Tokens por noite')).toHaveValue('250.000');
});
