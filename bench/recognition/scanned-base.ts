/** The same documents in two bases of a running product, as text and as scans, and the places of answers in both. */
import type { PassageHit } from '#contract/knowledge.ts';
import type { Question } from '../retrieval/question-sets.ts';
import { asScan, asText, type PrintedDocument } from './printed-pages.ts';

export type Api = { url: string; token: string };

const LOOK_MS = 250;
const HITS = 5;

const headersOf = ({ token }: Api) => ({ authorization: `Bearer ${token}` });

export async function received<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: T }).data;
}

export async function createBase(api: Api, name: string): Promise<number> {
  const { id } = await received<{ id: number }>(
    await fetch(`${api.url}/api/v1/knowledge-bases`, {
      method: 'POST',
      headers: { ...headersOf(api), 'content-type': 'application/json' },
      body: JSON.stringify({ name, ocr: true }),
    }),
  );
  return id;
}

export async function fill(
  api: Api,
  base: number,
  documents: PrintedDocument[],
  kind: 'text' | 'scan',
): Promise<void> {
  for (const document of documents) {
    const id = await send(api, base, document.name, kind === 'text' ? asText(document) : asScan(document));
    await isDone(api, base, id);
  }
}

export async function send(
  api: Api,
  base: number,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const { id } = await received<{ id: number }>(
    await fetch(`${api.url}/api/v1/knowledge-bases/${base}/documents`, {
      method: 'POST',
      headers: headersOf(api),
      body: form,
    }),
  );
  return id;
}

type Listed = { id: number; status: string; ocr: { state: string; done: number } | null };

export async function documentOf(api: Api, base: number, id: number): Promise<Listed> {
  const { documents } = await received<{ documents: Listed[] }>(
    await fetch(`${api.url}/api/v1/knowledge-bases/${base}`, { headers: headersOf(api) }),
  );
  const found = documents.find((document) => document.id === id);
  if (!found) throw new Error(`document ${id} is gone`);
  return found;
}

async function isDone(api: Api, base: number, id: number): Promise<void> {
  for (;;) {
    const { status, ocr } = await documentOf(api, base, id);
    if (status === 'failed' || ocr?.state === 'failed') throw new Error(`document ${id} could not be read`);
    if (status === 'ready' && (ocr === null || ocr.state === 'done' || ocr.state === 'none')) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Percent of the questions of which one of the first five passages stands on a page of the answer. */
export async function recallOf(
  api: Api,
  base: number,
  documents: PrintedDocument[],
  questions: Question[],
): Promise<number> {
  let found = 0;
  for (const { text, gold } of questions) {
    const query = new URLSearchParams({ q: text, limit: String(HITS) });
    const { hits } = await received<{ hits: PassageHit[] }>(
      await fetch(`${api.url}/api/v1/knowledge-bases/${base}/search?${query.toString()}`, {
        headers: headersOf(api),
      }),
    );
    const holds = ({ original_filename, page }: PassageHit) =>
      documents.some(
        ({ name, places }) =>
          name === original_filename && gold.some((id) => page !== null && places.get(id)?.has(page)),
      );
    if (hits.some(holds)) found += 1;
  }
  return Math.round((10_000 * found) / questions.length) / 100;
}
