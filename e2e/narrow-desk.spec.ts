/** Windows wide enough for the sidebar and narrow beside it: rows, filters and columns keep to the room they have. */
import type { Locator } from '@playwright/test';
import { openGroups } from './support/groups.ts';
import { expect, test } from './support/house.ts';

const WIDTHS = [800, 1_000, 1_040];

/** All of it is inside the window, and nothing around it is scrolled to the side for it. */
async function expectInView(thing: Locator, width: number): Promise<void> {
  await expect(thing).toBeVisible();
  const place = await thing.boundingBox();
  expect(place?.x ?? -1).toBeGreaterThanOrEqual(268);
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
}

test('todas as ações de um grupo e todos os dados de uma pessoa estão à vista ao lado da barra lateral', async ({
  page,
}) => {
  await openGroups(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 850 });
    for (const action of ['Editar', 'Adicionar usuários a', 'Gerenciar agentes de', 'Excluir'])
      await expectInView(page.getByRole('button', { name: `${action} Free`, exact: true }), width);
  }
  await page.getByRole('tab', { name: 'Usuários', exact: true }).click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 850 });
    await expectInView(page.getByText('Último acesso', { exact: true }).first(), width);
  }
  await page.setViewportSize({ width: 1_360, height: 850 });
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(6);
});
