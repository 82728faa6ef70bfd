import type { Page } from '@playwright/test';
import type { Feedback } from '#contract/feedback.ts';
import { breakCall, expectFailure, uniqueName } from '../support/agents.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const button = (page: Page) => page.getByRole('button', { name: 'Feedback', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Feedback' });
const message = (page: Page) => dialog(page).getByLabel('Mensagem');
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Enviar feedback' });
const preview = (page: Page) => dialog(page).getByRole('img', { name: 'Prévia da imagem que será enviada' });
const rows = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Feedbacks' }).getByRole('listitem').filter({ hasText: text });

async function openWidget(page: Page): Promise<void> {
  await button(page).click();
  await expect(message(page)).toBeFocused();
}

/** Holds back a file of the page until it is released. */
async function holdFile(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.fallback();
  });
  return () => release();
}

/** The pixels of a picture that is shown: its size, and one of them. */
const drawn = (page: Page, x: number, y: number) =>
  preview(page).evaluate(
    (image: HTMLImageElement, [left, top]) => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const ground = canvas.getContext('2d');
      ground?.drawImage(image, 0, 0);
      return {
        width: canvas.width,
        height: canvas.height,
        pixel: [...(ground?.getImageData(left ?? 0, top ?? 0, 1, 1).data ?? [])],
      };
    },
    [x, y],
  );

test('R-FB-02 R-CONST-01 R-SHELL-37 above 768 px Feedback floats at the edge; at 768 px it stands in the header', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 769, height: 800 });
  await enter(page, person);
  const place = () => button(page).evaluate((element) => getComputedStyle(element).position);
  await expect.poll(place).toBe('fixed');
  const box = () =>
    button(page)
      .boundingBox()
      .then((place) => place ?? { x: 0, y: 0, width: 0 });
  await expect.poll(async () => (await box()).y).toBeGreaterThan(200);
  await expect.poll(() => box().then(({ x, width }) => x + width)).toBe(769);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(place).not.toBe('fixed');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Feedback' })).toBeVisible();
  await expect.poll(async () => (await box()).y).toBeLessThan(56);
  await openWidget(page);
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeFocused();
});

test('R-FB-01 only the message is required; closed without sending, what was typed stays', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`${API}/feedback`)) sent += 1;
  });
  await openWidget(page);
  await message(page).fill('   ');
  await send(page).click();
  await expect(dialog(page).getByText('A mensagem é obrigatória.')).toBeVisible();
  await message(page).fill('Gostei das fontes');
  await dialog(page).getByLabel('E-mail').fill('sem arroba');
  await send(page).click();
  await expect(dialog(page).getByText('Por favor, insira um e-mail válido.')).toBeVisible();
  await expect(dialog(page).getByLabel('E-mail')).toBeFocused();
  expect(sent).toBe(0);
  await dialog(page).getByLabel('E-mail').fill('');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await openWidget(page);
  await expect(message(page)).toHaveValue('Gostei das fontes');
  await send(page).click();
  await expect(dialog(page).getByText('Feedback enviado')).toBeVisible();
  expect(sent).toBe(1);
  await dialog(page).getByRole('button', { name: 'Enviar outro' }).click();
  await expect(message(page)).toHaveValue('');
});

test('R-FB-01 the screenshot shows the page without the widget and without passwords; administrators see it once it is sent, and mark it as handled', async ({
  page,
  person,
  browser,
}) => {
  await enter(page, person, '/profile');
  await page.getByLabel('Nova senha', { exact: true }).fill('segredo que não sai');
  await openWidget(page);
  const text = uniqueName('Tela cortada');
  await message(page).fill(text);
  await dialog(page).getByLabel('Nome').fill('Marina');
  // The capture library is fetched on first use; feedback sent meanwhile would go without the picture.
  const release = await holdFile(page, '**/capture-page-*.js');
  await dialog(page).getByRole('button', { name: 'Capturar a página' }).click();
  await expect(send(page)).toBeDisabled();
  release();
  await expect(preview(page)).toBeVisible({ timeout: 20_000 });
  // The sidebar’s ground, neither empty nor under the dialog’s shade.
  await expect
    .poll(() => drawn(page, 100, 400))
    .toEqual({ width: 1360, height: 850, pixel: [244, 241, 234, 255] });
  await send(page).click();
  await expect(dialog(page).getByText('Feedback enviado')).toBeVisible();

  const context = await browser.newContext({ baseURL: process.env.PROSA_E2E_URL ?? '', locale: 'pt-BR' });
  const admin = await context.newPage();
  await enter(admin, ADMIN, '/admin');
  await admin.getByRole('complementary').getByRole('link', { name: 'Feedbacks' }).click();
  const row = rows(admin, text);
  for (const detail of [person.name, person.email, 'Marina', '/profile', 'Chrome'])
    await expect(row).toContainText(detail);
  await row.getByRole('button', { name: 'Ver imagem' }).click();
  const shown = admin.getByRole('img', { name: `Imagem enviada por ${person.name}` });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1360);
  await admin.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Marcar como tratado' }).click();
  await expect(row.getByText('Tratado', { exact: true })).toBeVisible();
  await admin.getByRole('radio', { name: 'A tratar' }).check();
  await expect(row).toHaveCount(0);
  await admin.getByRole('radio', { name: 'Todos' }).check();
  await row.getByRole('button', { name: 'Reabrir' }).click();
  await expect(row.getByRole('button', { name: 'Marcar como tratado' })).toBeVisible();
  await context.close();
});

