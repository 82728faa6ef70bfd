import { breakCall, expectFailure } from '../support/agents.ts';
import { addDocument, makeBase, openBase } from '../support/knowledge.ts';
import { expect, test } from '../support/test-server.ts';

test('R-DOC-20 the synonyms of a base are added, imported, tested, changed and removed', async ({ page }) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Tesouraria.txt', 'O borderô semanal é assinado pela tesouraria.');
  await openBase(page, base);
  await breakCall(page, `/knowledge-bases/${base.id}/synonyms`, 'GET');
  await page.getByRole('tab', { name: 'Sinônimos' }).click();
  await expectFailure(page, 'Falha ao carregar os sinônimos');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Nenhum sinônimo próprio')).toBeVisible();
  await expect(page.getByText('A lista da casa já conhece ficheiro/arquivo')).toBeVisible();
  await expect(page).toHaveURL(/\?aba=sinonimos$/);

  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByLabel('Palavra', { exact: true })).toBeFocused();
  await expect(dialog.getByText('Escreva ao menos uma outra palavra.')).toBeVisible();
  await dialog.getByLabel('Palavra', { exact: true }).fill('malote');
  await dialog.getByLabel('Também se diz').fill('de');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toContainText('“de” aparece em quase todos os trechos e não pode ser sinônimo.');
  await dialog.getByLabel('Também se diz').fill('borderô; romaneio');
  await breakCall(page, `/knowledge-bases/${base.id}/synonyms`, 'PUT');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog, 'Falha ao salvar o sinônimo');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Sinônimos' });
  await expect(table.getByRole('row', { name: /malote borderô, romaneio Igual/ })).toBeVisible();

  const file = (text: string) => ({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const input = page.locator('input[type=file][accept*=csv]');
  await input.setInputFiles(file('só uma'));
  await expect(page.getByText('A linha 1 precisa de 2 a 6 colunas')).toBeVisible();
  await breakCall(page, `/knowledge-bases/${base.id}/synonyms`, 'PUT');
  await input.setInputFiles(file('RH;recursos humanos\n'));
  await expectFailure(page, 'Falha ao importar os sinônimos');
  await page.unrouteAll();
  await input.setInputFiles(file('RH;recursos humanos\n'));
  await expect(page.getByText('1 linha importada.')).toBeVisible();
  await expect(table.getByRole('row', { name: /RH recursos humanos/ })).toBeVisible();

  await page.getByLabel('Pergunta').fill('Quem assina o malote?');
  await breakCall(page, `/knowledge-bases/${base.id}/search?*`, 'GET');
  await page.getByRole('button', { name: 'Testar' }).click();
  await expectFailure(page, 'Falha ao testar os sinônimos');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('region', { name: 'Com sinônimos' })).toContainText('O borderô semanal');

  await page.getByRole('button', { name: 'Editar malote' }).click();
  await dialog.getByLabel('Peso').selectOption('Fraco');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(table.getByRole('row', { name: /malote .* Fraco/ })).toBeVisible();
  await breakCall(page, `/knowledge-bases/${base.id}/synonyms`, 'PUT');
  await page.getByRole('button', { name: 'Remover RH' }).click();
  await expectFailure(page, 'Falha ao remover o sinônimo');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Remover RH' }).click();
  await expect(table.getByRole('row', { name: /RH/ })).toHaveCount(0);
});
