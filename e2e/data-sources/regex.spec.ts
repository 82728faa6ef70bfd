import type { Page } from '@playwright/test';
import { breakCall, listenTo } from '../support/agents.ts';
import {
  edit,
  makeSource,
  numbered,
  openSource,
  press,
  readyWith,
  save,
  saved,
  step,
  stored,
  TENDERS,
} from '../support/data-sources.ts';
import { expect, test } from '../support/test-server.ts';

const parameter = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const extraction = (page: Page) => step(page, '1. Profile Extraction');
const add = (page: Page, column: string) => press(page, `Add parameter ${column}`);

test('R-DS-23 R-DS-24 R-DS-26 R-DS-30 a column becomes a parameter that is read by patterns', async ({
  page,
}) => {
  const source = await makeSource(page, readyWith(TENDERS, 'objeto'));
  await openSource(page, source);
  await edit(page);
  await add(page, 'uf');
  await expect(page.getByRole('button', { name: 'Add parameter uf' })).toHaveCount(0);
  const uf = parameter(page, 'uf');
  const tryIt = uf.getByRole('button', { name: 'Test Regex of uf' });
  await tryIt.click();
  await expect(uf.getByText('Regex configuration not enabled for this parameter')).toBeVisible();

  await uf.getByRole('switch', { name: 'Read values from the column' }).click();
  await expect(uf.getByText('Regex configuration not enabled for this parameter')).toHaveCount(0);
  const include = uf.getByLabel('Include Pattern');
  await expect(include).toHaveValue('.*');
  await expect(uf.getByLabel('Exclude Pattern')).toHaveValue('');
  await expect(uf.getByRole('switch', { name: 'Case Insensitive' })).toBeChecked();
  await include.fill('');
  await expect(tryIt).toBeDisabled();
  await expect(uf.getByText('Include Pattern is required.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await include.fill('^p');
  await expect(tryIt).toBeEnabled();
  // A pattern that is half written is not saved by Enter.
  await include.press('Enter');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled();

  const most = uf.getByLabel('Max Values');
  await expect(most).toHaveValue('-1');
  await most.fill('');
  await most.pressSequentially('abc');
  await most.blur();
  await expect(most).toHaveValue('-1');
  await most.fill('-5');
  await most.blur();
  await expect(most).toHaveValue('-1');
  await most.fill('3');
  await tryIt.click();
  await expect(
    uf.getByText(/^Rows 360 · Empty 0 · Distinct 27 · Matched 5 · Excluded 0 · Final 3$/),
  ).toBeVisible();
  await expect(uf.getByRole('list', { name: 'Values of uf' }).getByRole('listitem')).toHaveText([
    'PA',
    'PB',
    'PE',
  ]);
  await expect(uf.getByText('Max Values cut the list.')).toBeVisible();
  await uf.getByLabel('Exclude Pattern').fill('.');
  await expect(uf.getByText(/^Rows 360/)).toHaveCount(0);
  await tryIt.click();
  await expect(uf.getByText('No values matched')).toBeVisible();
  await uf.getByLabel('Exclude Pattern').fill('');

  await save(page);
  await saved(page);
  const row = extraction(page).getByRole('list', { name: 'Parameters' }).locator(':scope > li');
  await expect(row).toContainText(/^ufPAPBPE\^p/);
  expect((await stored(page, source)).rag_config.profile_extraction?.terminology_mapping).toEqual({
    uf: {
      values: ['PA', 'PB', 'PE'],
      regex_config: {
        enabled: true,
        include_pattern: '^p',
        exclude_pattern: null,
        case_insensitive: true,
        max_values: 3,
      },
    },
  });
});

test('R-DS-29 R-DS-31 R-DS-32 R-ERR-46 a trial uses the query of the form, shows ten values, and says what failed', async ({
  page,
}) => {
  const source = await makeSource(page);
  await openSource(page, source);
  await edit(page);
  await page.getByLabel('Base SQL Query').fill(numbered(25));
  await add(page, 'word');
  const word = parameter(page, 'word');
  await word.getByRole('switch', { name: 'Read values from the column' }).click();
  const tried = listenTo(page, 'POST', /\/data-sources\/test-regex$/);
  await press(word, 'Test Regex of word');
  const values = word.getByRole('list', { name: 'Values of word' }).getByRole('listitem');
  await expect(values).toHaveCount(10);
  await expect(values.last()).toHaveText('word 10');
  await expect(word.getByText('...and 15 more')).toBeVisible();
  expect(tried.map(({ url, body }) => [url.search, body])).toEqual([
    [
      `?data_source_id=${source.id}&connection_id=1`,
      {
        word: {
          enabled: true,
          include_pattern: '.*',
          exclude_pattern: null,
          case_insensitive: true,
          max_values: -1,
        },
        $base_sql_query: numbered(25),
      },
    ],
  ]);

  await word.getByLabel('Include Pattern').fill('(');
  await press(word, 'Test Regex of word');
  await expect(word.getByRole('alert')).toContainText(
    'Failed to test regex for word: Expressão regular inválida em "word":',
  );
  await word.getByLabel('Include Pattern').fill('word');
  await breakCall(page, '/data-sources/test-regex?*', 'POST');
  await press(word, 'Test Regex of word');
  await expect(word.getByRole('alert')).toHaveText(
    'Failed to test regex for word: Falha ao testar configuração regex',
  );
  await page.unrouteAll();
  // A parameter whose name was taken away is none.
  await word.getByLabel('Parameter Name').fill('');
  const nameless = parameter(page, 'New parameter');
  await press(nameless, 'Test Regex of New parameter');
  await expect(nameless.getByText('Parameter configuration not found')).toBeVisible();
  expect((await stored(page, source)).rag_config.profile_extraction?.terminology_mapping).toEqual({});
});

test('a wrong expression and a parameter that is no column are saved with a warning, one a line', async ({
  page,
}) => {
  const source = await makeSource(page, readyWith(TENDERS, 'OBJETO'));
  await openSource(page, source);
  await expect(page.getByText('The base query has no column')).toHaveCount(0);
  await edit(page);
  await add(page, 'uf');
  const uf = parameter(page, 'uf');
  await uf.getByRole('switch', { name: 'Read values from the column' }).click();
  await uf.getByLabel('Include Pattern').fill('(abc');
  await extraction(page).getByLabel('New parameter').fill('planeta');
  await extraction(page).getByLabel('New parameter').press('Enter');
  await save(page);
  const note = page.getByRole('status').filter({ hasText: 'Saved, but not all of it works yet' });
  await expect(note.locator('p').last().locator('span')).toHaveText([
    'Expressão regular inválida em "uf": falta fechar um parêntese: `(abc`',
    'A consulta não tem a coluna "planeta".',
  ]);
});

test('parameters are removed, no two have the same name, and one that is no column warns', async ({
  page,
}) => {
  await openSource(
    page,
    await makeSource(page, readyWith(TENDERS, 'objeto', { uf: ['PE'], situacao: ['Aberta'] })),
  );
  await edit(page);
  const uf = parameter(page, 'uf');
  await uf.getByLabel('Parameter Name').fill('estado');
  await expect(page.getByText('The base query has no such column: nothing is filtered by it.')).toBeVisible();
  await parameter(page, 'estado').getByLabel('Parameter Name').fill('situacao');
  await expect(page.getByText('There is already a parameter of this name.')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove parameter situacao' }).last().click();
  await expect(page.getByLabel('New parameter')).toBeFocused();
  await save(page);
  await saved(page);
  await expect(extraction(page).getByRole('list', { name: 'Parameters' }).locator(':scope > li')).toHaveCount(
    1,
  );
});
