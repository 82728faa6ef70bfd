import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { API, enter, expect, openConversation, signIn, test } from '../support/test-server.ts';

/** Hears what a page reports, as a service for errors would. */
async function openCollector() {
  const heard: string[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'POST') heard.push(Buffer.concat(parts).toString('utf8'));
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    dsn: `${origin.replace('//', '//chave@')}/7`,
    heard,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The shared server has no collector: its replies get one, as a server with SENTRY_DSN would send it. */
async function configure(page: Page, { dsn, origin }: { dsn: string; origin: string }): Promise<void> {
  await page.route(`**${API}/config`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, sentry_dsn: dsn } } });
  });
  // By way of the story: browsers ask before a page may talk to another port of its own machine.
  await page.route(`${origin}/**`, async (route) => route.fulfill({ response: await route.fetch() }));
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const headers = response.headers();
      const policy =
        headers['content-security-policy']?.replace('connect-src', `connect-src ${origin}`) ?? '';
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } });
    },
  );
}

test('R-FB-03 R-FB-05 an error of drawing reaches the collector once; neither it, nor the screen record, nor the measurements carry a token, a password or a conversation (W17)', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/./);
  const collector = await openCollector();
  await configure(page, collector);
  // Sampled for every kind of report that only some visits send.
  await page.addInitScript(() => {
    Math.random = () => 0.001;
  });
  await enter(page, person, '/profile');
  await page.getByLabel('Nova senha', { exact: true }).fill('Segredo da senha');
  await page.getByRole('button', { name: 'Mostrar senha' }).first().click();
  const id = await openConversation(page);
  const { access_token } = await signIn(page.request, person);
  await page.request.post(`${API}/chat/sessions/${id}/messages`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { question: 'Segredo da pergunta' },
  });
  await page.goto(`/chat/${id}?new_password=SegredoDoEndereco`);
  await expect(page.getByRole('main').getByText('Segredo da pergunta').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Sua pergunta' }).fill('Segredo digitado');
  const stored = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('refreshToken'),
  ]);
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, name: { Segredo: 1 } } } });
  });
  await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(
    page.getByText('Ocorreu um erro inesperado. Nossa equipe foi notificada.').first(),
  ).toBeVisible();
  const heard = (type: string) => collector.heard.filter((envelope) => envelope.includes(`"type":"${type}"`));
  for (const type of ['event', 'replay_recording', 'span'])
    await expect.poll(() => heard(type).length, { message: type, timeout: 20_000 }).toBeGreaterThan(0);
  expect(heard('event')).toHaveLength(1);
  expect(heard('event')[0]).toContain('"release":"prosa@');
  expect(heard('event')[0]).toContain('/profile');
  const secrets = [...stored, access_token, person.password, person.email, person.name, 'Segredo'];
  for (const secret of secrets)
    for (const sent of collector.heard)
      expect(sent.includes(secret ?? '?'), `${secret} left the page: ${around(sent, secret)}`).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await collector.close();
});

const around = (text: string, part: string | null) => {
  const at = text.indexOf(part ?? '?');
  return at < 0 ? '' : text.slice(Math.max(0, at - 120), at + 60);
};

test('R-FB-03 without a configured collector, nothing is fetched or sent', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/./);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await enter(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, name: { not: 'a name' } } } });
  });
  await page.goto('/profile');
  await expect(
    page.getByText('Ocorreu um erro inesperado. Nossa equipe foi notificada.').first(),
  ).toBeVisible();
  expect(fetched.filter((url) => /error-reporter|envelope/.test(url))).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
