/** Calls of the API as people, programs and directories make them, and how long they take. */
import { JSON_TYPE } from './access-bars.ts';

const API = '/api/v1';
/** A directory sends several calls at once, and so do people in the morning. */
const AT_ONCE = 4;

export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export const callerOf =
  (url: string, token: string, media_type: string = JSON_TYPE, base = ''): Call =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${API}${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': media_type }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    const answer = JSON.parse(text) as { data: T };
    return base ? (answer as T) : answer.data;
  };

export type Told = { status: number; code: string | undefined; data: Record<string, unknown> };

/** Without an account, each from a place of its own: a proxy on this machine says which. */
export async function knock(
  url: string,
  path: string,
  body: object | URLSearchParams,
  place: number,
): Promise<Told> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${url}${API}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': addressOf(place), ...(isForm ? {} : { 'content-type': JSON_TYPE }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const { code, data = {} } = (await response.json()) as Partial<Told>;
  return { status: response.status, code, data };
}

const addressOf = (place: number) => `198.${18 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`;

export async function atOnce(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work();
  return { value, seconds: Math.round((performance.now() - began) / 10) / 100 };
}
