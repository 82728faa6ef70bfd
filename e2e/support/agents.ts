/** Agents for the stories of the administration, made over HTTP, and what these stories do with the page. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, API, enter, expect, signIn } from './test-server.ts';

export type MadeAgent = { id: number; name: string; updated_at: string };

/** A name that no other story has: the server is shared. */
export const uniqueName = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

/** One call as the administrator, outside the page. */
export async function asAdmin<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const { access_token } = await signedInAdmin(page);
  const response = await page.request.fetch(`${API}${path}`, {
    method,
    headers: { authorization: `Bearer ${access_token}` },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return ((await response.json()) as { data: T }).data;
}

type SignedIn = { since: number; testServer: string | undefined; tokens: Promise<{ access_token: string }> };
let latest: SignedIn | undefined;

/** One sign-in for what many stories prepare; renewed long before it ends. */
export function signedInAdmin(page: Page) {
  const testServer = process.env.PROSA_E2E_URL;
  if (latest && latest.testServer === testServer && Date.now() - latest.since < 300_000) return latest.tokens;
  latest = { since: Date.now(), testServer, tokens: signIn(page.request, ADMIN) };
  return latest.tokens;
}

/** A draft with what is given; the rest as a new agent has it. */
export async function makeAgent(page: Page, change: Record<string, unknown> = {}): Promise<MadeAgent> {
  const agent = await asAdmin<MadeAgent>(page, 'POST', '/agents', {
    name: uniqueName('Agente'),
    description: 'Um agente.',
  });
  if (Object.keys(change).length === 0) return agent;
  return asAdmin<MadeAgent>(page, 'PUT', `/agents/${agent.id}`, change);
}

export const makeTag = (page: Page, name = uniqueName('tag')) =>
  asAdmin<{ id: number; name: string }>(page, 'POST', '/agents/tags', { name });

export async function openAgent(page: Page, { id, name }: MadeAgent, tab = ''): Promise<void> {
  await enter(page, ADMIN, `/admin/agents/${id}${tab && `?tab=${tab}`}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export async function openList(page: Page, filter = ''): Promise<void> {
  await enter(page, ADMIN, `/admin/agents${filter}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
}

/** Without a model, what only models obey is folded until it is edited. */
export const unfoldRules = (page: Page) => page.getByText('Regras de modelos').click();

export const cards = (page: Page) => page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
export const edit = (page: Page) => page.getByRole('button', { name: 'Edit Configuration' }).click();
export const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
export const saved = (page: Page) => expect(page.getByText('Configuration saved.')).toBeVisible();

/** Holds back answers to one kind of call until it is released. */
export async function holdBack(page: Page, path: string, method: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await held;
    await route.fallback();
  });
  return () => release();
}

/** Answers one kind of call with 500, saying nothing or a sentence. */
export async function breakCall(page: Page, path: string, method: string, detail?: string): Promise<void> {
  await page.route(`**${API}${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: detail ? { success: false, detail, code: 'internal' } : {} })
      : route.fallback(),
  );
}

/** The calls of one kind that the page makes from now on. */
export function listenTo(page: Page, method: string, pattern: RegExp) {
  const heard: { url: URL; body: unknown }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === method && url.pathname.startsWith(API) && pattern.test(url.pathname))
      heard.push({ url, body: request.postDataJSON() as unknown });
  });
  return heard;
}

/** A failure is shown in an alert, without the sentence that other screens add to it. */
export async function expectFailure(where: Page | Locator, text: string): Promise<void> {
  await expect(where.getByRole('alert').filter({ hasText: text })).toBeVisible();
  await expect(where.getByText(`${text}. Por favor`)).toHaveCount(0);
}
