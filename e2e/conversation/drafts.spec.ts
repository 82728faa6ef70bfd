import type { Page } from '@playwright/test';
import { fillLogin, login } from '../support/accounts.ts';
import { API, admit, enter, expect, openConversation, registerPerson, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const TYPED = 'Qual é o prazo do';

/** Until the browser has written it down. */
const keptInBrowser = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('prosa');
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('drafts')) return resolve([]);
          const all = database.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => resolve(all.result);
        };
      }),
  );
const written = (page: Page) => expect.poll(() => keptInBrowser(page)).toEqual([TYPED]);

/** The server no longer knows the sign-in: neither its access nor its refresh token. */
async function expire(page: Page) {
  const ended = (path: string) =>
    page.route(`**${API}${path}`, (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, detail: 'Não autenticado.', code: 'not_authenticated' },
      }),
    );
  await ended('/auth/refresh');
  await ended('/chat/sessions/*/messages');
}

test('what was typed is still there after a reload, in each conversation and in the new chat', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await box(page).fill('Para o chat novo');
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await box(page).fill(TYPED);
  await page.reload();
  await expect(box(page)).toHaveValue(TYPED);
  await page.goto('/chat');
  await expect(box(page)).toHaveValue('Para o chat novo');
  await page.goto(`/chat/${await openConversation(page)}`);
  await expect(box(page)).toHaveValue('');
});

test('a question that was sent does not return to the box', async ({ page, person }) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await box(page).fill('Como excluo uma conversa?');
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Parar resposta' })).toHaveCount(0, { timeout: 15_000 });
  await page.reload();
  await expect(page.locator('[data-message-id]')).toHaveCount(1);
  await expect(box(page)).toHaveValue('');
  await expect.poll(() => keptInBrowser(page)).toEqual([]);
});

test('when the sign-in expires and the person signs in again, the question is in the box', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await box(page).fill(TYPED);
  await expire(page);
  await box(page).press('Enter');
  await expect(page).toHaveURL('/');
  await page.unrouteAll();
  await fillLogin(page, person.email, person.password);
  await login.submit(page).click();
  await expect(page).toHaveURL(/\/chat/);
  await page.goto(`/chat/${id}`);
  await expect(box(page)).toHaveValue(TYPED);
});

test('another person in the same browser does not see what was typed', async ({ page, person }) => {
  await enter(page, person);
  await box(page).fill(TYPED);
  await written(page);
  const other = await registerPerson(page.request, 'Outra Pessoa');
  // As an expired sign-in leaves the browser.
  await page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('refreshToken');
  });
  await page.goto('/');
  await fillLogin(page, other.email, other.password);
  await login.submit(page).click();
  await expect(page).toHaveURL('/chat');
  await expect(box(page)).toBeVisible();
  await expect(box(page)).toHaveValue('');
});

test('«Sair» deletes from the browser what the person typed', async ({ page, person }) => {
  await enter(page, person);
  await box(page).fill(TYPED);
  await written(page);
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => keptInBrowser(page)).toEqual([]);
});

test('where the browser stores nothing, the box works and the text lives as long as the page', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await enter(page, person);
  await box(page).fill(TYPED);
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await expect(box(page)).toHaveValue(TYPED);
});
