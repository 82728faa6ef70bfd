/** Knowledge bases for the stories of the administration, made over HTTP, and what these stories do with the page. */
import type { Page } from '@playwright/test';
import { asAdmin, signedInAdmin, uniqueName } from './agents.ts';
import { ADMIN, API, enter, expect } from './test-server.ts';

export type MadeBase = { id: number; name: string };
export type MadeDocument = { id: number; original_filename: string; file_size: number; token_count: number };

export const makeBase = (page: Page, description: string | null = null, name = uniqueName('Base')) =>
  asAdmin<MadeBase>(page, 'POST', '/knowledge-bases', { name, description });

export async function addDocument(
  page: Page,
  base: MadeBase,
  name: string,
  text: string,
): Promise<MadeDocument> {
  const { access_token } = await signedInAdmin(page);
  const response = await page.request.post(`${API}/knowledge-bases/${base.id}/documents`, {
    headers: { authorization: `Bearer ${access_token}` },
    multipart: { file: textFile(name, text) },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { data: MadeDocument }).data;
}

export const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

export async function openBases(page: Page): Promise<void> {
  await enter(page, ADMIN, '/admin/databases');
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge Bases' })).toBeVisible();
}

export async function openBase(page: Page, { id, name }: MadeBase): Promise<void> {
  await enter(page, ADMIN, `/admin/databases/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const baseCards = (page: Page) =>
  page.getByRole('list', { name: 'Knowledge Bases' }).getByRole('listitem');
export const documents = (page: Page) => page.getByRole('list', { name: 'Documentos' }).getByRole('listitem');
export const uploads = (page: Page) => page.getByRole('list', { name: 'Envios' }).getByRole('listitem');
export const uploadInput = (page: Page) => page.getByLabel('Upload Document', { exact: true });

/** How many files the page has sent from now on. */
export function countUploads(page: Page) {
  const counted = { sent: 0 };
  page.on('request', (request) => {
    if (
      request.method() === 'POST' &&
      /\/knowledge-bases\/\d+\/documents$/.test(new URL(request.url()).pathname)
    )
      counted.sent += 1;
  });
  return counted;
}

/** Lets go of files over the page, as somebody who drags them from a folder. */
export async function dropFiles(
  page: Page,
  selector: string,
  files: { name: string; text: string; size?: number }[],
): Promise<void> {
  const carried = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text, size = 0 } of given)
      transfer.items.add(new File([text, new Uint8Array(size)], name));
    return transfer;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(selector, type, { dataTransfer: carried });
}

/** A base as the server would show it, for states that take too long to make. */
export const shownBase = (base: MadeBase, shown: object[], more: object = {}) => ({
  ...base,
  description: null,
  documents: shown,
  documents_count: shown.length,
  total_storage: 1536,
  total_tokens: 1234,
  agents: [],
  old_documents: 0,
  passages_to_embed: 0,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  ...more,
});

export const shownDocument = (id: number, change: object = {}) => ({
  id,
  original_filename: `Documento ${String(id).padStart(3, '0')}.pdf`,
  file_type: 'pdf',
  file_size: 1536,
  token_count: 1234,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  status: 'ready',
  progress: 1,
  error: null,
  pages: null,
  pages_without_text: null,
  searchable: true,
  can_retry: true,
  reader_version: 2,
  step: null,
  notes: [],
  can_reread: false,
  ...change,
});

/** Answers for a base with what `now` says at that moment. */
export const showBase = (page: Page, base: MadeBase, now: () => object) =>
  page.route(`**${API}/knowledge-bases/${base.id}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, data: now() } })
      : route.fallback(),
  );
