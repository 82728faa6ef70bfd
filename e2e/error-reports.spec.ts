import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { API, enter, expect, openConversation, signIn, test } from './support/house.ts';

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
    /** Envelopes with an error in them. */
    events: () => heard.filter((envelope) => envelope.includes('"type":"event"')),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The shared house has no collector: its answers are given one, as a house with SENTRY_DSN would give them. */
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

test('R-FB-03 R-FB-05 um erro de desenho chega uma vez ao coletor, sem token, senha nem conversa (W17)', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/./);
  const collector = await openCollector();
  await configure(page, collector);
  await enter(page, person);
  const id = await openConversation(page);
  const tokens = await signIn(page.request, person);
  await page.request.post(`${API}/chat/sessions/${id}/messages`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: { question: 'Segredo da pergunta 4711' },
  });
  await page.goto(`/chat/${id}?segredo=4712`);
  await expect(page.getByText('Segredo da pergunta 4711').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Sua pergunta' }).fill('Segredo digitado 4713');
  const stored = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('refreshToken'),
  ]);
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, name: { segredo: 4714 } } } });
  });
  await page.goto(`/profile?new_password=${encodeURIComponent(person.password)}`);
  await expect(
    page.getByText('Ocorreu um erro inesperado. Nossa equipe foi notificada.').first(),
  ).toBeVisible();
  await expect.poll(() => collector.events().length, { timeout: 15_000 }).toBe(1);
  const [event] = collector.events();
  expect(event).toContain('prosa@');
  expect(event).toContain('/profile');
  for (const sent of collector.heard)
    for (const secret of [
      ...stored,
      person.password,
      encodeURIComponent(person.password),
      person.email,
      '471',
    ])
      expect(sent.includes(secret ?? '?'), `${secret} left the page`).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await collector.close();
});

test('R-FB-03 sem coletor configurado, nada é buscado nem enviado', async ({
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
