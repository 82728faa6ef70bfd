/** Public counters as their administrators see them: opened, shown to the public, looked at, paused and deleted. */
import type { Page } from '@playwright/test';
import { intercept } from '../support/accounts.ts';
import { breakCall, expectFailure, uniqueName } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';
import { COUNTER_ANSWER, counterAgent, openCounter, removeCounter } from './opened-counters.ts';

const PATH = '/admin/balcoes';

const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Balcões' }).getByRole('listitem').filter({ hasText: name });

test('R-RCH-06 a superadmin opens a counter in a form, takes its code to a website, sees what it was asked, pauses and deletes it', async ({
  page,
}) => {
  const agent = await counterAgent(page);
  const clerk = await makePerson({ role: 'admin', name: uniqueName('Clara') });
  const name = uniqueName('Câmara');
  const slug = name.toLowerCase().replace('â', 'a').replace(' ', '-');
  await enter(page, ADMIN, PATH);
  await page.getByRole('button', { name: 'Novo balcão' }).click();
  const form = page.getByRole('dialog', { name: 'Novo balcão' });
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('Informe o nome do balcão.')).toBeVisible();
  await expect(form.getByText('Escolha o agente que responde.')).toBeVisible();
  await expect(form.getByText('Informe o contato da organização.')).toBeVisible();
  await expect(form.getByLabel('Nome', { exact: true })).toBeFocused();
  await form.getByLabel('Nome', { exact: true }).fill(name);
  await expect(form.getByLabel('Endereço')).toHaveValue(slug);
  await form.getByLabel('Agente', { exact: true }).selectOption({ label: agent.name });
  await form.getByLabel('Contato da organização').fill('Ouvidoria: telefone 156');
  await form.getByLabel('Cor do cabeçalho', { exact: true }).fill('#eeeeee');
  await expect(form.getByText('escolha cores com mais contraste')).toBeVisible();
  await form.getByLabel('Cor das letras', { exact: true }).fill('#1d2321');
  await expect(form.getByText('Contraste de 13,8 para 1.')).toBeVisible();
  await form
    .getByLabel('Logo')
    .setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(form.getByText('Envie um logo PNG ou WebP de até 200 KB.')).toBeVisible();
  await form.getByLabel('Logo').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: LOGO });
  await expect(form.getByRole('img', { name: 'Logo do balcão' })).toBeVisible();
  await form.getByLabel('Sites que podem mostrar').fill('https://www.camara.gov.br/pagina');
  await form.getByLabel('Nome ou e-mail').fill(clerk.name);
  await page.getByRole('option', { name: clerk.name }).click();
  await form.getByRole('switch', { name: 'Sempre aberto' }).click();
  for (const day of ['sábado', 'domingo']) await form.getByRole('checkbox', { name: day }).check();
  await form.getByLabel('Abre às').fill('00:00');
  await form.getByLabel('Fecha às').fill('00:00');
  await expect(form.getByText('com o fim depois do começo')).toBeVisible();
  await form.getByLabel('Fecha às').fill('23:59');
  await walkPast(page, [['o formulário', async () => undefined]]);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('Informe uma origem como https://www.cidade.gov.br.')).toBeVisible();
  await form.getByLabel('Sites que podem mostrar').fill('https://www.camara.gov.br');
  await breakCall(page, '/counters', 'POST');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(form, 'Falha ao salvar o balcão');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Salvar' }).click();
  const card = cardOf(page, name);
  await expect(card).toContainText('Trechos literais');
  await expect(card).toContainText('https://www.camara.gov.br');

  await card.getByRole('button', { name: `Código para o site de ${name}` }).click();
  const site = page.getByRole('dialog', { name: `${name} no site` });
  await site.getByText('À esquerda').click();
  await site.getByRole('button', { name: 'Copiar o código' }).click();
  await expect(site.getByRole('button', { name: 'Copiado' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(
    `<prosa-balcao slug="${slug}" position="left" background="#eeeeee" text="#1d2321">`,
  );
  await walkPast(page, [['o código', async () => undefined]]);
  const [citizen] = await Promise.all([
    page.waitForEvent('popup'),
    site.getByRole('link', { name: 'Abrir a página' }).click(),
  ]);
  await citizen.getByRole('button', { name: 'Quando vence o IPTU?' }).click();
  await expect(citizen.getByRole('article', { name: 'Resposta' })).toContainText(COUNTER_ANSWER);
  await citizen.close();
  await page.keyboard.press('Escape');

  await breakCall(page, '/counters/*/statistics*', 'GET');
  await card.getByRole('button', { name: `Uso de ${name}` }).click();
  const use = page.getByRole('dialog', { name: `Uso de ${name}` });
  await expectFailure(use, 'Falha ao carregar o uso do balcão');
  await page.unrouteAll();
  await use.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(use.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1', '1', '1', '0', '0', '0']);
  await walkPast(page, [['o uso', async () => undefined]]);
  await page.keyboard.press('Escape');
  await walkPast(page, [['os balcões', async () => undefined]]);

  await breakCall(page, '/counters/*/pause', 'POST');
  await card.getByRole('button', { name: `Pausar ${name}` }).click();
  await expectFailure(card, 'Falha ao mudar o balcão');
  await page.unrouteAll();
  await card.getByRole('button', { name: `Pausar ${name}` }).click();
  await expect(card.getByText('Pausado')).toBeVisible();

  await card.getByRole('button', { name: `Editar ${name}` }).click();
  const edited = page.getByRole('dialog', { name: `Editar ${name}` });
  await expect(edited.getByRole('checkbox', { name: 'domingo' })).toBeChecked();
  await expect(edited.getByRole('group', { name: 'Quem é avisado dos pedidos' })).toContainText(clerk.name);
  await edited.getByRole('button', { name: `Retirar ${clerk.name}` }).click();
  await expect(edited.getByRole('img', { name: 'Logo do balcão' })).toBeVisible();
  await edited.getByLabel('Endereço').fill(`${slug}-2`);
  await expect(edited.getByText('links e códigos que já estão em sites deixam de funcionar')).toBeVisible();
  await edited.getByText('Escritas por um modelo').click();
  await edited.getByLabel('Orçamento de tokens por dia').fill('');
  await edited.getByRole('button', { name: 'Salvar' }).click();
  await expect(edited.getByText('Informe o orçamento de tokens por dia.')).toBeVisible();
  await edited.getByLabel('Orçamento de tokens por dia').fill('1.000.000');
  await edited.getByRole('button', { name: 'Salvar' }).click();
  await expect(card).toContainText('0 de 1.000.000 tokens');

  await breakCall(page, '/counters/*', 'DELETE');
  await card.getByRole('button', { name: `Excluir ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expectFailure(question, 'Falha ao excluir o balcão');
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(card).toHaveCount(0);
});

test('without a counter the screen says what one is for; where they cannot be read it tries again', async ({
  page,
}) => {
  await breakCall(page, '/counters', 'GET');
  await enter(page, ADMIN, PATH);
  await expectFailure(page, 'Falha ao carregar os balcões');
  await page.unroute(`**${API}/counters`);
  await intercept(page, '/counters', 200, { success: true, data: [], message: '' });
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Nenhum balcão ainda')).toBeVisible();
  await page.unroute(`**${API}/counters`);
  await breakCall(page, '/agents?*', 'GET');
  await page.getByRole('button', { name: 'Novo balcão' }).click();
  await expectFailure(page.getByRole('dialog'), 'Falha ao carregar os agentes');
});

test('an admin changes and pauses a counter, and neither opens nor deletes one', async ({ page }) => {
  const counter = await openCounter(page);
  await enter(page, await makePerson({ role: 'admin' }), PATH);
  const card = cardOf(page, counter.name);
  await card.getByRole('button', { name: `Pausar ${counter.name}` }).click();
  await card.getByRole('button', { name: `Reabrir ${counter.name}` }).click();
  await expect(card.getByText('Aberto', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: `Excluir ${counter.name}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Novo balcão' })).toHaveCount(0);
  await intercept(page, '/counters', 200, { success: true, data: [], message: '' });
  await page.reload();
  await expect(page.getByText('Peça a um superadministrador que abra o primeiro.')).toBeVisible();
  await removeCounter(page, counter);
});

/** A green square. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGPgk/LBihiGlgQAQ5cW4Zt3oT0AAAAASUVORK5CYII=',
  'base64',
);
