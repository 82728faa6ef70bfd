import type { Page } from '@playwright/test';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });

async function opened(page: Page): Promise<void> {
  await page.goto(`/chat/${await openConversation(page)}`);
  await expect(box(page)).toBeVisible();
}

for (const { name, answer } of [
  { name: 'a server that does not answer', answer: 'the backup' },
  { name: 'two servers that do not answer', answer: 'no server' },
]) {
  test(`R-CHAT-48 R-CALL-02 with ${name}, the question reaches ${answer}`, async ({ page, person }) => {
    const backup = 'http://127.0.0.1:9';
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    await page.route('**/api/v1/config', async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, data: { ...body.data, api_backup_url: backup } } });
    });
    // The page's policy names the hosts that the server was configured with; here the backup is made up.
    await page.route(/\/chat(\/[0-9a-f-]{36})?$/, async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch();
      const { 'content-security-policy': _, ...rest } = response.headers();
      await route.fulfill({ response, headers: rest });
    });
    await admit(page, person);
    await opened(page);
    const asked: { host: string; key: string | undefined; body: string | null }[] = [];
    await page.route(`**${API}/chat/sessions/*/messages`, (route) => {
      const request = route.request();
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      if (request.method() !== 'POST') return route.continue();
      const isBackup = request.url().startsWith(backup);
      asked.push({
        host: isBackup ? 'reserva' : 'primeiro',
        key: request.headers()['idempotency-key'],
        body: request.postData(),
      });
      if (!isBackup || answer === 'no server') return route.abort('connectionrefused');
      return route.fulfill({
        status: 200,
        headers,
        contentType: 'text/event-stream',
        body: 'data: {"content":"Do reserva.","done":false}\n\ndata: {"content":"","done":true,"message_id":987654,"status":"done","sources":[]}\n\n',
      });
    });
    await box(page).fill('Oi?');
    await box(page).press('Enter');
    if (answer === 'no server') {
      await expect(page.getByText(/Não foi possível conectar ao servidor\./)).toBeVisible();
      await expect(box(page)).toHaveValue('Oi?');
    } else await expect(page.getByText('Do reserva.')).toBeVisible();
    expect(asked.map(({ host }) => host)).toEqual(['primeiro', 'reserva']);
    expect(asked[0]?.key).toBeTruthy();
    expect(asked[1]).toEqual({ ...asked[0], host: 'reserva' });
  });
}

test('R-CALL-03 an error of the server is its answer: the backup server is not asked', async ({
  page,
  person,
}) => {
  const backup = 'http://127.0.0.1:9';
  await page.route('**/api/v1/config', async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, data: { ...body.data, api_backup_url: backup } } });
  });
  await admit(page, person);
  await opened(page);
  const hosts: string[] = [];
  page.on('request', (request) => hosts.push(new URL(request.url()).host));
  await page.route(`**${API}/chat/sessions/*/messages`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.continue(),
  );
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByText('Falha ao enviar mensagem')).toBeVisible();
  expect(hosts).not.toContain('127.0.0.1:9');
});
