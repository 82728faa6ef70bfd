/** A conversation shown to somebody else of the organisation. */
import { breakCall, expectFailure } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { enter, expect, registerPerson, test } from '../support/test-server.ts';

test('R-PRF-09 a second person reads up to the shared answer; once the link is ended, nobody does', async ({
  page,
  person,
  browser,
  expectComplaints,
}) => {
  expectComplaints(/links|shared/);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await enter(page, person);
  await page
    .getByRole('region', { name: 'Agentes' })
    .getByRole('button', { name: 'Como crio um agente?' })
    .click();
  const answer = page.locator('[data-role="assistant"][data-status="done"]');
  await expect(answer).toHaveCount(1);
  await answer.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Compartilhar até aqui…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compartilhar dentro da organização' });
  await dialog.getByText('7 dias').click();
  await breakCall(page, '/chat/sessions/*/links', 'POST');
  await dialog.getByRole('button', { name: 'Criar link' }).click();
  await expectFailure(dialog, 'Falha ao criar o link');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Criar link' }).click();
  await dialog.getByRole('button', { name: 'Copiar link' }).click();
  await expect(dialog.getByText('Não foi possível copiar. Selecione o endereço e copie.')).toBeVisible();
  const address = new URL(await dialog.getByLabel('Endereço').inputValue()).pathname;

  const other = await (await browser.newContext()).newPage();
  await breakCall(other, '/shared/*', 'GET');
  await enter(other, await registerPerson(page.request, 'Outra Pessoa'), address);
  await expectFailure(other, 'Falha ao carregar a conversa');
  await other.unrouteAll();
  await other.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(other.getByText(/^Conversa compartilhada\. As respostas são de/)).toBeVisible();
  await expect(other.getByRole('heading', { name: /Como crio um agente\?/ }).first()).toBeVisible();
  await breakCall(other, '/shared/*/messages/*/sources/*', 'GET');
  await other.getByRole('button', { name: 'Ver no documento' }).first().click();
  await expectFailure(other, 'Falha ao abrir a fonte');
  await other.unrouteAll();
  await other.getByRole('button', { name: 'Ver no documento' }).first().click();
  await expect(other.locator('mark').first()).toBeVisible();
  await expect(other.getByText(person.name)).toHaveCount(0);
  await walkPast(other, [['a conversa compartilhada', async () => undefined]]);

  await page.goto('/profile');
  await expect(page.getByText('1 abertura')).toBeVisible();
  await breakCall(page, '/chat/links/*', 'DELETE');
  await page.getByRole('button', { name: /^Encerrar o link de/ }).click();
  await expectFailure(page, 'Falha ao encerrar o link');
  await page.unrouteAll();
  await page.getByRole('button', { name: /^Encerrar o link de/ }).click();
  await expect(page.getByText(/foi encerrado\.$/)).toBeVisible();
  await other.reload();
  await expect(other.getByText('Este link não existe, venceu ou não é para você.')).toBeVisible();
  // Another try would find nothing either.
  await expect(other.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Ir para um novo chat' })).toBeVisible();
  await other.context().close();
});
