// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { knowledgeApi } from '#contract/knowledge.ts';
import {
  cleanUp,
  data,
  failureOf,
  json,
  pair,
  signIn,
  testServer,
  unauthorized,
  unreachable,
} from '../../test/network.ts';

const PATH = '/knowledge-bases/3/documents';
const hosts = { api_url: 'https://um.test', api_backup_url: 'https://dois.test' };

/** The browser's older way of asking, over the same network as everything else in these tests. */
class OverFetch {
  upload: {
    onprogress?: (event: { loaded: number; total: number }) => void;
    onload?: () => void;
  } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  private readonly headers = new Headers();
  private readonly stop = new AbortController();
  private url = '';
  private method = '';

  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  abort() {
    this.stop.abort();
  }
  send(body: FormData) {
    this.upload.onprogress?.({ loaded: 50, total: 200 });
    const { headers, method, url } = this;
    fetch(url, { method, headers, body, signal: this.stop.signal })
      .then(async (response) => {
        this.upload.onload?.();
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      })
      .catch(() => !this.stop.signal.aborted && this.onerror?.());
  }
}

beforeEach(() => {
  signIn();
  vi.stubGlobal('XMLHttpRequest', OverFetch);
});
afterEach(cleanUp);

const file = new File(['uma linha'], 'Férias.txt');

async function send(network: Awaited<ReturnType<typeof testServer>>, signal?: AbortSignal) {
  const { upload } = await import('./upload.ts');
  const shares: number[] = [];
  const answer = upload(
    knowledgeApi.upload,
    { params: { id: 3 }, body: { file, document_id: 9 } },
    { idempotencyKey: 'a-key', onSent: (share) => shares.push(share), signal },
  );
  return { answer, shares, sent: () => network.to(PATH) };
}

test('R-KB-36 the file goes as multipart with bearer and key, and tells how much of it has left', async () => {
  const network = await testServer({ [PATH]: [data({ id: 7 })] });
  const { answer, shares, sent } = await send(network);
  expect(await answer).toEqual({ id: 7 });
  expect(shares).toEqual([0, 0.25, 1]);
  const [request] = sent();
  expect(request?.headers.get('authorization')).toBe('Bearer access-1');
  expect(request?.headers.get('idempotency-key')).toBe('a-key');
  expect(request?.headers.has('content-type')).toBe(false);
  const form = request?.body as FormData;
  expect((form.get('file') as File).name).toBe('Férias.txt');
  expect(form.get('document_id')).toBe('9');
});

test('an upload that comes too late for its token is sent once more after one refresh, under the same key', async () => {
  const network = await testServer({
    [PATH]: [unauthorized, data({ id: 7 })],
    '/auth/refresh': [data(pair(2))],
  });
  const { answer, shares, sent } = await send(network);
  expect(await answer).toEqual({ id: 7 });
  expect(sent().map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer access-1',
    'Bearer access-2',
  ]);
  expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key')))).toEqual(new Set(['a-key']));
  expect(shares).toEqual([0, 0.25, 1, 0, 0.25, 1]);
});

test('without an answer the backup host gets it; a refusal is final and carries its sentence', async () => {
  const refusal = { success: false, detail: 'O arquivo está vazio.', code: 'file_empty' };
  const network = await testServer(
    {
      [`https://um.test/api/v1${PATH}`]: [unreachable],
      [`https://dois.test/api/v1${PATH}`]: [json(422, refusal)],
    },
    hosts,
  );
  const { answer, sent } = await send(network);
  expect(await failureOf(answer)).toMatchObject({
    kind: 'http',
    status: 422,
    code: 'file_empty',
    body: refusal,
  });
  expect(sent().map(({ url }) => new URL(url).host)).toEqual(['um.test', 'dois.test']);
});

test('no host at all is a network failure, and an upload that was given up is no failure', async () => {
  const network = await testServer({ [PATH]: [unreachable] });
  expect(await failureOf((await send(network)).answer)).toMatchObject({ kind: 'network' });
  const slow = await testServer({ [PATH]: [() => new Promise<Response>(() => {})] });
  const leaving = new AbortController();
  const { answer, sent } = await send(slow, leaving.signal);
  const ended = failureOf(answer);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  leaving.abort();
  expect((await ended).name).toBe('AbortError');
  expect(sent()).toHaveLength(1);
});

test('a line over which nothing moves any more is taken for down', async () => {
  vi.useFakeTimers();
  const network = await testServer({ [PATH]: [() => new Promise<Response>(() => {})] });
  const { answer, sent } = await send(network);
  const failed = failureOf(answer);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(90_000);
  vi.useRealTimers();
  expect(await failed).toMatchObject({ kind: 'network' });
});
