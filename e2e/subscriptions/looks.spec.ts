import type { Page } from '@playwright/test';
import { makePerson } from '../support/groups.ts';
import { type Sight, walkPast } from '../support/looks.ts';
import { answerPlan, changeMe, plan, plus } from '../support/plans.ts';
import { enter, expect, test } from '../support/test-server.ts';

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

const sights = (page: Page): Sight[] => [
  [
    'os avisos',
    async () => {
      const notices = page.getByRole('region', { name: 'Avisos da conta' }).getByRole('status');
      await expect(notices).toHaveCount(2);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  ],
  [
    'os planos',
    async () => {
      await page.goto('/subscription');
      await expect(plan(page, 'Plus').getByRole('button', { name: 'Reativar' })).toBeVisible();
    },
  ],
  [
    'a assinatura',
    async () => {
      await page.goto('/subscription/manage');
      await expect(page.getByText('Cancelada (acesso até 31/12/2025)')).toBeVisible();
      await expect(page.getByText('Nada usado neste ciclo')).toBeAttached();
    },
  ],
];

test('plans, subscription and notices come without layout shifts, fit every width and have no serious accessibility fault', async ({
  page,
}) => {
  await changeMe(page, { token_used: 4_900_000, token_limit: 5_000_000, is_on_free_limit: false });
  await answerPlan(page, plus({ cancel_at_period_end: true }));
  await watchShifts(page);
  const person = await makePerson();
  for (const width of [390, 360, 1360]) {
    await page.setViewportSize({ width, height: 800 });
    await enter(page, person);
    for (const [what, go] of sights(page)) {
      await go();
      expect(await page.evaluate(() => (window as Shifted).shifted), `${what} jumps`).toBeLessThanOrEqual(
        0.02,
      );
    }
  }
  await page.goto('/chat');
  await walkPast(page, sights(page));
});
