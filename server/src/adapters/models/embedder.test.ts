import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEnv } from '../../env.ts';
import { openLog } from '../log.ts';
import { openEmbedder } from './embedder.ts';

let server: Server;
let url: string;
let seen: { path: string; key: string; body: Record<string, unknown> }[] = [];
let answer: (body: Record<string, unknown>) => { status: number; body: object };

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await json(request)) as Record<string, unknown>;
  const key = String(request.headers.authorization ?? request.headers['x-goog-api-key']);
  seen.push({ path: request.url ?? '', key, body });
  const { status, body: said } = answer(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
}

beforeAll(async () => {
  server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const open = (variables: Record<string, string>) =>
  openEmbedder(parseEnv({ NODE_ENV: 'test', ...variables }), openLog('silent'));
const signal = () => AbortSignal.timeout(10_000);

const vectors = (...embeddings: number[][]) => ({
  status: 200,
  body: {
    object: 'list',
    model: 'x',
    data: embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 9, total_tokens: 9 },
  },
});

describe('a model that places texts by their meaning', () => {
  test('is asked at the address and with the key of its provider', async () => {
    seen = [];
    answer = () => vectors([0.1, 0.2], [0.3, 0.4]);
    const embedder = open({
      EMBEDDING_MODEL: 'openai/text-embedding-3-small',
      OPENAI_API_KEY: 'sk-um',
      OPENAI_BASE_URL: url,
    });
    expect(embedder?.floor).toBeNull();
    expect(await embedder?.embed(['férias', 'multa'], signal(), 'passage')).toEqual({
      vectors: [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
      tokens: 9,
    });
    expect(seen).toMatchObject([
      {
        path: '/v1/embeddings',
        key: 'Bearer sk-um',
        body: { model: 'text-embedding-3-small', input: ['férias', 'multa'] },
      },
    ]);
  });

  test('R-DOC-22 of another address than the answers see only their own texts and key, each with its prefix', async () => {
    seen = [];
    answer = () => vectors([0.1, 0.2]);
    const own = {
      EMBEDDING_MODEL: 'compatible/serafim',
      EMBEDDING_BASE_URL: url,
      EMBEDDING_QUERY_PREFIX: 'query: ',
      EMBEDDING_PASSAGE_PREFIX: 'passage: ',
      OPENAI_API_KEY: 'sk-das-respostas',
    };
    const embedder = open(own);
    await embedder?.embed(['férias'], signal(), 'question');
    await open({ ...own, EMBEDDING_API_KEY: 'sk-dos-sentidos' })?.embed(['férias'], signal(), 'passage');
    expect(seen).toMatchObject([
      { path: '/v1/embeddings', key: 'undefined', body: { model: 'serafim', input: ['query: férias'] } },
      { key: 'Bearer sk-dos-sentidos', body: { input: ['passage: férias'] } },
    ]);
    // Vectors of passages with another prefix do not compare; the prefix of questions changes none of them.
    expect(embedder?.vector_name).toMatch(/^compatible\/serafim#[0-9a-f]{6}$/);
    const { EMBEDDING_PASSAGE_PREFIX: _, ...bare } = own;
    expect(open(bare)?.vector_name).toBe('compatible/serafim');
    const { EMBEDDING_BASE_URL: __, ...nowhere } = own;
    expect(open(nowhere)).toBeNull();
  });

  test('may be one of Google’s', async () => {
    seen = [];
    answer = () => ({ status: 200, body: { embeddings: [{ values: [0.5, 0.6] }] } });
    const embedder = open({
      EMBEDDING_MODEL: 'google/gemini-embedding-001',
      GOOGLE_GENERATIVE_AI_API_KEY: 'g-um',
      GOOGLE_BASE_URL: url,
      EMBEDDING_FLOOR: '0.6',
    });
    expect(embedder?.floor).toBe(0.6);
    expect((await embedder?.embed(['férias'], signal(), 'passage'))?.vectors).toEqual([[0.5, 0.6]]);
    expect(seen[0]).toMatchObject({
      path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
      key: 'g-um',
    });
  });

  test('that answers with something else is refused', async () => {
    const embedder = open({ EMBEDDING_MODEL: 'openai/x', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const numbers = (two: unknown) => vectors([1, 2], [two as number, 2]);
    const odd = [vectors([1, 2]), vectors([1], [1, 2]), vectors([], []), vectors([1], [1], [1])];
    for (const reply of [...odd, numbers(null), numbers('NaN')]) {
      answer = () => reply;
      await expect(embedder?.embed(['a', 'b'], signal(), 'passage')).rejects.toMatchObject({
        name: 'ProviderReplyError',
        status: null,
      });
    }
    answer = () => ({ status: 401, body: { error: { message: 'no' } } });
    await expect(embedder?.embed(['a'], signal(), 'passage')).rejects.toThrow();
  });

  test('is none without a name, a key or a provider that has such', () => {
    expect(open({})).toBeNull();
    expect(open({ EMBEDDING_MODEL: 'openai/x' })).toBeNull();
    expect(open({ EMBEDDING_MODEL: 'x', OPENAI_API_KEY: 'k' })).toBeNull();
    expect(open({ EMBEDDING_MODEL: 'anthropic/x', ANTHROPIC_API_KEY: 'k' })).toBeNull();
  });
});
