/** Calls the server over HTTP in a person's name, as their browser would. */
import { API, type Person } from '../support/test-server.ts';

export type Call = <T>(method: string, path: string, body?: object | FormData) => Promise<T>;

/** The record of administration tells what somebody came with. */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Calls the server in a person's name. */
export async function callsOf(url: string, { email, password }: Pick<Person, 'email' | 'password'>) {
  const entered = await fetch(`${url}${API}/auth/login`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token, refresh_token } = (await dataOf(entered)) as Record<string, string>;
  const call: Call = async <T>(method: string, path: string, body?: object | FormData) => {
    const response = await fetch(`${url}${API}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        'user-agent': BROWSER,
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
    return (await dataOf(response)) as T;
  };
  return { call, tokens: [access_token ?? '', refresh_token ?? ''] as const };
}

async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return text.startsWith('{') ? (JSON.parse(text) as { data: unknown }).data : text;
}
