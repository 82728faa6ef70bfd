import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { makePerson } from './support/groups.ts';
import { enter, expect, test } from './support/house.ts';
import { answerPlan, changeMe, plan, plus } from './support/plans.ts';

const SIZES = [
  [1360, 850],
  [390, 844],
  [360, 740],
] as const;

async function lookAt(page: Page, what: string): Promise<void> {
  const cut = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main > *, main > * > *, main section')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName} ${element.className}`),
  );
  expect(cut, `${what} scrolls sideways`).toEqual([]);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => (window as Shifted).shifted), `${what} jumps`).toBeLessThanOrEqual(0.02);
}

type Shifted = typeof window & { shifted?: number };

/** How much of what is on the screen moved without having been asked to. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifted = window as Shifted;
    shifted.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifted.shifted = (shifted.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of SIZES)
    test(`planos, assinatura e avisos cabem na tela e não têm faltas graves de acessibilidade: ${theme}, ${width} px`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width, height });
      await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
      await changeMe(page, { token_used: 4_900_000, token_limit: 5_000_000 });
      await answerPlan(page, plus({ cancel_at_period_end: true }));
      await watchShifts(page);
      await enter(page, await makePerson());
      const notices = page.getByRole('region', { name: 'Avisos da conta' }).getByRole('status');
      await expect(notices).toHaveCount(2);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await lookAt(page, 'os avisos');
      await page.goto('/subscription');
      await expect(plan(page, 'Plus').getByRole('button', { name: 'Reativar' })).toBeVisible();
      await lookAt(page, 'os planos');
      await page.goto('/subscription/manage');
      await expect(page.getByText('Cancelada (acesso até 31/12/2025)')).toBeVisible();
      await expect(page.getByText('Nada usado neste ciclo')).toBeAttached();
      await lookAt(page, 'a assinatura');
    });
