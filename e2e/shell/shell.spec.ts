import { API, enter, expect, test } from '../support/test-server.ts';

test('B28 R-SHELL-48 a malformed answer ends on the error screen, never on a blank page', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/./);
  await enter(page, person);
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, name: { not: 'a name' } } } });
  });
  await page.goto('/profile');
  await expect(
    page.getByText('Ocorreu um erro inesperado. Nossa equipe foi notificada.', { exact: true }).first(),
  ).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R-SHELL-02 dates and times appear in Portuguese', async ({ page, person }) => {
  await enter(page, person);
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, data: { ...body.data, last_login: '2025-03-09T17:05:00.000Z' } },
    });
  });
  await page.goto('/profile');
  await expect(page.getByText(/09\/03\/2025,? 14:05/)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
