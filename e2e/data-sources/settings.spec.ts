import type { Locator, Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure, listenTo } from '../support/agents.ts';
import {
  choose,
  edit,
  makeSource,
  openSource,
  press,
  readyWith,
  save,
  saved,
  step,
  stored,
  TENDERS,
} from '../support/data-sources.ts';
import { ADMIN, enter, expect, expectCopied, test } from '../support/test-server.ts';

const extraction = (page: Page) => step(page, '1. Profile Extraction');
const search = (page: Page) => step(page, '2. Document Search');
const filter = (page: Page) => step(page, '3. Document Filter');
const sql = (page: Page) => page.getByLabel('Base SQL Query');
const bar = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test('R-DS-11 R-DS-12 R-DS-13 R-DS-14 R-DS-15 R-DS-16 R-DS-43 settings are read and edited, and cancelling restores what was there', async ({
  page,
}) => {
  const source = await makeSource(page, readyWith(TENDERS, 'objeto'));
  await openSource(page, source);
  await expect(page.getByRole('tab')).toHaveText(['Settings', 'Data Viewer']);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    '1. Profile Extraction',
    '2. Document Search',
    '3. Document Filter',
  ]);
  for (const absent of ['Cancel', 'Save Changes', 'Add Parameter'])
    await expect(page.getByRole('button', { name: absent })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Base SQL Query' })).toHaveText(TENDERS);
  await expect(search(page)).toContainText('Main Content Column objeto');

  await edit(page);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await press(page, 'RAG Type relational');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^relational/]);
  await page.keyboard.press('Escape');
  await page.getByLabel('Name', { exact: true }).fill('Outro nome');
  await sql(page).fill('SELECT 1 AS um');
  await bar(page, 'You have unsaved changes');
  await press(page, 'Cancel');
  await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Base SQL Query' })).toHaveText(TENDERS);
  await expect(page.getByRole('button', { name: 'Edit Settings' })).toBeFocused();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/datasources$/);
});

