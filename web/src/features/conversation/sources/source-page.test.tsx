// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '../../../../test/mount.tsx';
import { cleanUp, json, signIn } from '../../../../test/network.ts';
import { SourcePage } from './source-page.tsx';

afterEach(cleanUp);

const page = {
  number: 12,
  confidence: 90,
  weak: false,
  image: true,
  boxes: [{ x: 0.1, y: 0.2, w: 0.5, h: 0.02 }],
};
/** Until it is there; all that comes meanwhile comes within an act, and is drawn at its end. */
async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
}

const shown = () =>
  mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SourcePage messageId={7} index={1} page={page} />
    </QueryClientProvider>,
  );

test('R-DOC-37 the panel of a source shows the scanned page with the cited words in boxes', async () => {
  signIn();
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url === '/api/v1/config' ? json(200, { success: true, data: {} })() : new Response('webp'),
    ),
  );
  const { place, leave } = shown();
  await until(() => place.querySelector('img') !== null);
  expect(place.querySelector('img')?.alt).toBe('Página 12 digitalizada');
  const box = place.querySelector<HTMLElement>('[data-box]');
  expect([box?.style.left, box?.style.top, box?.style.width]).toEqual(['10%', '20%', '50%']);
  expect(place.textContent).toContain('100 %');
  leave();
});

test('R-DOC-37 a picture that does not come says so', async () => {
  signIn();
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(url === '/api/v1/config' ? json(200, { success: true, data: {} })() : json(500, {})()),
  );
  const { place, leave } = shown();
  await until(() => place.textContent !== '');
  expect(place.textContent).toContain('Não foi possível carregar a imagem desta página.');
  leave();
});
