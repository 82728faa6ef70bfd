/** Two presses where one was meant. */
import type { Page } from '@playwright/test';
import { fillLogin, intercept, login } from '../support/accounts.ts';
import { API, enter, expect, test } from '../support/test-server.ts';

/** The middle of a button, pressed twice, as a hand does it that does not look. */
async function pressTwice(page: Page, name: string, gap: number, clickCount = 2): Promise<void> {
  const box = await page.getByRole('button', { name }).boundingBox();
  if (!box) throw new Error(`no button ${name}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(gap);
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

const callsOf = (page: Page, path: string) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes(API + path) && calls.push(request.url()));
  return calls;
};

for (const gap of [0, 60, 120]) {
  test(`«Enviar» pressed twice in «Novo chat», ${gap} ms apart, makes one conversation`, async ({
    page,
    person,
  }) => {
    const begun = callsOf(page, '/chat/create-session');
    await enter(page, person);
    await page.getByRole('button', { name: 'Escolher um agente' }).click();
    await page.getByRole('dialog').getByText('Ajuda do Prosa', { exact: true }).first().click();
    await page.getByRole('textbox', { name: /pergunta/i }).fill('Como altero a senha?');
    // Two clicks that even the browser takes for two.
    await pressTwice(page, 'Enviar', gap, 1);
    await expect(page).toHaveURL(/\/chat\/.+/);
    expect(begun).toHaveLength(1);
  });
}

test('the notice of a refused sign-in stays until the next answer, and nothing moves under the pointer', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await fillLogin(page, person.email, 'uma senha errada');
  await login.submit(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  const before = await login.submit(page).boundingBox();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(`**${API}/auth/login`, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.fulfill({ status: 401, contentType: 'application/json', body: '{}' });
  });
  await login.submit(page).click();
  await asked.promise;
  await expect(page.getByRole('alert')).toHaveAttribute('aria-busy', 'true');
  await expect.poll(async () => (await login.submit(page).boundingBox())?.y).toBe(before?.y);
  answer.resolve();
  await expect(page.getByRole('alert')).not.toHaveAttribute('aria-busy');
});

test('a double click on «Verificar» checks the code once and asks for no other', async ({ page }) => {
  const verified = callsOf(page, '/auth/verify-email');
  const resent = callsOf(page, '/auth/resend-verification');
  await page.addInitScript(() => localStorage.setItem('pendingVerificationEmail', 'x@exemplo.com.br'));
  await intercept(page, '/auth/verify-email', 400, { detail: 'Código inválido ou expirado.' });
  await page.goto('/verify-email');
  await page.getByLabel('Código', { exact: true }).fill('123456');
  for (const calls of [1, 2]) {
    await pressTwice(page, 'Verificar', 120);
    await expect(page.getByRole('alert')).toContainText('Código inválido ou expirado.');
    await expect.poll(() => [verified.length, resent.length]).toEqual([calls, 0]);
  }
  await intercept(page, '/auth/resend-verification*', 500, {});
  await pressTwice(page, 'Reenviar código', 120);
  await expect(page.getByRole('alert')).toContainText('Erro ao reenviar código de verificação');
  expect(resent).toHaveLength(1);
});

test('R-AUTH-19 correcting the phone number in its middle deletes the digit before the cursor', async ({
  page,
}) => {
  await page.goto('/cadastro');
  const phone = page.getByLabel(/Telefone/);
  const typed = () => phone.evaluate((box: HTMLInputElement) => [box.value, box.selectionStart]);
  await phone.pressSequentially('11987654321');
  for (let step = 0; step < 4; step += 1) await phone.press('ArrowLeft');
  await phone.press('Backspace');
  await expect.poll(typed).toEqual(['(11) 9876-4321', 9]);
  await phone.press('Backspace');
  await expect.poll(typed).toEqual(['(11) 9874-321', 8]);
  await phone.pressSequentially('65');
  await expect.poll(typed).toEqual(['(11) 98765-4321', 10]);
  await phone.press('5');
  await expect.poll(() => phone.inputValue()).toBe('(11) 98765-4321');
});
