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

/**
 * A screen waits six tenths of a second for its notices, and then comes without those that are late. How fast the machine
 * of the stories is proves nothing: the clock of the page goes on by two thousandths of a second each time somebody looks.
 */
const come = (page: Page, isHere: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(2);
        return isHere();
      },
      { intervals: [30] },
    )
    .toBe(true);

const sights = (page: Page): Sight[] => [
  [
    'os avisos',
    () => {
      const notices = page.getByRole('region', { name: 'Avisos da conta' }).getByRole('status');
      const heading = page.getByRole('heading', { level: 1 });
      return come(page, async () => (await notices.count()) === 2 && heading.isVisible());
    },
  ],
  [
    'os planos',
    async () => {
      await page.goto('/subscription');
      const reactivate = plan(page, 'Plus').getByRole('button', { name: 'Reativar' });
      await come(page, () => reactivate.isVisible());
    },
  ],
  [
    'a assinatura',
    async () => {
      await page.goto('/subscription/manage');
      const until = page.getByText('Cancelada (acesso até 31/12/2025)');
      const nothingUsed = page.getByText('Nada usado neste ciclo');
      await come(page, async () => (await until.isVisible()) && (await nothingUsed.count()) > 0);
    },
  ],
];

test('plans, subscription and notices come without layout shifts, fit every width and have no serious accessibility fault', async ({
  page,
}) => {
  await changeMe(page, { token_used: 4_900_000, token_limit: 5_000_000, is_on_free_limit: false });
  await answerPlan(page, plus({ cancel_at_period_end: true }));
  await watchShifts(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
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
  await page.clock.resume();
  await page.goto('/chat');
  await walkPast(page, sights(page));
});
