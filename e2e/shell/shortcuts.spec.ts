import type { Page } from '@playwright/test';
import { ADMIN, admit, enter, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Buscar nas conversas' });
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Escolha um agente' });

test('Ctrl K leads to the search on every screen, a new chat included', async ({ page, person }) => {
  await enter(page, person);
  await expect(page.getByRole('button', { name: 'Escolher um agente' })).not.toContainText('Ctrl K');
  for (const path of ['/chat', '/profile', '/subscription', `/chat/${await openConversation(page)}`]) {
    await page.goto(path);
    await expect(box(page)).toBeVisible();
    await expect(page.getByRole('search')).toContainText('Ctrl K');
    await expect(box(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K');
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await expect(chooser(page)).toHaveCount(0);
  }
});

test('Esc in an empty search returns the focus to where it was', async ({ page, person }) => {
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  const question = page.getByRole('textbox', { name: 'Sua pergunta' });
  await question.focus();
  await page.keyboard.press('Meta+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeFocused();
});

test('Ctrl K opens the closed sidebar, and on a phone the drawer', async ({ page, person }) => {
  await enter(page, person, '/profile');
  await page.getByRole('button', { name: 'Fechar barra lateral' }).click();
  await expect(box(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.removeItem('sidebarState'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const drawer = page.getByRole('dialog', { name: 'Barra lateral' });
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('prazo');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('over an open dialog Ctrl K does nothing', async ({ page, person }) => {
  await enter(page, person);
  await page.getByRole('button', { name: 'Feedback' }).click();
  const feedback = page.getByRole('dialog', { name: 'Feedback' });
  await expect(feedback).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(feedback).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Feedback' }).click();
  await expect(feedback).toBeVisible();
  await page.keyboard.press('Control+k');
  const isInDialog = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  await expect.poll(isInDialog).toBe(true);
});

test('in the administration the search takes the place of the sections and Esc brings them back', async ({
  page,
}) => {
  await enter(page, ADMIN, '/admin');
  const sections = page.getByRole('navigation', { name: 'Administração' });
  await expect(sections).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await expect(sections).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sections).toBeVisible();
});