test('R-FB-01 an image from a file is drawn anew; a file that is no image is refused, and a refusal of the server keeps the text', async ({
  page,
  person,
}) => {
  await enter(page, person, '/chat');
  await openWidget(page);
  await message(page).fill('Veja a imagem');
  // Where there is no page to draw.
  await page.evaluate(() => {
    document.getElementById = () => null;
  });
  await dialog(page).getByRole('button', { name: 'Capturar a página' }).click();
  await expect(
    dialog(page).getByText('Não foi possível capturar a página. Escolha uma imagem.'),
  ).toBeVisible();
  const file = dialog(page).getByLabel('Imagem para o feedback');
  await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(dialog(page).getByText('A imagem deve ser PNG, JPEG ou WebP.')).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('não é') });
  await expect(dialog(page).getByText('Não foi possível ler esta imagem.')).toBeVisible();
  // A red point with a comment behind its end.
  const point = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const comment = Buffer.from('comentário escondido');
  await file.setInputFiles({
    name: 'ponto.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([point, comment]),
  });
  await expect(preview(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Remover imagem' }).click();
  await expect(preview(page)).toHaveCount(0);
  await file.setInputFiles({
    name: 'ponto.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([point, comment]),
  });
  await expect(dialog(page).getByText(/^Imagem pronta: \d+ Bytes$/)).toBeVisible();
  await breakCall(page, '/feedback', 'POST');
  await send(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Falha ao enviar feedback. Por favor');
  await page.unrouteAll();
  await breakCall(page, '/feedback', 'POST', 'Muitas tentativas. Aguarde um minuto.');
  await send(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Muitas tentativas. Aguarde um minuto.');
  await expect(message(page)).toHaveValue('Veja a imagem');
  await page.unrouteAll();
  // Browsers do not show the body of a form with a file: it is read where it leaves.
  await page.evaluate(() => {
    const original = window.fetch;
    window.fetch = async (url, init) => {
      const file = init?.body instanceof FormData ? init.body.get('screenshot') : null;
      if (file instanceof File) document.title = `${file.name} ${file.type} ${await file.text()}`;
      return original(url, init);
    };
  });
  await send(page).click();
  await expect(page).toHaveTitle(/^tela\.png image\/png .PNG/);
  await expect.poll(() => page.title()).not.toContain('escondido');
  await expect(dialog(page).getByText('Feedback enviado')).toBeVisible();
});

const feedback = (id: number, change: Partial<Feedback> = {}): Feedback => ({
  id,
  name: null,
  email: null,
  message: `Mensagem ${id}`,
  page: '/chat',
  user_agent: null,
  has_screenshot: false,
  user: null,
  handled: false,
  created_at: '2026-11-20T12:12:00.000Z',
  ...change,
});

test('the list of feedback continues twenty at a time, has something to say when it is empty, and says what failed', async ({
  page,
}) => {
  const all = Array.from({ length: 25 }, (_, index) => feedback(99 - index, { has_screenshot: index === 0 }));
  const answer = (data: Feedback[]) =>
    page.route(`**${API}/feedback?*`, (route) => {
      const skip = Number(new URL(route.request().url()).searchParams.get('skip'));
      const metadata = { total: data.length, has_more: skip + 20 < data.length };
      return route.fulfill({
        json: { success: true, data: data.slice(skip, skip + 20), metadata, message: '' },
      });
    });
  await answer(all);
  await enter(page, ADMIN, '/admin/feedback');
  await expect(page.getByText('20 de 25')).toBeVisible();
  await page.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(rows(page, 'Mensagem')).toHaveCount(25);
  await expect(rows(page, 'Mensagem 99')).toContainText('Conta removida');
  await expect(rows(page, 'Mensagem 99')).toContainText('20/11/2026 09:12');
  await breakCall(page, '/feedback/99', 'PATCH');
  await rows(page, 'Mensagem 99').getByRole('button', { name: 'Marcar como tratado' }).click();
  await expectFailure(page, 'Falha ao atualizar feedback');
  await breakCall(page, '/feedback/99/screenshot', 'GET');
  await rows(page, 'Mensagem 99').getByRole('button', { name: 'Ver imagem' }).click();
  await expectFailure(page.getByRole('dialog'), 'Falha ao carregar a imagem');
  await page.keyboard.press('Escape');
  await page.unrouteAll();
  await answer([]);
  await page.reload();
  await expect(page.getByText('Nenhum feedback ainda')).toBeVisible();
  await page.unrouteAll();
  await breakCall(page, '/feedback?*', 'GET');
  await page.getByRole('radio', { name: 'A tratar' }).check();
  await expectFailure(page, 'Falha ao carregar feedbacks');
});