test('R-DS-19 R-DS-20 R-DS-33 R-DS-34 R-DS-35 a data source is configured from nothing, and everything returns as it was saved', async ({
  page,
}) => {
  const source = await makeSource(page);
  await openSource(page, source);
  await press(page, 'Write the base query');
  await expect(sql(page)).toBeFocused();
  await sql(page).fill('SELECT nada FROM licitacoes');
  await sql(page).press('Control+Enter');
  await expect(search(page).getByRole('alert')).toContainText('column "nada" does not exist');
  await sql(page).fill(TENDERS);
  await expect(search(page).getByText('Read-only, 7 columns')).toBeVisible();
  await expect(search(page).getByRole('list', { name: 'Columns of the base query' })).toContainText(
    'municipio',
  );
  await choose(search(page), 'Main Content Column', /^objeto/);
  const rows = page.getByLabel('Maximum Documents', { exact: true });
  const kept = page.getByLabel('Maximum Filtered Documents');
  for (const wrong of ['0', '51']) {
    await rows.fill(wrong);
    await expect(search(page).getByText('Choose a whole number from 1 to 50.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  }
  await bar(page, 'Mend what is marked above before saving.');
  await rows.fill('50');
  await kept.fill('51');
  await expect(filter(page).getByText('Choose a whole number from 1 to 50.')).toBeVisible();
  await kept.fill('2');

  await choose(extraction(page), 'Model', /gpt-5-mini/);
  await choose(filter(page), 'Model', /gpt-4o/);
  await extraction(page).getByRole('textbox', { name: 'System Prompt' }).fill('Extraia com cuidado.');
  await filter(page).getByRole('textbox', { name: 'System Prompt' }).fill('Fique com os abertos.');
  await extraction(page).getByLabel('New parameter').fill('  situacao ');
  await extraction(page).getByLabel('New parameter').press('Enter');
  await extraction(page).getByLabel('Values, one per line').fill(' Aberta \n\n  \nEncerrada\nAberta');
  // Without a name it is not saved.
  await extraction(page).getByLabel('New parameter').fill('x');
  await extraction(page).getByRole('button', { name: 'Add Parameter', exact: true }).click();
  await extraction(page).getByLabel('Parameter Name').last().fill('   ');
  const sent = listenTo(page, 'PUT', /\/data-sources\/\d+$/);
  await save(page);
  await saved(page);
  expect(sent).toHaveLength(1);
  await expect(page.getByText('Not set up yet')).toHaveCount(0);

  await page.reload();
  await expect(extraction(page)).toContainText('gpt-5-mini');
  await expect(extraction(page).getByRole('textbox', { name: 'System Prompt' })).toHaveValue(
    'Extraia com cuidado.',
  );
  const parameters = extraction(page).getByRole('list', { name: 'Parameters' });
  await expect(parameters.locator(':scope > li')).toHaveText([/^situacaoAbertaEncerradafixed list$/]);
  await expect(search(page)).toContainText('Maximum Documents 50');
  await expect(search(page)).toContainText('Main Content Column objeto');
  await expect(filter(page)).toContainText('Maximum Filtered Documents 2');
  await expect(filter(page)).toContainText('gpt-4o');
  await expect(filter(page).getByRole('textbox', { name: 'System Prompt' })).toHaveValue(
    'Fique com os abertos.',
  );
  expect((await stored(page, source)).rag_config).toMatchObject({
    profile_extraction: {
      terminology_mapping: { situacao: { values: ['Aberta', 'Encerrada'], regex_config: null } },
    },
    document_search: { base_sql_query: TENDERS, main_content_column: 'objeto', max_documents: 50 },
  });
});

test('R-DS-17 R-DS-18 a prompt is enlarged and copied, also the default where nothing was written', async ({
  page,
}) => {
  await openSource(page, await makeSource(page));
  await edit(page);
  await press(page, 'Copy the system prompt of Profile Extraction');
  await expectCopied(page, /^Você extrai filtros de busca/);
  const small = extraction(page).getByRole('textbox', { name: 'System Prompt' });
  await small.fill('Um prompt meu.');
  const height = async (of: Locator) => (await of.boundingBox())?.height ?? 0;
  const smallHeight = await height(small);
  await press(page, 'Expand the system prompt of Profile Extraction');
  const dialog = page.getByRole('dialog', { name: 'System Prompt: Profile Extraction' });
  const large = dialog.getByRole('textbox', { name: 'System Prompt' });
  await expect(large).toHaveValue('Um prompt meu.');
  await expect.poll(() => height(large)).toBeGreaterThan(2 * smallHeight);
  await large.fill('Um prompt meu, maior.');
  await press(dialog, 'Copy the system prompt of Profile Extraction');
  await expectCopied(page, 'Um prompt meu, maior.');
  await press(dialog, 'Done');
  await expect(small).toHaveValue('Um prompt meu, maior.');
});

test('R-ERR-41 R-ERR-43 a query that does not run is saved with a warning, and a failure says what failed', async ({
  page,
}) => {
  const source = await makeSource(page);
  await openSource(page, source);
  await edit(page);
  await sql(page).fill('SELECT nada FROM licitacoes');
  await breakCall(page, `/data-sources/${source.id}`, 'PUT');
  await save(page);
  await expectFailure(page, 'Falha ao atualizar fonte de dados');
  await page.unrouteAll();
  await save(page);
  const note = page.getByRole('status').filter({ hasText: 'Saved, but not all of it works yet' });
  await expect(note).toContainText('Erro na consulta: column "nada" does not exist');
  expect((await stored(page, source)).rag_config.document_search).toMatchObject({
    base_sql_query: 'SELECT nada FROM licitacoes',
  });

  await breakCall(page, `/data-sources/${source.id}`, 'GET');
  await page.reload();
  await expectFailure(page, 'Falha ao buscar fonte de dados');
  await page.unrouteAll();
  await press(page, 'Tentar novamente');
  await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
  await enter(page, ADMIN, '/admin/datasources/999999');
  await expect(page.getByText('Data source not found')).toHaveCount(3);
  await page.getByRole('link', { name: 'Back to data sources' }).click();
  await expect(page).toHaveURL(/\/admin\/datasources$/);
});

test('leaving with unsaved work asks first, and an earlier save is not overwritten', async ({ page }) => {
  const source = await makeSource(page);
  await openSource(page, source);
  await edit(page);
  await page.getByLabel('Description').fill('A minha descrição.');
  await page.getByRole('tab', { name: 'Data Viewer' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await press(question, 'Keep editing');
  await expect(page.getByLabel('Description')).toHaveValue('A minha descrição.');

  await asAdmin(page, 'PUT', `/data-sources/${source.id}`, { description: 'A deles.' });
  await save(page);
  await expect(page.getByText('This data source was changed elsewhere')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await press(page, 'Keep mine');
  await save(page);
  await saved(page);
  await expect(page.getByText('A minha descrição.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});
