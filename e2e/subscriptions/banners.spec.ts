import type { Page } from '@playwright/test';
import { makePerson } from '../support/groups.ts';
import { answerPlan, changeMe, MINE, plus } from '../support/plans.ts';
import { API, enter, expect, test } from '../support/test-server.ts';

const notices = (page: Page) => page.getByRole('region', { name: 'Avisos da conta' });

async function use(page: Page, token_used: number, change: Record<string, unknown> = {}): Promise<void> {
  await page.unroute(`**${API}/users/me`);
  await changeMe(page, { token_used, ...change });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('at 80, 95 and 100 % of the tokens there is a notice on all screens; dismissed, it returns at the next level or cycle', async ({
  page,
}) => {
  await enter(page, await makePerson({ token_used: 79_999 }));
  await expect(page.getByText('/ 100 mil')).toBeVisible();
  await expect(notices(page)).toBeHidden();

  const next_token_reset = '2026-12-12T03:00:00.000Z';
  await use(page, 80_000, { next_token_reset });
  await expect(notices(page)).toContainText('Você já usou 80% dos tokens do mês.');
  await page.getByRole('button', { name: 'Dispensar aviso' }).click();
  await expect(notices(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await use(page, 94_999, { next_token_reset });
  await expect(notices(page)).toBeHidden();
  await use(page, 95_000, { next_token_reset });
  await expect(notices(page)).toContainText(
    'Você já usou 95% dos tokens do mês. A renovação é em 12/12/2026.',
  );
  await page.getByRole('button', { name: 'Dispensar aviso' }).click();
  await use(page, 80_000, { next_token_reset: '2027-01-12T03:00:00.000Z' });
  await expect(notices(page)).toContainText('A renovação é em 12/01/2027.');

  await use(page, 120_000, { next_token_reset });
  await expect(notices(page)).toContainText('Você usou todos os tokens do mês.');
  await expect(notices(page)).toContainText('12/12/2026');
  await notices(page).getByRole('link', { name: 'Fazer Upgrade' }).click();
  await expect(page).toHaveURL('/subscription');
  await expect(notices(page)).toContainText('Você usou todos os tokens do mês.');
});

test('a failed payment and an ending plan are in view until they are resolved; people who do not pay are not asked about', async ({
  page,
}) => {
  const person = await makePerson();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes(MINE) && asked.push(request.url()));
  await enter(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('/ 100 mil')).toBeVisible();
  expect(asked).toEqual([]);

  await changeMe(page, { token_limit: 5_000_000, is_on_free_limit: false });
  await answerPlan(page, plus({ status: 'past_due', grace_until: '2026-01-07T12:00:00.000Z' }));
  await page.reload();
  await expect(notices(page)).toContainText(
    'O pagamento da sua assinatura não foi aprovado. Seu plano segue até 07/01/2026.',
  );
  await expect(page.getByRole('button', { name: 'Dispensar aviso' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Atualizar pagamento' }).click();
  await expect(page).toHaveURL('/subscription/manage');
  // There the plan itself says it.
  await expect(page.getByText('O último pagamento não foi aprovado.')).toBeVisible();
  await expect(notices(page)).toBeHidden();

  await page.unroute(`**${API}${MINE}`);
  await answerPlan(page, plus({ cancel_at_period_end: true }));
  await page.goto('/profile');
  await expect(notices(page)).toContainText('Sua assinatura foi cancelada. O acesso vai até 31/12/2025.');
  await expect(notices(page).getByRole('link', { name: 'Renovar Assinatura' })).toHaveAttribute(
    'href',
    '/subscription',
  );
  await page.getByRole('button', { name: 'Dispensar aviso' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await expect(notices(page)).toBeHidden();
});
