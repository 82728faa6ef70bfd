/** From the first to the last step without a pointer: nothing here clicks, fills or focuses by itself. */
import type { Locator, Page } from '@playwright/test';
import { uniqueName } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { plan } from '../support/plans.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

// Focus moves while dialogs come and go.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Everything that Tab may stop at: lists grow with what other stories have made. */
const STOPS = 'a, button, input, select, textarea, [tabindex]';

/** Presses Tab until what is looked for has the focus. A page that is still coming may draw it anew: then it is found again. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  // Found once: looking for it by its name at every stop took longer than all the rest.
  let element = await wanted.elementHandle();
  const state = () =>
    element?.evaluate((node) =>
      node === document.activeElement ? 'focused' : node.isConnected ? 'elsewhere' : 'replaced',
    );
  // Counted at every stop: the sidebar may come after what is looked for.
  for (let stop = 0; stop <= (await page.locator(STOPS).count()); stop++) {
    const now = await state();
    if (now === 'focused') break;
    if (now === 'replaced') element = await wanted.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(wanted).toBeFocused();
}

async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

async function write(page: Page, wanted: Locator, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.type(text);
}

const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' });
const box = (where: Page | Locator, name: string) => where.getByRole('textbox', { name });

test('by keyboard alone: sign in, choose an agent, ask, open a source, rate, rename and delete the conversation (R-AUTH-01, R-CHAT-14, R-CHAT-26)', async ({
  page,
}) => {
  const person = await makePerson();
  await page.goto('/');
  await write(page, box(page, 'E-mail'), person.email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');

  await expect(button(page, /^Escolher um agente/)).toBeVisible();
  await press(page, button(page, /^Escolher um agente/));
  const chooser = page.getByRole('dialog', { name: 'Escolha um agente' });
  await expect(box(chooser, 'Buscar agente')).toBeFocused();
  await page.keyboard.type('ajuda do');
  const found = chooser.getByRole('list', { name: 'Agentes' });
  await expect(found.getByRole('listitem')).toHaveCount(1);
  await press(page, button(found, /^Ajuda do Prosa/));
  await expect(chooser).toHaveCount(0);

  await write(page, box(page, 'Sua pergunta'), 'Não recebi o código, o que faço?');
  await page.keyboard.press('Enter');
  const answer = page.locator('article[data-role="assistant"]');
  await expect(answer).toHaveAttribute('data-status', 'done');
  await expect(box(page, 'Sua pergunta')).toBeFocused();

  const marker = button(answer, /^Fonte 1:/).first();
  await tabTo(page, marker, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const panel = page.locator('[data-source-panel]');
  const firstStop = panel.getByRole('button').first();
  await expect(firstStop).toBeFocused();
  const text = panel.getByRole('region', { name: 'Texto da fonte' });
  await expect(text.locator('mark')).toBeInViewport();
  // Beside the answer it holds nobody: past its end the answer goes on, and Enter leads in again.
  await tabTo(page, text);
  await page.keyboard.press('Tab');
  await expect(marker).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(firstStop).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(marker).toBeFocused();

  await press(page, button(answer, 'Esta resposta não ajudou'));
  await expect(page.getByLabel(/O que faltou/)).toBeFocused();
  await page.keyboard.type('Faltou o prazo.');
  await press(page, button(answer, 'Enviar motivo'));
  await expect(button(answer, 'Mudar o motivo')).toBeFocused();

  const conversations = page.getByRole('navigation', { name: 'Conversas' });
  await press(page, button(conversations, /^Renomear a conversa/));
  await expect(box(page, 'Título da conversa')).toBeFocused();
  await page.keyboard.type('Código perdido');
  await page.keyboard.press('Enter');
  await expect(conversations.getByRole('link', { name: /^Código perdido/ })).toBeFocused();
  await press(page, button(conversations, 'Excluir a conversa «Código perdido»'));
  const confirm = page.getByRole('alertdialog');
  await expect(button(confirm, 'Cancelar')).toBeFocused();
  await press(page, button(confirm, 'Excluir'));
  await expect(page).toHaveURL('/chat');
  await expect(conversations.getByRole('listitem')).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

test('by keyboard alone: an agent is created, instructed, reads a knowledge base, is deployed and given to a group (R-GRP-24)', async ({
  page,
}) => {
  const name = uniqueName('Agente do teclado');
  await enter(page, ADMIN, '/admin/agents');
  await press(page, button(page, 'New Agent'));
  await expect(box(page, 'Name')).toBeFocused();
  await page.keyboard.type(name);
  await press(page, button(page, 'Create Agent'));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await press(page, button(page, 'Edit Configuration'));
  await expect(box(page, 'Name')).toBeFocused();
  await write(page, box(page, 'Identity'), 'Você atende quem perdeu o acesso.');
  await press(page, button(page, 'Save Changes'));
  await expect(page.getByText('Configuration saved.')).toBeVisible();
  await expect(button(page, 'Edit Configuration')).toBeFocused();

  await tabTo(page, page.getByRole('tab', { name: 'Configuration' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await press(page, button(page, 'Add Knowledge Base'));
  const picker = page.getByRole('dialog', { name: 'Add a knowledge base' });
  await expect(box(picker, 'Search knowledge bases')).toBeFocused();
  await page.keyboard.type('manual do prosa');
  await press(page, button(picker, 'Add Manual do Prosa'));
  await expect(picker.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await press(page, button(page, 'Remove Manual do Prosa'), 'Space');
  await expect(button(page.getByRole('alertdialog'), 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Remove Manual do Prosa')).toBeFocused();

  await press(page, button(page, 'Deploy'));
  await expect(button(page, 'Undeploy')).toBeFocused();

  await press(page, page.getByRole('link', { name: 'Usuários' }));
  await tabTo(page, page.getByRole('tab', { name: 'Usuários', exact: true }));
  await page.keyboard.press('ArrowRight');
  const group = uniqueName('Grupo do teclado');
  await press(page, button(page, 'Novo Grupo'));
  await expect(box(page, 'Nome')).toBeFocused();
  await page.keyboard.type(group);
  await page.keyboard.press('Enter');
  await press(page, button(page, `Gerenciar agentes de ${group}`));
  const agents = page.getByRole('dialog', { name: 'Gerenciar Agentes do Grupo' });
  await expect(box(agents, 'Buscar agentes...')).toBeFocused();
  await page.keyboard.type(name);
  await expect(agents.getByRole('listitem')).toHaveCount(1);
  await press(page, agents.getByRole('checkbox'), 'Space');
  await press(page, button(agents, 'Salvar alterações (+1 -0)'));
  await expect(agents).toHaveCount(0);
  await expect(button(page, `Gerenciar agentes de ${group}`)).toBeFocused();
});

test('by keyboard alone: a knowledge base gets a file and loses it, and a data source is created and deleted (R-KB-03)', async ({
  page,
}) => {
  const base = uniqueName('Base do teclado');
  await enter(page, ADMIN, '/admin/databases');
  await press(page, button(page, 'New Knowledge Base'));
  await expect(box(page, 'Name')).toBeFocused();
  await page.keyboard.type(base);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: base }));

  const file = page.getByLabel('Upload Document', { exact: true });
  const chosen = page.waitForEvent('filechooser');
  await press(page, file);
  const texts = ['prazos.txt', 'recursos.txt'].map((title) => ({
    name: title,
    mimeType: 'text/plain',
    buffer: Buffer.from(`O prazo de ${title} é de dez dias.`),
  }));
  await (await chosen).setFiles(texts);
  const documents = page.getByRole('list', { name: 'Documentos' });
  await expect(documents.getByText('Ready')).toHaveCount(2);
  await press(page, button(page, 'prazos.txt'));
  const reader = page.getByRole('dialog', { name: 'prazos.txt' });
  await expect(reader).toContainText('dez dias');
  await page.keyboard.press('Escape');
  await expect(reader).toHaveCount(0);
  await expect(button(page, 'prazos.txt')).toBeFocused();
  for (const title of ['prazos.txt', 'recursos.txt']) {
    await press(page, button(page, `Delete ${title}`));
    await press(page, button(page.getByRole('alertdialog'), 'Delete'));
    await expect(button(page, `Delete ${title}`)).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  }

  const source = uniqueName('Fonte do teclado');
  await press(page, page.getByRole('link', { name: 'Data Sources' }));
  await press(page, button(page, 'New Data Source'));
  await expect(box(page, 'Name')).toBeFocused();
  await page.keyboard.type(source);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: source }));
  await press(page, button(page, 'Edit Settings'));
  await expect(box(page, 'Name')).toBeFocused();
  await press(page, button(page, 'Cancel'));
  await expect(button(page, 'Edit Settings')).toBeFocused();
  await press(page, button(page, 'Delete'));
  await press(page, button(page, 'Confirm Delete'));
  await expect(page).toHaveURL(/\/admin\/datasources$/);
  await expect(page.getByRole('link', { name: source })).toHaveCount(0);
});

test('by keyboard alone: subscribing to a plan at the local checkout', async ({ page }) => {
  await enter(page, await makePerson(), '/subscription');
  await tabTo(page, page.getByRole('radio', { name: 'Anual' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Mensal' })).toBeChecked();
  await press(page, button(plan(page, 'Plus'), 'Assinar o Plus'));
  await press(page, button(page, /^Pagar R\$\s625,00$/));
  await expect(page).toHaveURL('/chat');
  await expect(page.getByText('/ 5 mi')).toBeVisible();
});
