/** Windows wide enough for the sidebar and narrow beside it: rows, filters and columns keep to the room they have. */
import type { Locator } from '@playwright/test';
import { makeSource, openSource, readyWith, TENDERS } from '../support/data-sources.ts';
import { openGroups } from '../support/groups.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const WIDTHS = [800, 1_000, 1_040];

/** All of it is inside the window, and nothing around it is scrolled to the side for it. */
async function expectInView(thing: Locator, width: number): Promise<void> {
  await expect(thing).toBeVisible();
  await expect(async () => {
    const place = await thing.boundingBox();
    expect(place?.x ?? -1).toBeGreaterThanOrEqual(268);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
  }).toPass({ timeout: 20_000 });
}

test('all actions of a group and all data of a person are in view beside the sidebar', async ({ page }) => {
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

test('the filters of the audit trail and the origin of each entry fit beside the sidebar', async ({
  page,
}) => {
  await enter(page, ADMIN, '/admin/audit');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 850 });
    await expectInView(page.getByText('De onde', { exact: true }).first(), width);
    for (const name of ['Objeto', 'Pessoa']) {
      const box = page.getByLabel(name, { exact: true });
      await expect.poll(async () => (await box.boundingBox())?.width).toBeGreaterThan(160);
    }
  }
});

test('the values of a parameter and its expression do not overlap', async ({ page }) => {
  const source = await makeSource(
    page,
    readyWith(TENDERS, 'objeto', { situacao: ['Aberta', 'Encerrada', 'Homologada', 'Suspensa'] }),
  );
  await openSource(page, source);
  const row = page.getByRole('list', { name: 'Parameters' }).getByRole('listitem').first();
  for (const width of [768, ...WIDTHS, 1_360]) {
    await page.setViewportSize({ width, height: 850 });
    const values = row.getByRole('list', { name: 'Values' }).getByRole('listitem');
    await expect(values).toHaveCount(4);
    const cut = () =>
      values.evaluateAll((chips) => chips.filter((chip) => chip.scrollWidth > chip.clientWidth).length);
    await expect.poll(cut, `${width} px`).toBe(0);
    const isApart = async () => {
      const [chip, kind] = [
        await values.last().boundingBox(),
        await row.getByText('fixed list').boundingBox(),
      ];
      return (
        (chip?.x ?? 0) + (chip?.width ?? 0) <= (kind?.x ?? 0) ||
        (chip?.y ?? 0) + (chip?.height ?? 0) <= (kind?.y ?? 0)
      );
    };
    await expect.poll(isApart, `${width} px`).toBe(true);
  }
});
