import type { Page } from '@playwright/test';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const refused = (page: Page) => page.getByText('Falha ao enviar mensagem');

/** A conversation whose clock the story turns, with a question that waits for its answer. */
async function waiting(
  page: Page,
  person: { email: string; password: string },
  hold: () => Promise<unknown>,
) {
  await page.clock.install();
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  await expect(box(page)).toBeVisible();
  await hold();
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Parar resposta' })).toBeVisible();
}

test('R-CALL-04 a server that says nothing has 300 seconds; then the screen says that it could not connect', async ({
  page,
  person,
}) => {
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/messages'),
  );
  await waiting(page, person, () =>
    page.route(`**${API}/chat/sessions/*/messages`, (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    ),
  );
  await asked;
  await page.clock.runFor(290_000);
  await expect(refused(page)).toHaveCount(0);
  await page.clock.runFor(11_000);
  await expect(refused(page)).toBeVisible();
  await expect(page.getByText(/Não foi possível conectar ao servidor\./)).toBeVisible();
  await expect(box(page)).toHaveValue('Oi?');
});

test('R-CALL-05 refreshing the access has 30 seconds; without an answer the question returns to the box and nobody is signed out', async ({
  page,
  person,
}) => {
  const renewing = page.waitForRequest((request) => request.url().endsWith('/auth/refresh'));
  await waiting(page, person, async () => {
    await page.route(`**${API}/auth/refresh`, () => undefined);
    await page.route(`**${API}/chat/sessions/*/messages`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 401,
            json: { success: false, detail: 'Não autenticado.', code: 'not_authenticated' },
          })
        : route.continue(),
    );
  });
  await renewing;
  await page.clock.runFor(25_000);
  await expect(refused(page)).toHaveCount(0);
  await page.clock.runFor(6_000);
  await expect(refused(page)).toBeVisible();
  await expect(box(page)).toHaveValue('Oi?');
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
});
