import AxeBuilder from '@axe-core/playwright';
import { ADMIN, enter, expect, test } from './support/house.ts';
import { LOOKS } from './support/looks.ts';

const OPEN = ['/', '/cadastro', '/esqueci-senha', '/verify-email'];
const MINE = ['/chat', '/profile', '/subscription'];
const ADMINS = ['/admin', '/admin/settings', '/admin/feedback'];

for (const [theme, width, height] of LOOKS)
  for (const [who, paths] of [
    ['quem ainda não entrou', OPEN],
    ['quem entrou', [...MINE, ...ADMINS]],
  ] as const)
    test(`sem faltas graves de acessibilidade para ${who}: ${theme}, ${width} px`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width, height });
      await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
      if (who === 'quem entrou') await enter(page, ADMIN);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(grave.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
    });

test('nenhuma tela rola para o lado em 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  };
  for (const path of OPEN) await look(path);
  await enter(page, ADMIN);
  for (const path of [...MINE, ...ADMINS]) await look(path);
});
