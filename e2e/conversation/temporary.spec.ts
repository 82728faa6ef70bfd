import { breakCall, expectFailure } from '../support/agents.ts';
import { admit, expect, test } from '../support/test-server.ts';

test('R-RCH-04 a temporary conversation is begun by a switch, marked, listed with its end, and erased at once on request', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await page.goto('/chat');
  const chooser = page.getByRole('button', { name: /Escolher um agente|Agente escolhido/ });
  await chooser.click();
  await page
    .getByRole('button', { name: /^Ajuda/ })
    .first()
    .click();
  const temporary = page.getByRole('switch', { name: 'Conversa temporária' });
  // Said before it is chosen.
  await expect(temporary).not.toBeChecked();
  await expect(temporary).toHaveAccessibleDescription(/^Some 24 horas depois da última mensagem\./);
  await expect(page.getByText('Some 24 horas depois da última mensagem.')).toBeVisible();
  await temporary.click();
  await page.getByRole('textbox', { name: 'Sua pergunta' }).fill('Como troco a minha senha?');
  await page.getByRole('textbox', { name: 'Sua pergunta' }).press('Enter');
  const bar = page.getByRole('region', { name: 'Conversa temporária' });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('button', { name: 'Editar a pergunta' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Esta resposta ajudou' })).toHaveCount(0);
  await expect(page.getByText('Temporárias')).toBeVisible();
  await expect(page.getByText('Some em 24 h')).toBeVisible();
  await breakCall(page, '/chat/sessions/*', 'DELETE');
  await bar.getByRole('button', { name: 'Apagar agora' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByRole('button', { name: 'Apagar agora' }).click();
  await expectFailure(bar, 'Falha ao apagar a conversa');
  await page.unrouteAll();
  await bar.getByRole('button', { name: 'Apagar agora' }).click();
  await question.getByRole('button', { name: 'Apagar agora' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByText('Temporárias')).toHaveCount(0);
});
