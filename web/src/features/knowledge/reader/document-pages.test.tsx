// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentText } from '#contract/documents.ts';
import { mount } from '../../../../test/mount.tsx';
import { cleanUp, json, signIn } from '../../../../test/network.ts';
import { DocumentPages } from './document-pages.tsx';
import { openedAt, panelsOf } from './panel-choice.tsx';

beforeEach(() => {
  signIn();
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(replyTo(url)));
});
afterEach(cleanUp);

const document = {
  id: 3,
  pages: 9,
  content_text: 'A diária é de cem reais. Compra de bicicletas.',
  passages: [
    { id: 1, start: 0, end: 24, section: '', page: 2 },
    { id: 2, start: 25, end: 46, section: '', page: 7 },
  ],
  recognised_pages: [
    { page: 2, weak: false, image: true },
    { page: 4, weak: false, image: false },
    { page: 7, weak: true, image: true },
  ],
} as unknown as DocumentText;

const words = [
  { text: 'A', x: 100, y: 200, w: 10, h: 30, confidence: 90 },
  { text: 'DIÁRIA,', x: 120, y: 200, w: 100, h: 30, confidence: 90 },
];

function replyTo(url: string): Response {
  if (url === '/api/v1/config') return json(200, { success: true, data: {} })();
  const [, page = '', image] = url.match(/pages\/(\d+)(\/image)?$/) ?? [];
  if (image) return page === '7' ? json(500, {})() : new Response('webp');
  const data = { page: Number(page), confidence: 90, weak: false, image: true, width: 1000, height: 2000 };
  return json(200, { success: true, data: { ...data, words } })();
}

/** Until it is there; all that comes meanwhile comes within an act, and is drawn at its end. */
async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
}

const shown = (first?: number) =>
  mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DocumentPages baseId={1} document={document} first={first} found={['diaria']} />
    </QueryClientProvider>,
  );
const press = (place: HTMLElement, key: string) =>
  act(() => {
    place
      .querySelector('img')
      ?.closest('section')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

test('R-DOC-37 a scanned page is shown with the words that were found in boxes, and zoomed by keys', async () => {
  const { place, leave } = shown();
  await until(() => place.querySelector('img') !== null);
  expect(place.querySelector('img')?.alt).toBe('Página 2 digitalizada');
  expect(place.textContent).toContain('Página 2 de 9');
  const boxes = [...place.querySelectorAll<HTMLElement>('[data-box]')].map(({ style }) => [
    style.left,
    style.top,
    style.width,
    style.height,
  ]);
  expect(boxes).toEqual([['12%', '10%', '10%', '1.5%']]);
  press(place, '+');
  expect(place.textContent).toContain('125 %');
  press(place, '-');
  press(place, '-');
  expect(place.textContent).toContain('75 %');
  leave();
});

test('R-DOC-37 pages are turned by keys, weak ones are said, and a picture that does not come says so', async () => {
  const { place, leave } = shown();
  await until(() => place.querySelector('img') !== null);
  press(place, 'ArrowRight');
  await until(() => place.querySelector('[role=alert]') !== null);
  expect(place.textContent).toContain('Página 7 de 9');
  expect(place.textContent).toContain('leitura fraca');
  expect(place.textContent).toContain('Não foi possível carregar a imagem desta página.');
  act(() => place.querySelector<HTMLElement>('[aria-label="Página digitalizada anterior"]')?.click());
  await until(() => place.querySelector('img') !== null);
  expect(place.querySelector('img')?.alt).toBe('Página 2 digitalizada');
  leave();
});

test('R-DOC-37 pages are offered where pictures are kept, and opened where a search or a weak page is', () => {
  expect(panelsOf(document, false)).toEqual(['text', 'page']);
  expect(panelsOf({ ...document, recognised_pages: [] }, true)).toEqual(['text', 'validity']);
  const opened = { id: 3, original_filename: 'Atas.pdf' };
  const place = { start: 25, end: 46, marks: [{ start: 35, end: 45 }] };
  expect(openedAt(document, { ...opened, place })).toMatchObject({ page: 7, found: ['bicicletas'] });
  expect(openedAt(document, { ...opened, isAtWeak: true })).toMatchObject({
    page: 7,
    place: { start: 25, end: 46 },
    hasWeakPicture: true,
  });
  expect(openedAt(document, opened)).toMatchObject({ page: undefined, place: undefined });
});
