import type { Locator, Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure, listenTo } from '../support/agents.ts';
import { edit, makeSource, numbered, openSource, press, readyWith } from '../support/data-sources.ts';
import { API, expect, expectCopied, test } from '../support/test-server.ts';

const rows = (page: Page) => page.getByRole('table').getByRole('row');
const EXECUTE = /\/data-sources\/\d+\/execute$/;

test('R-DS-45 R-DS-46 R-DS-47 R-DS-48 R-DS-49 R-CONST-04 the rows of the query come ten at a time and are read again', async ({
  page,
}) => {
  const source = await makeSource(page, readyWith(numbered(23), 'word'));
  const asked = listenTo(page, 'POST', EXECUTE);
  await openSource(page, source, 'viewer');
  await expect(page.getByRole('region', { name: 'Base Query' }).first()).toContainText(numbered(23));
  await expect(page.getByText('Showing 10 of 23 results')).toBeVisible();
  await expect(rows(page)).toHaveCount(11);
  await expect(rows(page).nth(1)).toHaveText(/^1word 01$/);
  await press(page, 'Load More Results');
  await expect(page.getByText('Showing 20 of 23 results')).toBeVisible();
  await press(page, 'Load More Results');
  await expect(page.getByText('Showing 23 of 23 results')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load More Results' })).toHaveCount(0);
  await press(page, 'Refresh Results');
  await expect(page.getByText('Showing 10 of 23 results')).toBeVisible();
  expect(asked.map(({ url }) => url.search)).toEqual([
    '?limit=10&offset=0',
    '?limit=10&offset=10',
    '?limit=10&offset=20',
    '?limit=10&offset=0',
  ]);
});

test('R-DS-50 a long cell is cut at a hundred characters and opens in full', async ({ page }) => {
  const query = `SELECT '${'a'.repeat(150)}' AS longa, '${'b'.repeat(100)}' AS justa, null::text AS nada, '{"k": 1}'::jsonb AS json`;
  await openSource(page, await makeSource(page, readyWith(query, 'longa')), 'viewer');
  await expect(page.getByText('Showing 1 of 1 results')).toBeVisible();
  await expect(page.getByText('Add ORDER BY for stable paging')).toBeVisible();
  const cells = page.getByRole('cell');
  await expect(cells).toHaveText([`${'a'.repeat(100)}...`, 'b'.repeat(100), '—', '{"k":1}']);
  await expect(page.getByRole('cell').getByRole('button')).toHaveCount(1);
  await cells.first().getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'longa' });
  await expect(dialog.getByText('a'.repeat(150), { exact: true })).toBeVisible();
  await press(dialog, 'Copy');
  await expectCopied(page, 'a'.repeat(150));
  await page.keyboard.press('Escape');
  await expect(cells.first().getByRole('button')).toBeFocused();
});

test('R-DS-51 R-ERR-45 an answer of another shape and a query that fails say so', async ({ page }) => {
  const source = await makeSource(page, readyWith('SELECT nada FROM licitacoes', 'nada'));
  await openSource(page, source, 'viewer');
  await expectFailure(page, 'Erro na consulta: column "nada" does not exist');
  await breakCall(page, '/data-sources/*/execute?*', 'POST');
  await press(page, 'Tentar novamente');
  await expectFailure(page, 'Falha ao executar consulta');
  await page.unrouteAll();
  await page.route(`**${API}/data-sources/*/execute?*`, (route) =>
    route.fulfill({ json: { success: true, data: {} } }),
  );
  await press(page, 'Refresh Results');
  await expectFailure(page, 'Formato de resposta inválido do servidor');
  await page.unrouteAll();
  await asAdmin(page, 'PUT', `/data-sources/${source.id}`, {
    rag_config: readyWith('SELECT id FROM licitacoes WHERE false', 'id'),
  });
  await page.reload();
  await expect(page.getByText('No results')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['id']);
  await expect(page.getByText('Showing 0 of 0 results')).toBeVisible();
});

test('without a query the viewer leads to the settings; with an unsaved one it says that it shows the saved one', async ({
  page,
}) => {
  const source = await makeSource(page);
  const asked = listenTo(page, 'POST', EXECUTE);
  await openSource(page, source, 'viewer');
  await expect(page.getByText('No base query configured')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh Results' })).toBeDisabled();
  await press(page, 'Go to Settings');
  await edit(page);
  await page.getByLabel('Base SQL Query').fill(numbered(3));
  await page.getByRole('tab', { name: 'Data Viewer' }).click();
  await expect(page.getByText('No base query configured')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await press(page, 'Save Changes');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await edit(page);
  await page.getByLabel('Base SQL Query').fill(numbered(4));
  await page.getByRole('tab', { name: 'Data Viewer' }).click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^You have unsaved changes/ })
      .last(),
  ).toBeVisible();
  await expect(page.getByText('Showing 3 of 3 results')).toBeVisible();
});

test('on a wide window the rows take the room on their right, and the page never scrolls to the side', async ({
  page,
}) => {
  const columns = Array.from({ length: 14 }, (_, at) => `'${'palavra '.repeat(3)}' AS coluna_${at}`).join(
    ', ',
  );
  await openSource(page, await makeSource(page, readyWith(`SELECT ${columns}`, 'coluna_0')), 'viewer');
  await expect(page.getByText('Showing 1 of 1 results')).toBeVisible();
  const edges = (place: Locator) =>
    place.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });
  for (const [width, isWider] of [
    [1920, true],
    [1360, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const query = await edges(page.getByRole('region', { name: 'Base Query' }).first());
    const shown = await edges(page.locator('.rows-room'));
    expect(shown.left).toBeCloseTo(query.left, 0);
    expect(shown.right > query.right + 100).toBe(isWider);
    expect(shown.right).toBeLessThan(width);
    expect(await page.locator('.rows-room').evaluate(outerScroll)).toBe(0);
  }
});

/** How far the page around an element can be scrolled to the side. */
function outerScroll(element: Element): number {
  const page = element.closest('.overflow-y-auto') ?? document.documentElement;
  return page.scrollWidth - page.clientWidth;
}
