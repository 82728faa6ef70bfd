/** Shared parts of the stories: people with accounts, e-mails, and a page that must log no error. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { inDatabase } from './database.ts';
import { inKeptContext } from './kept-context.ts';

export const ADMIN = { email: 'admin@exemplo.com.br', password: 'uma senha de administrador' };
export const API = '/api/v1';

export type Person = { email: string; password: string; name: string };

type Fixtures = {
  /** Complaints of the browser that the story expects, such as a call it breaks on purpose. */
  expectComplaints: (pattern: RegExp) => void;
  /** A registered, verified person. */
  person: Person;
};

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    await use(process.env.PROSA_E2E_URL ?? '');
  },
  expectComplaints: async ({}, use, info) => {
    const patterns: RegExp[] = [];
    (info as unknown as { patterns: RegExp[] }).patterns = patterns;
    await use((pattern) => patterns.push(pattern));
  },
  context: async ({ browser, contextOptions, baseURL }, use, info) => {
    if (contextOptions.reducedMotion === 'reduce' && baseURL) {
      await inKeptContext(browser, baseURL, async (context) => {
        await use(context);
        return info.status === info.expectedStatus;
      });
      return;
    }
    const own = await browser.newContext();
    await use(own);
    await own.close();
  },
  page: async ({ page, expectComplaints }, use, info) => {
    void expectComplaints;
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    // Requests that are still running when a story ends belong to nobody.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const expected = (info as unknown as { patterns: RegExp[] }).patterns;
    const unexpected = complaints.filter(
      (text) => !/Failed to load resource/.test(text) && !expected.some((pattern) => pattern.test(text)),
    );
    expect(unexpected, 'the browser complained').toEqual([]);
  },
  person: async ({ playwright, baseURL }, use) => {
    if (!registered) {
      const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
      registered = await registerPerson(request);
      await request.dispose();
    }
    await use(await another(registered));
  },
});

export { expect };

const newAddress = () => `p-${randomUUID().slice(0, 12)}@exemplo.com.br`;

/** Registers and verifies somebody over HTTP, with the code from the letter. */
export async function registerPerson(request: APIRequestContext, name = 'Marina Costa'): Promise<Person> {
  const person = { name, email: newAddress(), password: 'uma senha boa' };
  const created = await request.post(`${API}/auth/register`, { data: { ...person, phone: '11987654321' } });
  expect(created.status()).toBe(201);
  const code = await codeFor(person.email);
  const verified = await request.post(`${API}/auth/verify-email`, { data: { email: person.email, code } });
  expect(verified.ok()).toBe(true);
  return person;
}

/** The person of this worker; registration has stories of its own. */
let registered: Person | undefined;

/** Somebody who has registered and verified just as this person has: hashing a password takes long. */
async function another(person: Person): Promise<Person> {
  const email = newAddress();
  await inDatabase((client) =>
    client.query(
      `insert into users (email, name, phone, user_group_id, password_hash, is_verified, token_limit)
       select $1, name, phone, user_group_id, password_hash, is_verified, token_limit from users where email = $2`,
      [email, person.email],
    ),
  );
  return { ...person, email };
}

const admitted = new WeakMap<Page, { email: string; access_token: string }>();

/** Signs in over HTTP, once, and puts the tokens where the page will look for them. */
export async function admit(page: Page, person: { email: string; password: string }): Promise<void> {
  // The page has the tokens already.
  if (admitted.get(page)?.email === person.email) return;
  const { access_token, refresh_token } = await signIn(page.request, person);
  admitted.set(page, { email: person.email, access_token });
  await page.addInitScript(
    ([token, refreshToken]) => {
      // Only once: a story that signs out must stay signed out.
      if (sessionStorage.getItem('entered')) return;
      sessionStorage.setItem('entered', 'yes');
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('refreshToken', refreshToken ?? '');
    },
    [access_token, refresh_token],
  );
}

export async function enter(
  page: Page,
  person: { email: string; password: string },
  path = '/chat',
): Promise<void> {
  await admit(page, person);
  await page.goto(path);
}

export async function signIn(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
) {
  const response = await request.post(`${API}/auth/login`, { form: { username: email, password } });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).data as { access_token: string; refresh_token: string };
}

/** The clipboard is written asynchronously, after the press of the button has returned. Returns what it holds. */
export async function expectCopied(page: Page, text: string | RegExp): Promise<string> {
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await (typeof text === 'string' ? expect.poll(copied).toBe(text) : expect.poll(copied).toMatch(text));
  return copied();
}

/** Letter after letter, faster than any patience of the page, on a machine however slow. */
export async function typeQuickly(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((_, letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter);
  }, text);
}

type Email = { to: string; subject: string; text: string; html: string; at: string };

/** A letter never changes: each is read once, not at every look of every story. */
const read = new Map<string, Email>();

/** Newest first. */
export async function emailsTo(email: string): Promise<Email[]> {
  const folder = join(process.env.PROSA_E2E_DATA ?? '', 'mailbox');
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) =>
    /^[^.].*\.json$/.test(name),
  );
  for (const name of names)
    if (!read.has(name)) read.set(name, JSON.parse(await readFile(join(folder, name), 'utf8')) as Email);
  return names
    .sort()
    .reverse()
    .flatMap((name) => read.get(name) ?? [])
    .filter(({ to }) => to === email);
}

/** The newest letter whose text matches; waits for the post. */
export async function textOfEmailTo(email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        for (const { text } of await emailsTo(email)) {
          found = pattern.exec(text)?.[1];
          if (found) return true;
        }
        return false;
      },
      { message: `a letter to ${email}`, timeout: 30_000 },
    )
    .toBe(true);
  return found ?? '';
}

export const codeFor = (email: string) => textOfEmailTo(email, /\b(\d{6})\b/);

/** A conversation of the signed-in person with the helper agent, not opened yet; its id. */
export async function openConversation(page: Page, agent = 'Ajuda'): Promise<string> {
  const isBlank = page.url() === 'about:blank';
  const token = isBlank
    ? admitted.get(page)?.access_token
    : await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const agents = await (
    await page.request.get(`${API}/agents/available?search=${agent}`, { headers })
  ).json();
  const created = await page.request.post(`${API}/chat/create-session?agent_id=${agents.data[0].id}`, {
    headers,
  });
  return (await created.json()).data.id;
}
