/** Plans and payments for the stories: subscriptions as the contract has them, and what is done with the cards. */
import type { Page } from '@playwright/test';
import type { Subscription } from '../../contract/src/subscriptions.ts';
import { intercept } from './accounts.ts';
import { API } from './test-server.ts';

const FREE: Subscription = {
  tier: 'free',
  plan_name: 'Free',
  kind: 'recurring',
  status: 'active',
  cancel_at_period_end: false,
  interval: null,
  amount: 0,
  monthly_token_limit: 100_000,
  current_period_end: null,
  next_token_reset: '2026-12-12T03:00:00.000Z',
  grace_until: null,
  next_interval: null,
};

const PLUS: Subscription = {
  ...FREE,
  id: 'sub_1',
  tier: 'plus',
  plan_name: 'Plus',
  interval: 'month',
  amount: 62_500,
  monthly_token_limit: 5_000_000,
  current_period_end: '2025-12-31T12:00:00.000Z',
};

export const free = (change: Partial<Subscription> = {}): Subscription => ({ ...FREE, ...change });
export const plus = (change: Partial<Subscription> = {}): Subscription => ({ ...PLUS, ...change });

export const MINE = '/subscriptions/my-subscription';

/** The subscription of the person, inserted by hand. */
export const answerPlan = (page: Page, data: Subscription) =>
  intercept(page, MINE, 200, { success: true, data });

/** The person as the server has them, with some fields changed. */
export const changeMe = (page: Page, change: Record<string, unknown>) =>
  page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...change } } });
  });

/** A place outside, where the provider's pages would be. */
export const OUTSIDE = 'https://provedor.example/sessao';
export const openOutside = (page: Page) =>
  page.route(`${OUTSIDE}*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Provedor</title><h1>Provedor</h1>' }),
  );

export const plan = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Planos' }).getByRole('listitem', { name, exact: true });
