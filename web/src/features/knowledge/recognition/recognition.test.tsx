// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KbDocument, KnowledgeBase } from '#contract/knowledge.ts';
import { mount } from '../../../../test/mount.tsx';
import { cleanUp, json, signIn } from '../../../../test/network.ts';
import { BaseSettings } from './base-settings.tsx';
import { RecognitionState } from './recognition-state.tsx';

beforeEach(() => {
  signIn();
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(url === '/api/v1/config' ? json(200, { success: true, data: {} })() : json(500, {})()),
  );
});
afterEach(cleanUp);

/** Until the check holds; what comes meanwhile is drawn. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setImmediate(resolve)));
    check();
  });

const framed = (what: ReactNode) => (
  <MemoryRouter>
    <QueryClientProvider client={new QueryClient()}>{what}</QueryClientProvider>
  </MemoryRouter>
);
const shown = (what: ReactNode) => mount(framed(what));

test('R-DOC-35 a document says how far its recognition is, and why it could not be paused', async () => {
  const document = {
    id: 3,
    original_filename: 'Atas.pdf',
    pages: 40,
    ocr: { state: 'running', pages: 40, done: 12, weak: 0 },
  } as KbDocument;
  const { place, leave } = shown(<RecognitionState baseId={1} document={document} onOpenWeak={vi.fn()} />);
  expect(place.textContent).toContain('Reconhecendo texto: 12 de 40 páginas');
  act(() => place.querySelector('button')?.click());
  await until(() => expect(place.textContent).toContain('Falha ao mudar o reconhecimento de texto'));
  leave();
});

test('R-DOC-36 a recognised document says how many pages were read weakly, and opens at the first', () => {
  const document = {
    original_filename: 'Atas.pdf',
    pages: 40,
    ocr: { state: 'done', pages: 34, done: 34, weak: 3 },
  } as KbDocument;
  const onOpenWeak = vi.fn();
  const { place, leave } = shown(<RecognitionState baseId={1} document={document} onOpenWeak={onOpenWeak} />);
  expect(place.textContent).toBe('34 de 40 páginas por OCR3 com leitura fraca');
  act(() => place.querySelector('button')?.click());
  expect(onOpenWeak).toHaveBeenCalledWith(document);
  leave();
});

test('R-DOC-31 the settings of a base name the engine, and say when they could not be changed', async () => {
  const base = {
    id: 1,
    ocr: true,
    keep_page_images: true,
    validity: false,
    ocr_engine: 'tesseract 5.3.0',
  } as KnowledgeBase;
  const { place, leave, show } = shown(<BaseSettings base={base} />);
  expect(place.textContent).toContain('Motor: tesseract 5.3.0.');
  act(() => place.querySelector<HTMLElement>('[role=switch]')?.click());
  await until(() => expect(place.textContent).toContain('Falha ao mudar os ajustes da base'));
  show(framed(<BaseSettings base={{ ...base, ocr_engine: null }} />));
  expect(place.textContent).toContain('O reconhecimento de texto está desligado neste servidor.');
  leave();
});
