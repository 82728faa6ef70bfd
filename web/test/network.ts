/** A fake network for tests of the API layer: every path replies from its own list, and requests are recorded. */
import { vi } from 'vitest';
import type { ApiFailure } from '../src/api/failure.ts';

type Heard = { url: string; method: string; headers: Headers; body: unknown };
type Reply = () => Response | Promise<Response>;

export const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
export const data = (value: unknown) => json(200, { success: true, data: value });
export const unauthorized = json(401, {
  success: false,
  detail: 'Não autenticado.',
  code: 'not_authenticated',
});
export const unreachable: Reply = () => Promise.reject(new TypeError('Failed to fetch'));
export const pair = (n: number) => ({ access_token: `access-${n}`, refresh_token: `refresh-${n}` });

/** Reloads the API layer; the last reply of a path repeats. */
export async function testServer(
  replies: Record<string, Reply[]>,
  hosts: { api_url?: string; api_backup_url?: string } = {},
) {
  vi.resetModules();
  const heard: Heard[] = [];
  const left = Object.fromEntries(Object.entries(replies).map(([key, list]) => [key, [...list]]));
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/api/v1/config') return Promise.resolve(data(hosts)());
    heard.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body });
    const list = left[url] ?? left[url.replace('/api/v1', '')];
    const reply = list && (list.length > 1 ? list.shift() : list[0]);
    if (!reply) throw new Error(`nobody answers at ${url}`);
    return new Promise((resolve, reject) => {
      const stop = () => reject(init.signal?.reason);
      if (init.signal?.aborted) return stop();
      init.signal?.addEventListener('abort', stop);
      Promise.resolve().then(reply).then(resolve, reject);
    });
  });
  const { call } = await import('../src/api/client.ts');
  const { openStream } = await import('../src/api/stream.ts');
  const tokens = await import('../src/api/tokens.ts');
  return {
    call,
    openStream,
    tokens,
    heard,
    to: (path: string) => heard.filter(({ url }) => url.endsWith(path)),
  };
}

export const stored = () => ({
  token: localStorage.getItem('token'),
  refreshToken: localStorage.getItem('refreshToken'),
});

export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it was expected to fail');
    },
    // The module was loaded anew, and with it the class: compare by what it carries.
    (failure: ApiFailure) => failure,
  );

export function signIn(): void {
  localStorage.setItem('token', 'access-1');
  localStorage.setItem('refreshToken', 'refresh-1');
}

export function cleanUp(): void {
  vi.unstubAllGlobals();
  localStorage.clear();
}
