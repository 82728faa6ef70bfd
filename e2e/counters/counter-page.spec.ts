/** The page of a public counter: by itself on a phone, and in a frame of another site. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asAdmin } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { API, emailsTo, expect, test, textOfEmailTo } from '../support/test-server.ts';
import { COUNTER_ANSWER, openCounter, removeCounter } from './opened-counters.ts';

test('R-RCH-06 R-RCH-07 a visitor asks at a counter by keyboard at 320 px, and reads the answer in its document', async ({
  page,
}) => {
  const counter = await openCounter(page);
  await page.context().clearCookies();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/balcao/${counter.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: counter.name })).toBeVisible();
  await expect(page.getByText('Olá! O que você quer saber?')).toBeVisible();
  await expect(page.getByText('Ouvidoria: telefone 156')).toBeVisible();
  await walkPast(page, [['balcão', async () => {}]]);
  await page.setViewportSize({ width: 320, height: 640 });
  // Nothing follows a visitor: the page sets no cookie.
  expect(await page.context().cookies()).toEqual([]);
  await page.getByLabel('Sua pergunta').focus();
  await page.keyboard.type('Quando vence o IPTU?');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'Resposta' });
  await expect(answer).toContainText(COUNTER_ANSWER);
  await expect(answer).not.toHaveAttribute('aria-busy');
  const source = answer.getByRole('group').filter({ hasText: 'iptu.md' });
  await source.locator('summary').focus();
  await page.keyboard.press('Enter');
  await answer.getByRole('button', { name: 'Ver no documento' }).press('Enter');
  await expect(answer.locator('mark')).toContainText('O IPTU vence');
  await walkPast(page, [['resposta com a fonte', async () => {}]]);
  expect(await page.context().cookies()).toEqual([]);
  await removeCounter(page, counter);
});

test('R-RCH-08 what is not found becomes a request with a number, which its citizen follows by a code and erases', async ({
  page,
}) => {
  const counter = await openCounter(page);
  const email = `${counter.slug}@exemplo.com.br`;
  await page.goto(`/balcao/${counter.slug}`);
  await page.getByLabel('Sua pergunta').fill('Qual é a capital da Mongólia?');
  await page.getByRole('button', { name: 'Perguntar' }).click();
  const answer = page.getByRole('article', { name: 'Resposta' });
  await expect(answer).toContainText('Não encontrei isso nos documentos.');
  await answer.getByRole('button', { name: 'Fazer um pedido' }).click();
  const form = page.getByRole('form', { name: 'Fazer um pedido' });
  await form.getByLabel('Seu nome').fill('Rita Lima');
  await form.getByLabel('Seu e-mail').fill(email);
  await form.getByLabel('Seu pedido').fill('Preciso saber a capital da Mongólia.');
  await form.getByLabel(/Concordo que estes dados/).check();
  await walkPast(page, [['pedido', async () => {}]]);
  await form.getByRole('button', { name: 'Enviar pedido' }).click();
  const done = page.getByRole('status').filter({ hasText: 'Protocolo' });
  await expect(done).toBeVisible();
  const protocol = /Protocolo (\d{4}-\d{6}-\d{2})/.exec((await done.textContent()) ?? '')?.[1] ?? '';
  expect(protocol).not.toBe('');
  await expect
    .poll(async () => (await emailsTo(email)).some(({ text }) => text.includes(protocol)))
    .toBe(true);

  await page.getByRole('button', { name: 'Acompanhar um pedido' }).click();
  const follow = page.getByRole('form', { name: 'Acompanhar um pedido' });
  await follow.getByLabel('Protocolo').fill(protocol);
  await follow.getByLabel('E-mail do pedido').fill(email);
  await follow.getByRole('button', { name: 'Enviar código' }).click();
  const code = page.getByRole('form', { name: 'Código' });
  await code.getByLabel('Código').fill('000000');
  await code.getByRole('button', { name: 'Ver o pedido' }).click();
  await expect(code.getByRole('alert')).not.toBeEmpty();
  await code.getByLabel('Código').fill(await textOfEmailTo(email, /Código\D{0,20}(\d{6})/));
  await code.getByRole('button', { name: 'Ver o pedido' }).click();
  const request = page.getByRole('group', { name: `Pedido ${protocol}` });
  await expect(request).toContainText('Em análise');
  await expect(request).toContainText('Preciso saber a capital da Mongólia.');
  await walkPast(page, [['pedido aberto', async () => {}]]);
  await request.getByRole('button', { name: 'Apagar o pedido' }).click();
  await request.getByRole('button', { name: 'Apagar mesmo' }).click();
  await expect(page.getByText('O pedido foi apagado.')).toBeVisible();
  await removeCounter(page, counter);
});

test('R-RCH-06 somebody behind a busy address solves a puzzle and asks on; a closed counter and an unknown one say so', async ({
  page,
}) => {
  const counter = await openCounter(page);
  let refused = 0;
  await page.route(`**${API}/public/counters/*/questions`, (route) =>
    refused++
      ? route.fallback()
      : route.fulfill({
          status: 429,
          json: { success: false, code: 'too_many_requests', detail: 'Espere.' },
        }),
  );
  await page.goto(`/balcao/${counter.slug}`);
  await page.getByRole('button', { name: 'Quando vence o IPTU?' }).click();
  await expect(page.getByRole('article', { name: 'Resposta' })).toContainText(COUNTER_ANSWER);
  expect(refused).toBe(2);

  await asAdmin(page, 'POST', `/counters/${counter.id}/pause`, { paused: true });
  await page.reload();
  await expect(page.getByText('Este balcão está fechado agora.')).toBeVisible();
  await expect(page.getByLabel('Sua pergunta')).toHaveCount(0);
  await page.goto('/balcao/nenhum-balcao');
  await expect(page.getByText('Este balcão não existe.')).toBeVisible();

  await page.route(`**${API}/public/counters/${counter.slug}`, (route) => route.abort());
  await page.goto(`/balcao/${counter.slug}`);
  await expect(page.getByRole('alert')).toContainText('Sem conexão agora. Tente de novo em instantes.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: counter.name })).toBeVisible();
  await removeCounter(page, counter);
});

type Policy = 'strict' | 'without scripts';

/** Another site with a policy; its page `/slug` shows that counter by the script of the installation. */
async function openSite(
  home: string,
  chosen: Policy = 'strict',
): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    const slug = url.slice(1);
    const policy =
      chosen === 'strict'
        ? `default-src 'self'; script-src ${home}; frame-src ${home}`
        : "default-src 'self'; script-src 'none'";
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(
        `<!doctype html><html lang="pt-BR"><title>Cidade</title><h1>Cidade</h1><prosa-balcao slug="${slug}" background="#1a5fb4" text="#ffffff"><a href="${home}/balcao/${slug}">Pergunte à prefeitura</a></prosa-balcao><script type="module" src="${home}/balcao.js"></script></html>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('R-RCH-06 another site under a strict policy shows the counter in a frame, by keyboard; a site that is not listed does not', async ({
  page,
  baseURL,
  expectComplaints,
}) => {
  expectComplaints(/frame-ancestors/);
  const [listed, other] = await Promise.all([openSite(baseURL ?? ''), openSite(baseURL ?? '')]);
  const counter = await openCounter(page, [listed.origin]);
  try {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${listed.origin}/${counter.slug}`);
    const open = page.getByRole('button', { name: 'Pergunte aqui' });
    // The colours of the counter, under a policy that allows no style in the markup.
    await expect(open).toHaveCSS('background-color', 'rgb(26, 95, 180)');
    await open.press('Enter');
    const frame = page.frameLocator('prosa-balcao iframe');
    await frame.getByLabel('Sua pergunta').fill('Quando vence o IPTU?');
    await frame.getByLabel('Sua pergunta').press('Enter');
    await expect(frame.getByRole('article', { name: 'Resposta' })).toContainText(COUNTER_ANSWER);
    await frame.getByLabel('Sua pergunta').press('Escape');
    await expect(open).toHaveAttribute('aria-expanded', 'false');
    await expect(open).toBeFocused();

    await page.goto(`${other.origin}/${counter.slug}`);
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await open.press('Enter');
    await refused;
    await expect(page.frameLocator('prosa-balcao iframe').getByLabel('Sua pergunta')).toHaveCount(0);
    // A frame that does not come covers the page, and not the button that takes it away.
    await open.click();
    await expect(open).toHaveAttribute('aria-expanded', 'false');
    await open.press('Enter');
    await expect(open).toHaveAttribute('aria-expanded', 'true');
    await open.press('Escape');
    await expect(open).toHaveAttribute('aria-expanded', 'false');
  } finally {
    listed.close();
    other.close();
    await removeCounter(page, counter);
  }
});

test('R-RCH-06 where a site forbids the script, the plain link inside the element leads to the counter', async ({
  page,
  baseURL,
  expectComplaints,
}) => {
  expectComplaints(/script-src/);
  const site = await openSite(baseURL ?? '', 'without scripts');
  const counter = await openCounter(page);
  try {
    await page.goto(`${site.origin}/${counter.slug}`);
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: 'Pergunte à prefeitura' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: counter.name })).toBeVisible();
    await expect(page.getByLabel('Sua pergunta')).toBeVisible();
  } finally {
    site.close();
    await removeCounter(page, counter);
  }
});
