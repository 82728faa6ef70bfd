import type { Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { type MadeSource, makeSource, openSource, press, readyWith, step } from '../support/data-sources.ts';
import { expect, test } from '../support/test-server.ts';

const QUERY = `SELECT numero, municipio, uf, situacao, valor_estimado, data_abertura, objeto,
  CASE WHEN id = 3 THEN 'a definir' ELSE 'R$ ' || id || ',00' END AS garantia
FROM licitacoes`;

const card = (page: Page) => step(page, 'Colunas para perguntas').first();
const row = (page: Page, name: string) =>
  card(page).getByRole('list', { name: 'Colunas' }).getByRole('listitem').filter({ hasText: name }).first();
const opened = async (page: Page, name: string) => {
  await row(page, name).getByRole('button', { expanded: false }).first().click();
  return row(page, name);
};

type StoredProfile = { columns: { name: string; hidden: boolean; synonyms: string[]; label: string }[] };
const profileOf = (page: Page, { id }: MadeSource) =>
  asAdmin<StoredProfile>(page, 'GET', `/data-sources/${id}/profile`);

test('R-TBL-40 R-TBL-19 columns are suggested, corrected in the words of people, hidden, and read anew', async ({
  page,
}) => {
  const source = await makeSource(page, readyWith(QUERY, 'objeto'));
  await openSource(page, source);
  await expect(card(page).getByText('Lido em')).toContainText('360 linhas');
  await expect(card(page).getByText('Data de abertura').first()).toBeVisible();
  const amounts = await opened(page, 'garantia');
  await expect(amounts.getByRole('list', { name: 'Células que não cabem no tipo' })).toContainText(
    'a definir',
  );
  await expect(amounts).toContainText('Dinheiro');

  await press(card(page), 'Editar colunas');
  await expect(page.getByLabel('Uma linha se chama')).toBeFocused();
  await page.getByLabel('Uma linha se chama').fill('licitação');
  await page.getByLabel('Várias se chamam').fill('licitações');
  const estimate = await opened(page, 'valor_estimado');
  await estimate.getByLabel('Nome nas respostas').fill('');
  await expect(card(page).getByText('Toda coluna precisa de um nome.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar colunas' })).toBeDisabled();
  await estimate.getByLabel('Nome nas respostas').fill('Preço de referência');
  await estimate.getByLabel('Sinônimos').first().fill('custo previsto');
  await estimate.getByLabel('Sinônimos').first().press('Enter');
  await expect(card(page).getByRole('button', { name: 'Tirar o sinônimo custo previsto' })).toBeVisible();
  const town = await opened(page, 'municipio');
  await town.getByRole('switch', { name: 'Esconder das perguntas' }).click();
  await press(page, 'Salvar colunas');
  await expect(page.getByText('Colunas salvas.')).toBeVisible();
  await expect(card(page)).toContainText('licitação (licitações)');
  await expect(card(page).getByRole('button', { name: 'Editar colunas' })).toBeFocused();
  const { columns } = await profileOf(page, source);
  expect(columns.find(({ name }) => name === 'valor_estimado')).toMatchObject({
    label: 'Preço de referência',
    synonyms: ['custo previsto'],
  });
  expect(columns.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['municipio']);

  await press(card(page), 'Atualizar');
  await expect(card(page).getByRole('button', { name: 'Atualizar', exact: true })).toBeEnabled();
  await page.reload();
  await expect(card(page)).toContainText('Preço de referência');
});

test('R-TBL-40 columns that cannot be read, saved or found say so, and a source without a query says what to do', async ({
  page,
}) => {
  const empty = await makeSource(page);
  await openSource(page, empty);
  await expect(card(page)).toContainText('Ainda não há colunas');

  const broken = await makeSource(
    page,
    readyWith('SELECT 1 AS objeto, 1 / (id - id) AS b FROM licitacoes', 'objeto'),
  );
  await openSource(page, broken);
  await expectFailure(card(page), 'Não foi possível ler as colunas da consulta.');

  const source = await makeSource(page, readyWith(QUERY, 'objeto'));
  await openSource(page, source);
  await expect(card(page).getByText('Lido em')).toBeVisible();
  await breakCall(page, `/data-sources/${source.id}/profile`, 'PUT');
  await press(card(page), 'Editar colunas');
  await page.getByLabel('Uma linha se chama').fill('edital');
  await press(page, 'Salvar colunas');
  await expectFailure(page, 'Falha ao salvar as colunas');
  await press(page, 'Cancelar');
  await breakCall(page, `/data-sources/${source.id}/profile/refresh`, 'POST');
  await press(card(page), 'Atualizar');
  await expectFailure(card(page), 'Falha ao atualizar as colunas');
  await breakCall(page, `/data-sources/${source.id}/profile`, 'GET');
  await page.reload();
  await expectFailure(card(page), 'Falha ao buscar as colunas');
});
