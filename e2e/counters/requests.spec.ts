/** The whole way of a question that no document answers: refusal, request, answer by mail, verified answer. */
import type { Browser, Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, emailsTo, enter, expect, test, textOfEmailTo } from '../support/test-server.ts';
import { type OpenedCounter, openCounter, removeCounter, requestAt } from './opened-counters.ts';

const QUESTION = 'Onde tiro o passaporte municipal?';

/** A citizen in a browser of their own asks, is refused and leaves a request. */
async function leaveRequest(browser: Browser, { slug }: OpenedCounter, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const citizen = await context.newPage();
  await citizen.goto(`/balcao/${slug}`);
  await ask(citizen);
  const refused = citizen.getByRole('article', { name: 'Resposta' });
  await expect(refused).toContainText('Não encontrei isso nos documentos.');
  await refused.getByRole('button', { name: 'Fazer um pedido' }).click();
  const email = `${slug}@exemplo.com.br`;
  await citizen.getByLabel('Seu nome').fill('Rita Lima');
  await citizen.getByLabel('Seu e-mail').fill(email);
  await citizen.getByLabel('Seu pedido').fill('Preciso do passaporte municipal.\nPosso ir hoje?');
  await citizen.getByLabel(/Concordo que estes dados/).check();
  await citizen.getByRole('button', { name: 'Enviar pedido' }).click();
  const done = citizen.getByRole('status').filter({ hasText: 'Protocolo' });
  await expect(done).toBeVisible();
  const protocol = /Protocolo (\S+)\./.exec((await done.textContent()) ?? '')?.[1] ?? '';
  expect(protocol).toMatch(/^\d{4}-\d{6}-\d{2}$/);
  return { citizen, email, protocol, leave: () => context.close() };
}

async function ask(citizen: Page) {
  await citizen.getByLabel('Sua pergunta').fill(QUESTION);
  await citizen.getByRole('button', { name: 'Perguntar' }).click();
}

const rowOf = (page: Page, protocol: string) =>
  page.getByRole('list', { name: 'Pedidos' }).getByRole('listitem').filter({ hasText: protocol });

test('R-RCH-08 a refusal becomes a request, its answer goes by mail, and becomes the verified answer that the next citizen gets', async ({
  page,
  browser,
  baseURL,
}) => {
  const counter = await openCounter(page);
  const { citizen, email, protocol, leave } = await leaveRequest(browser, counter, baseURL ?? '');
  await textOfEmailTo(email, new RegExp(`(${protocol})`));

  await breakCall(page, '/citizen-requests?*', 'GET');
  await enter(page, ADMIN, `/admin/pedidos?balcao=${counter.id}`);
  await expectFailure(page, 'Falha ao carregar os pedidos');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  const row = rowOf(page, protocol);
  await expect(row).toContainText('Responder até');
  await expect(page.getByLabel('Balcão')).toHaveValue(String(counter.id));
  await walkPast(page, [['os pedidos', async () => undefined]]);
  await row.getByRole('link', { name: `Abrir o pedido ${protocol}` }).click();
  const request = page.getByRole('main');
  await expect(request.getByRole('heading', { level: 1, name: `Pedido ${protocol}` })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/pedidos\/\d+$/);
  await expect(request.getByRole('region', { name: 'A pergunta que ficou sem resposta' })).toContainText(
    QUESTION,
  );
  await walkPast(page, [['um pedido', async () => undefined]]);
  await request.getByRole('button', { name: 'Responder' }).click();
  const reply = page.getByRole('dialog', { name: `Responder o pedido ${protocol}` });
  await reply.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(reply.getByText('Escreva a resposta.')).toBeVisible();
  await reply.getByLabel('Resposta', { exact: true }).fill('Na Rua das Flores, 10, das 8h às 17h.');
  await walkPast(page, [['a resposta', async () => undefined]]);
  await breakCall(page, '/citizen-requests/*/answer', 'POST');
  await reply.getByRole('button', { name: 'Enviar resposta' }).click();
  await expectFailure(reply, 'Falha ao enviar a resposta');
  await page.unrouteAll();
  await reply.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(request.getByText('A resposta foi enviada.')).toBeVisible();
  expect(await textOfEmailTo(email, /(Na Rua das Flores, 10, das 8h às 17h\.)/)).not.toBe('');
  expect((await emailsTo(email))[0]?.text).toContain('Ouvidoria: telefone 156');

  await request.getByRole('button', { name: 'Virar resposta verificada' }).click();
  const verified = page.getByRole('dialog', { name: 'Resposta verificada' });
  await expect(verified.getByLabel('Pergunta', { exact: true })).toHaveValue(QUESTION);
  await expect(verified.getByLabel('Resposta', { exact: true })).toHaveValue(
    'Na Rua das Flores, 10, das 8h às 17h.',
  );
  await expect(verified.getByText('Tire nomes e tudo o que diz quem pediu.')).toBeVisible();
  await verified.getByLabel('Área responsável').fill('Atendimento');
  await walkPast(page, [['a resposta verificada', async () => undefined]]);
  await verified.getByRole('button', { name: 'Salvar' }).click();
  await expect(request.getByText('A resposta verificada já é dada pelo agente.')).toBeVisible();

  await citizen.reload();
  await ask(citizen);
  const answer = citizen.getByRole('article', { name: 'Resposta' });
  await expect(answer).toContainText('Na Rua das Flores, 10');
  await expect(answer).toContainText('Resposta verificada por Atendimento.');
  await leave();
  await removeCounter(page, counter);
});

