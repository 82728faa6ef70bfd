import type { Page } from '@playwright/test';
import { csvOf } from '../../server/test/sheets/make-sheets.ts';
import { ask, newChat, openTest } from '../agent-tests/test-chat-steps.ts';
import { asAdmin, breakCall, expectFailure, makeAgent, uniqueName } from '../support/agents.ts';
import { openSources, press } from '../support/data-sources.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const OBRAS = [
  ['Obra', 'Município', 'Situação', 'Valor estimado', 'Início'],
  ['Reforma da ponte do rio Pardo', 'Santos', 'Aberta', 'R$ 1.200,50', '05/03/2026'],
  ['Construção da escola do Jardim', 'Campinas', 'Aberta', 'R$ 2.000,00', '31/12/2025'],
  ['Praça da matriz', 'Santos', 'Encerrada', 'a definir', '01/02/2026'],
  ['Creche da Vila Nova', 'Santos', 'Aberta', 'R$ 100,00', '01/04/2026'],
  ['Ciclovia da orla', 'Campinas', 'Encerrada', 'R$ 50,00', '02/04/2026'],
  ['Total', '', '', 'R$ 3.350,50', ''],
];

const dialogOf = (page: Page) => page.getByRole('dialog');

async function choose(page: Page, rows: string[][], name = 'obras.csv'): Promise<void> {
  await dialogOf(page)
    .getByLabel('Arquivo da planilha')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csvOf(rows)) });
}

async function load(page: Page, name: string): Promise<void> {
  await openSources(page);
  await press(page, 'De uma planilha');
  await choose(page, OBRAS);
  await dialogOf(page).getByLabel('Nome da fonte de dados').fill(name);
  await press(dialogOf(page), 'Criar fonte de dados');
  await expect(page.getByText(`«${name}» foi criada`)).toBeVisible();
}

