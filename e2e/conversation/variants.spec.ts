import type { Page } from '@playwright/test';
import { breakCall, expectFailure } from '../support/agents.ts';
import { admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Sua pergunta' });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Pergunta editada' });
const questions = (page: Page) => page.locator('article[data-role="user"]');

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Editar a pergunta' })).toBeVisible();
}

test('R-RCH-02 the last question is edited by pencil and by keyboard, and each variant is shown again', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  await ask(page, 'Como troco a minha senha?');
  await ask(page, 'Quanto tempo vale a senha?');
  await expect(page.getByRole('button', { name: 'Editar a pergunta' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Editar a pergunta' }).click();
  await expect(editor(page)).toBeFocused();
  await editor(page).press('Escape');
  await expect(page.getByRole('button', { name: 'Editar a pergunta' })).toBeFocused();
  await box(page).focus();
  await box(page).press('ArrowUp');
  await editor(page).fill('Quanto tempo vale a senha temporária?');
  await editor(page).press('Enter');
  await expect(questions(page)).toHaveCount(2);
  await expect(questions(page).last()).toContainText('Quanto tempo vale a senha temporária?');
  const variants = page.getByRole('group', { name: 'Variantes da pergunta' });
  await expect(variants).toContainText('2 de 2');
  await questions(page).last().locator('p').first().focus();
  await page.keyboard.press('e');
  await editor(page).fill('Como excluo a minha conta?');
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(variants).toContainText('3 de 3');
  await breakCall(page, '/chat/sessions/*/variant', 'PATCH');
  await page.getByRole('button', { name: 'Variante anterior' }).click();
  await expectFailure(page, 'Falha ao mostrar a outra variante');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Variante anterior' }).click();
  await expect(variants).toContainText('2 de 3');
  await expect(questions(page).last()).toContainText('Quanto tempo vale a senha temporária?');
  await page.reload();
  await expect(variants).toContainText('2 de 3');
  await expect(questions(page)).toHaveCount(2);
});

test('R-RCH-03 from any answer the conversation goes on in another one', async ({ page, person }) => {
  await admit(page, person);
  const first = await openConversation(page);
  await page.goto(`/chat/${first}`);
  await ask(page, 'Como troco a minha senha?');
  await ask(page, 'Como excluo a minha conta?');
  await breakCall(page, `/chat/sessions/${first}/branch`, 'POST');
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name: 'Continuar daqui em outra conversa' }).click();
  await expectFailure(page, 'Falha ao abrir a outra conversa');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name: 'Continuar daqui em outra conversa' }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await expect(questions(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Esta resposta ajudou' })).toHaveCount(0);
  await ask(page, 'Como entro?');
  await expect(questions(page)).toHaveCount(2);
});
