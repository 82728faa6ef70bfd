import { breakCall, expectFailure } from '../support/agents.ts';
import { addDocument, makeBase, openBase } from '../support/knowledge.ts';
import { walkPast } from '../support/looks.ts';
import { API, expect, test } from '../support/test-server.ts';

const OLD = `LEI Nº 3.210, DE 5 DE MARÇO DE 2015

Art. 1º Esta lei trata das feiras livres do município.

Art. 2º A licença de feirante custa 80 reais por ano.

Art. 3º Esta lei entra em vigor na data de sua publicação.

Publicada no Diário Oficial de 6 de março de 2015.`;
const NEW = `LEI Nº 4.310, DE 10 DE MARÇO DE 2022

Art. 1º Fica revogada a Lei nº 3.210, de 5 de março de 2015.

Art. 2º A licença de feirante custa 120 reais por ano.

Art. 3º Esta lei entra em vigor após decorridos 30 (trinta) dias de sua publicação oficial.

Publicada no Diário Oficial de 10 de março de 2022.`;

test('R-DOC-60 validity is switched on, proposals are decided by keyboard, and what holds no more is listed', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'feiras-2015.txt', OLD);
  await addDocument(page, base, 'feiras-2022.txt', NEW);
  await openBase(page, base);
  await expect(page.getByRole('tab', { name: 'Vigência' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Ajustes' }).click();
  const control = page.getByRole('switch', { name: 'Controlar a vigência dos documentos' });
  await breakCall(page, `/knowledge-bases/${base.id}/settings`, 'PATCH');
  await control.click();
  await expectFailure(page, 'Falha ao mudar os ajustes da base');
  await page.unrouteAll();
  await control.click();
  await expect(control).toBeChecked();
  await page.reload();
  await page.getByRole('tab', { name: /^Vigência/ }).click();
  await expect(page).toHaveURL(/\?aba=vigencia$/);
  const cards = page.getByRole('list', { name: 'Propostas de vigência' }).locator(':scope > li');
  await expect(async () => {
    await page.reload();
    await expect(cards).toHaveCount(5, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('Propostas (5)')).toBeVisible();
  await expect(cards.nth(4)).toContainText('Lei nº 4.310/2022 revoga Lei nº 3.210/2015, desde 09/04/2022');
  await expect(cards.nth(4)).toContainText('Fica revogada a Lei nº 3.210, de 5 de março de 2015.');
  await walkPast(page, [['as propostas', async () => undefined]]);
  await page.setViewportSize({ width: 1360, height: 850 });

  await breakCall(page, `/knowledge-bases/${base.id}/validity/proposals/*`, 'POST');
  await cards.nth(0).focus();
  await page.keyboard.press('a');
  await expectFailure(page, 'Falha ao decidir a proposta');
  await expect(cards).toHaveCount(5);
  await page.unrouteAll();
  await cards.nth(0).focus();
  await page.keyboard.press('a');
  await expect(cards).toHaveCount(4);
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  const dialog = page.getByRole('dialog', { name: 'Ajustar a proposta' });
  await dialog.getByLabel('Desde').fill('2015-03-10');
  await dialog.getByRole('button', { name: 'Aceitar ajustada' }).click();
  await expect(cards).toHaveCount(3);
  await cards.nth(0).focus();
  for (const left of [2, 1, 0]) {
    await expect(cards.nth(0).getByRole('button', { name: 'Recusar' })).toBeEnabled();
    await expect(cards.nth(0)).toBeFocused();
    await page.keyboard.press('a');
    await expect(cards).toHaveCount(left);
  }
  await expect(page.getByText('Nenhuma proposta em aberto')).toBeVisible();

  await page.getByText('Linha do tempo').click();
  const timeline = page.getByRole('list', { name: 'Documentos com vigência' });
  await expect(timeline.locator(':scope > li').first()).toContainText(
    'revogada em 09/04/2022 por Lei nº 4.310/2022',
  );
  await expect(timeline).toContainText('em vigor desde 10/03/2015 até 08/04/2022');
  await walkPast(page, [['a linha do tempo', async () => undefined]]);
  await page.setViewportSize({ width: 1360, height: 850 });
  await page.getByText('Vencidos').click();
  await expect(page.getByRole('row', { name: /Lei nº 3.210\/2015/ })).toContainText('revogada');
  await walkPast(page, [['os vencidos', async () => undefined]]);
  await page.setViewportSize({ width: 1360, height: 850 });

  await page.getByText('Linha do tempo').click();
  await page.getByRole('button', { name: 'Abrir Lei nº 4.310/2022' }).click();
  const modal = page.getByRole('dialog', { name: 'feiras-2022.txt' });
  await expect(modal).toContainText('Hoje: em vigor desde 09/04/2022');
  await expect(modal).toContainText('Lei nº 4.310/2022 revoga Lei nº 3.210/2015, desde 09/04/2022');
  await walkPast(page, [['o painel', async () => undefined]]);
  await page.setViewportSize({ width: 1360, height: 850 });
  await modal.getByRole('button', { name: 'Editar' }).click();
  const form = page.getByRole('dialog', { name: 'Vigência do documento' });
  await form.getByLabel('Número').fill('');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toContainText('Informe o número e o ano da norma.');
  await form.getByLabel('Número').fill('4310');
  await form.getByLabel('até').fill('2020-01-01');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toContainText('O fim da vigência não pode ser antes do início.');
  await form.getByLabel('até').fill('2030-12-31');
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/validity`, 'PUT');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(form, 'Falha ao salvar a vigência');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(modal).toContainText('31/12/2030');
  await modal.getByRole('button', { name: 'Adicionar relação' }).click();
  const relation = page.getByRole('dialog', { name: 'Adicionar relação' });
  await relation.getByLabel('Este documento').selectOption({ label: 'altera' });
  await relation.getByLabel('Dispositivos').fill('art:2/par:1');
  await relation.getByRole('button', { name: 'Adicionar' }).click();
  await expect(relation).toContainText('Informe desde quando.');
  await relation.getByLabel('Desde').fill('2022-05-01');
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/relations`, 'POST');
  await relation.getByRole('button', { name: 'Adicionar' }).click();
  await expectFailure(relation, 'Falha ao adicionar a relação');
  await page.unrouteAll();
  await relation.getByRole('button', { name: 'Adicionar' }).click();
  await expect(modal).toContainText('altera Lei nº 3.210/2015, art. 2º, § 1º, desde 01/05/2022');
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/relations/*`, 'DELETE');
  await modal.getByRole('button', { name: /^Desfazer: Lei nº 4.310\/2022 altera/ }).click();
  await expectFailure(modal, 'Falha ao desfazer a relação');
  await page.unrouteAll();
  await modal.getByRole('button', { name: /^Desfazer: Lei nº 4.310\/2022 altera/ }).click();
  await expect(modal.getByText(/altera Lei nº 3.210/)).toHaveCount(0);

  // Each list and the panel say that they did not come.
  await breakCall(page, `/knowledge-bases/${base.id}/validity/proposals*`, 'GET');
  await breakCall(page, `/knowledge-bases/${base.id}/norms*`, 'GET');
  await breakCall(page, `/knowledge-bases/${base.id}/overdue*`, 'GET');
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/validity`, 'GET');
  await page.reload();
  await expect(page.getByText('Falha ao carregar a linha do tempo')).toBeVisible();
  await page.getByText(/^Propostas/).click();
  await expect(page.getByText('Falha ao carregar as propostas')).toBeVisible();
  await page.getByText('Vencidos').click();
  await expect(page.getByText('Falha ao carregar os documentos vencidos')).toBeVisible();
  await page.unroute(`**${API}/knowledge-bases/${base.id}/norms*`);
  await page.getByText('Linha do tempo').click();
  // It is asked for again when it is opened, or by the button.
  const open = page.getByRole('button', { name: 'Abrir Lei nº 4.310/2022' });
  const retry = page.getByRole('button', { name: 'Tentar novamente' });
  await expect(async () => {
    // Between seeing the button and pressing it the list may have come by itself.
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(open).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await open.click();
  await expect(modal.getByText('Falha ao carregar a vigência')).toBeVisible();
});