test('R-TBL-42 R-TBL-43 a spreadsheet is uploaded, checked, confirmed and answers a question', async ({
  page,
}) => {
  test.slow();
  const agent = await makeAgent(page);
  const name = uniqueName('Obras');
  await openSources(page);
  await press(page, 'De uma planilha');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('heading', { name: 'Fonte de dados de uma planilha' })).toBeVisible();
  await choose(page, OBRAS);
  await expect(dialog.getByText('5 linhas e 5 colunas.')).toBeVisible();
  await expect(dialog.getByLabel('Linha do cabeçalho')).toHaveValue('1');
  await expect(dialog.getByLabel('Tipo de Valor estimado')).toHaveValue('money');
  await expect(dialog.getByLabel('Tipo de Início')).toHaveValue('date');
  await dialog.getByText('1 célula não cabe no tipo').click();
  await expect(dialog.getByText('D4 a definir')).toBeVisible();
  await expect(dialog.getByText('Linha de total em A7.')).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Manter as linhas de total' })).not.toBeChecked();
  await dialog.getByLabel('Linha do cabeçalho').selectOption('Sem cabeçalho');
  await expect(dialog.getByLabel('Gravar Coluna A')).toBeChecked();
  await dialog.getByLabel('Linha do cabeçalho').selectOption('Linha 1');
  await expect(dialog.getByLabel('Gravar Município')).toBeChecked();
  await dialog.getByLabel('Nome da fonte de dados').fill(name);
  // Pressed twice: one source.
  await dialog.getByRole('button', { name: 'Criar fonte de dados' }).dblclick();
  await expect(page.getByText(`«${name}» foi criada`)).toBeVisible();
  await expect(
    page.getByText('Em «Valor estimado», 1 célula não cabe no tipo e ficou vazia: D4.'),
  ).toBeVisible();
  const { length } = await asAdmin<unknown[]>(
    page,
    'GET',
    `/data-sources?search=${encodeURIComponent(name)}`,
  );
  expect(length).toBe(1);
  await page.getByRole('link', { name: 'Abrir fonte' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Planilha' })).toContainText('obras.csv');
  await page.getByRole('tab', { name: 'Data Viewer' }).click();
  await expect(page.getByText('Showing 5 of 5 results')).toBeVisible();
  const [source] = await asAdmin<{ id: number }[]>(
    page,
    'GET',
    `/data-sources?search=${encodeURIComponent(name)}`,
  );
  await asAdmin(page, 'POST', `/data-sources/${source?.id}/agents/${agent.id}`);
  await openTest(page, agent);
  await newChat(page);
  const answer = await ask(page, 'Quantas obras abertas há em Santos?');
  await expect(answer).toContainText('2');
});

test('R-TBL-44 the file of a source is replaced after its difference was accepted, and an earlier one restored', async ({
  page,
}) => {
  test.slow();
  const name = uniqueName('Obras');
  await load(page, name);
  await page.getByRole('link', { name: 'Abrir fonte' }).click();
  const card = page.getByRole('region', { name: 'Planilha', exact: true });
  await expect(card).toContainText('5 linhas');
  await press(card, 'Substituir arquivo');
  const other = OBRAS.slice(0, 3).map(([obra = '', , situacao = '', valor = ''], at) => [
    obra,
    situacao,
    valor,
    at === 0 ? 'Bairro' : 'Centro',
  ]);
  await choose(page, other, 'novas.csv');
  await press(dialogOf(page), 'Substituir linhas');
  await expect(dialogOf(page).getByText('As colunas deste arquivo são outras')).toBeVisible();
  await expect(dialogOf(page).getByText('Faltam: Município e Início.')).toBeVisible();
  await expect(dialogOf(page).getByText('Novas: Bairro.')).toBeVisible();
  await press(dialogOf(page), 'Substituir mesmo assim');
  await expect(card.getByText('Arquivo substituído.')).toBeVisible();
  await expect(card).toContainText('novas.csv');
  await press(card, /^Restaurar obras\.csv de/);
  await expect(card.getByText('Versão restaurada.')).toBeVisible();
  await page.getByRole('tab', { name: 'Data Viewer' }).click();
  await expect(page.getByText('Showing 5 of 5 results')).toBeVisible();
});

test('a spreadsheet that cannot be read or stored is refused with a sentence, and what was chosen stays', async ({
  page,
}) => {
  const name = uniqueName('Obras');
  await load(page, name);
  await press(page, 'De uma planilha');
  await dialogOf(page)
    .getByLabel('Arquivo da planilha')
    .setInputFiles({ name: 'foto.xlsx', mimeType: 'image/png', buffer: Buffer.from('PK\u0003\u0004 nada') });
  await expect(
    dialogOf(page).getByText('Não foi possível ler esta planilha: o arquivo está danificado.'),
  ).toBeVisible();
  await breakCall(page, '/data-sources/sheets', 'POST');
  await choose(page, OBRAS);
  await expectFailure(page, 'Falha ao ler planilha');
  await page.unrouteAll();
  await choose(page, OBRAS);
  await breakCall(page, '/data-sources/sheets/*/confirm', 'POST');
  await press(dialogOf(page), 'Criar fonte de dados');
  await expectFailure(page, 'Falha ao gravar planilha');
  await expect(dialogOf(page).getByLabel('Nome da fonte de dados')).toHaveValue('obras');
  await page.unrouteAll();
  await page.keyboard.press('Escape');

  const [source] = await asAdmin<{ id: number }[]>(
    page,
    'GET',
    `/data-sources?search=${encodeURIComponent(name)}`,
  );
  await breakCall(page, '/data-sources/*/sheet', 'GET');
  await enter(page, ADMIN, `/admin/datasources/${source?.id}`);
  await expectFailure(page, 'Falha ao buscar planilha');
  await page.unrouteAll();
  await press(page, 'Tentar novamente');
  const card = page.getByRole('region', { name: 'Planilha', exact: true });
  await press(card, 'Substituir arquivo');
  await choose(page, OBRAS, 'iguais.csv');
  await press(dialogOf(page), 'Substituir linhas');
  await expect(card.getByText('Arquivo substituído.')).toBeVisible();
  await breakCall(page, '/data-sources/*/sheet/restore', 'POST');
  await press(card, /^Restaurar obras\.csv de/);
  await expectFailure(page, 'Falha ao restaurar planilha');
});

test('the screens on spreadsheets fit every width and have no serious accessibility fault', async ({
  page,
}) => {
  const name = uniqueName('Obras');
  await load(page, name);
  await walkPast(page, [
    [
      'a escolha do arquivo',
      async () => {
        await openSources(page);
        await press(page, 'De uma planilha');
      },
    ],
    [
      'a conferência',
      async () => {
        await choose(page, OBRAS);
        await expect(dialogOf(page).getByText('5 linhas e 5 colunas.')).toBeVisible();
      },
    ],
    [
      'a fonte',
      async () => {
        await page.keyboard.press('Escape');
        await page.getByLabel('Search data sources').fill(name);
        await page.getByRole('link', { name }).click();
        await expect(page.getByRole('region', { name: 'Planilha', exact: true })).toBeVisible();
      },
    ],
  ]);
});