test('R-RCH-08 on a phone a request is closed with a reason that its citizen is written, and its words are erased', async ({
  page,
  browser,
  baseURL,
}) => {
  const counter = await openCounter(page);
  const { email, protocol, leave } = await leaveRequest(browser, counter, baseURL ?? '');
  await leave();
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, ADMIN, `/admin/pedidos?balcao=${counter.id}`);
  await rowOf(page, protocol).getByRole('link', { name: 'Abrir' }).click();
  const request = page.getByRole('main');
  await request.getByRole('button', { name: 'Encerrar' }).click();
  const end = page.getByRole('dialog', { name: `Encerrar o pedido ${protocol}` });
  await end.getByLabel('Motivo').selectOption('answered_elsewhere');
  await end.getByLabel('Observação').fill('Veio ao balcão da rua.');
  await breakCall(page, '/citizen-requests/*/close', 'POST');
  await end.getByRole('button', { name: 'Encerrar pedido' }).click();
  await expectFailure(end, 'Falha ao encerrar o pedido');
  await page.unrouteAll();
  await end.getByRole('button', { name: 'Encerrar pedido' }).click();
  await expect(request.getByText('O pedido foi encerrado.')).toBeVisible();
  await expect(request.getByRole('region', { name: 'Observação' })).toContainText('Veio ao balcão da rua.');
  await textOfEmailTo(email, /(O pedido já foi respondido por outro canal\.)/);

  await breakCall(page, '/citizen-requests/*/erase', 'POST');
  await request.getByRole('button', { name: 'Apagar' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Apagar' }).click();
  await expectFailure(question, 'Falha ao apagar o pedido');
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Apagar' }).click();
  await expect(request.getByText('O que foi escrito foi apagado.')).toBeVisible();
  await expect(request.getByText('Rita Lima')).toHaveCount(0);
  await expect(request.getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Voltar aos pedidos' }).click();
  await expect(page).toHaveURL(new RegExp(`balcao=${counter.id}`));
  await expect(page.getByText('Nenhum pedido aberto')).toBeVisible();
  await page.getByText('Apagados', { exact: true }).click();
  await expect(rowOf(page, protocol)).toContainText('O que foi escrito foi apagado.');
  await expect(page).toHaveURL(/situacao=erased/);
  await removeCounter(page, counter);
});

test('R-RCH-08 staff opens a request from its letter: loading, failure, an unknown one, one that another person closed, and no way in for others', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const clerk = await makePerson({ role: 'admin' });
  const counter = await openCounter(page);
  const { id } = await requestAt(page, counter);
  const address = `/admin/pedidos/${id}`;
  await breakCall(page, `/citizen-requests/${id}`, 'GET');
  await enter(page, clerk, address);
  await expectFailure(page, 'Falha ao carregar o pedido');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Pedido 20');
  await expect(page).toHaveTitle(/Pedido 20/);

  await page.getByRole('button', { name: 'Responder' }).click();
  await asAdmin(page, 'POST', `/citizen-requests/${id}/close`, { reason: 'duplicate' });
  const reply = page.getByRole('dialog');
  await reply.getByLabel('Resposta', { exact: true }).fill('Na Rua das Flores.');
  await reply.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(reply.getByText('Este pedido já foi encerrado.')).toBeVisible();
  await reply.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('main').getByText('Encerrado', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Responder' })).toHaveCount(0);

  for (const unknown of ['1999999999', 'abc']) {
    await page.goto(`/admin/pedidos/${unknown}`);
    await expect(page.getByRole('heading', { name: 'Pedido não encontrado' }).first()).toBeAttached();
  }
  await walkPast(page, [['pedido não encontrado', async () => undefined]]);
  await page.getByRole('main').getByRole('link', { name: 'Ver os pedidos' }).click();
  await expect(page).toHaveURL(/\/admin\/pedidos$/);

  const outsider = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await enter(outsider, person, address);
  await expect(outsider).toHaveURL(/\/chat$/);
  await outsider.context().close();
  await removeCounter(page, counter);
});
