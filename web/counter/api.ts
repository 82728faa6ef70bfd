/** Calls of the counter's page. The token of the visit stays in this tab: no cookie, and nothing that outlives it. */
import { API_BASE } from '#contract/endpoint.ts';
import type {
  CounterEvent,
  CounterPage,
  CounterSession,
  CounterSourceView,
} from '#contract/public-counters.ts';
import { solvePuzzle } from './puzzle.ts';

const slug = document.body.dataset.slug ?? '';
const base = `${API_BASE}/public/counters/${encodeURIComponent(slug)}`;
export const logoUrl = `${base}/logo`;

/** A refusal in the server's words. */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

const AWAY = 'Sem conexão agora. Tente de novo em instantes.';
const KEY = `prosa-balcao:${slug}`;

let token: string | null = read();

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(value: string | null): void {
  token = value;
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Storage of a frame may be closed: the visit then lives in memory.
  }
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = token === null ? {} : { 'x-counter-session': token };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(base + path, {
    method,
    headers,
    credentials: 'omit',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (!response) throw new Refusal('away', AWAY);
  if (response.ok) return response;
  const failure = await response.json().catch(() => ({}));
  throw new Refusal(failure.code ?? 'away', failure.detail ?? AWAY);
}

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await (await send(method, path, body)).json()).data;

export const loadPage = () => call<CounterPage>('GET', '');

async function begin(prove = false): Promise<void> {
  keep(null);
  let session = await call<CounterSession>('POST', '/sessions', prove ? { prove } : {});
  if (session.challenge && session.bits) {
    const { challenge, bits } = session;
    session = await call<CounterSession>('POST', '/sessions', {
      proof: { challenge, nonce: await solvePuzzle(challenge, bits) },
    });
  }
  keep(session.token ?? null);
}

/** Begins a visit where there is none, or the last one has ended. */
async function visiting<T>(run: () => Promise<T>): Promise<T> {
  if (token === null) await begin();
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'visitor_unknown') throw error;
    await begin();
    return run();
  }
}

/** Many behind one address: who has solved a puzzle may ask on. */
async function provingOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'too_many_requests' || hasProved) throw error;
    hasProved = true;
    await begin(true);
    return run();
  }
}
let hasProved = false;

export async function* ask(question: string): AsyncGenerator<CounterEvent> {
  const response = await provingOnce(() => visiting(() => send('POST', '/questions', { question })));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const piece = await reader?.read().catch(() => {
      throw new Refusal('away', AWAY);
    });
    if (!piece || piece.done) return;
    text += piece.value;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6));
  }
}

export const openSource = (message: number, index: number) =>
  visiting(() => call<CounterSourceView>('GET', `/sources/${message}/${index}`));

export type LeftRequest = { name: string; email: string; text: string; message_id?: number; consent: true };
export const leaveRequest = (request: LeftRequest) =>
  visiting(() => call<{ protocol: string; due_on: string }>('POST', '/requests', request));

export type Named = { protocol: string; email: string; code?: string };
export type Opened = {
  protocol: string;
  state: 'open' | 'answered' | 'closed' | 'erased';
  due_on: string;
  text: string | null;
  answer: string | null;
  reason: string | null;
};
export const openRequest = (named: Named) => call<{ request?: Opened }>('POST', '/requests/open', named);
export const eraseRequest = (named: Named) => call<null>('POST', '/requests/erase', named);
