import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Provider } from '#contract/model-catalogue.ts';
import { openProviderStub, type ProviderStub } from '../../../../test/providers/provider-stub.ts';
import { environmentNetwork } from '../provider-network.ts';
import { versionedUrl } from './base-url.ts';
import { listModels } from './model-lists.ts';

let stub: ProviderStub;
let odd: Server | undefined;
beforeAll(async () => {
  stub = await openProviderStub();
});
afterEach(() => {
  stub.reset();
  odd?.closeAllConnections();
  odd?.close();
  odd = undefined;
});
afterAll(() => stub.close());

const listOf = (provider: Provider, url = stub.url, signal = AbortSignal.timeout(5_000)) =>
  listModels({ provider, base_url: versionedUrl(provider, url), api_key: 'k' }, environmentNetwork, signal);

async function answering(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  odd = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const answeringJson = (body: unknown) => answering((_, response) => void response.end(JSON.stringify(body)));

test.each(['openai', 'anthropic', 'google', 'compatible'] as const)(
  'the whole list of %s is read, page by page',
  async (provider) => {
    stub.knowsOnly('um', 'dois', 'tres', 'text-embedding-3-small', 'cinco');
    const models = await listOf(provider);
    expect(models.map(({ id }) => id)).toEqual(['um', 'dois', 'tres', 'text-embedding-3-small', 'cinco']);
    expect(models.filter(({ is_chat }) => !is_chat).map(({ id }) => id)).toEqual(['text-embedding-3-small']);
  },
);

test('each provider says of a model what it says', async () => {
  stub.knowsOnly('um');
  expect(await listOf('openai')).toMatchObject([{ name: null, created: 1_790_000_000, context: null }]);
  expect(await listOf('anthropic')).toMatchObject([
    { name: 'Modelo um', created: 1_790_000_000, context: 200_000, max_tokens: 64_000 },
  ]);
  expect(await listOf('google')).toMatchObject([
    { name: 'Modelo um', created: null, context: 1_048_576, max_tokens: 65_536 },
  ]);
});

test('OpenAI says when a model ends, vLLM and LM Studio how long a context is', async () => {
  const url = await answeringJson({
    data: [
      { id: 'gpt-4o', shutdown_date: '2027-01-14' },
      { id: 'vllm', max_model_len: 32_768 },
      { id: 'lm', max_context_length: 8_192 },
    ],
  });
  expect(await listOf('compatible', url)).toMatchObject([
    { id: 'gpt-4o', ends_at: '2027-01-14' },
    { id: 'vllm', context: 32_768 },
    { id: 'lm', context: 8_192 },
  ]);
});

test.each([
  ['an object with `models`', { models: [{ id: 'llama3.3:70b' }] }],
  ['a bare array', [{ id: 'llama3.3:70b' }]],
])('a compatible list may be %s', async (_, body) => {
  expect((await listOf('compatible', await answeringJson(body))).map(({ id }) => id)).toEqual([
    'llama3.3:70b',
  ]);
});

test('LM Studio says in a list of its own how long a context is, and which models are no chat models', async () => {
  const own = {
    data: [
      { id: 'lm', type: 'vlm', max_context_length: 131_072, loaded_context_length: 8_192 },
      { id: 'nomic', type: 'embeddings', max_context_length: 2_048 },
      { id: 'antigo', type: 'llm', max_context_length: 32_768 },
    ],
  };
  const asked: string[] = [];
  const url = await answering((request, response) => {
    asked.push(request.url ?? '');
    const listed = { data: [{ id: 'lm' }, { id: 'nomic' }, { id: 'antigo' }] };
    response.end(JSON.stringify(request.url === '/api/v0/models' ? own : listed));
  });
  expect(await listOf('compatible', url)).toMatchObject([
    { id: 'lm', context: 8_192, vision: true, is_chat: true },
    { id: 'nomic', context: 2_048, is_chat: false },
    { id: 'antigo', context: 32_768, vision: null, is_chat: true },
  ]);
  expect(asked).toEqual(['/v1/models', '/api/v0/models']);
});

test('Anthropic names abilities and efforts, Google the models that do not think', async () => {
  const supported = (yes: boolean) => ({ supported: yes });
  const url = await answeringJson({
    data: [
      {
        id: 'claude-opus-9',
        capabilities: {
          image_input: supported(true),
          structured_outputs: supported(false),
          effort: { low: supported(true), medium: supported(true), max: supported(false), xhigh: 'sim' },
        },
      },
      { id: 'claude-sem-nada', capabilities: { effort: 7 } },
    ],
    models: [
      { name: 'models/rapido', thinking: false, supportedGenerationMethods: ['generateContent'] },
      { name: 'models/pensa', thinking: true, supportedGenerationMethods: ['generateContent'] },
    ],
  });
  expect(await listOf('anthropic', url)).toMatchObject([
    { vision: true, structured_output: false, efforts: ['low', 'medium'] },
    { vision: null, structured_output: null, efforts: null },
  ]);
  expect(await listOf('google', url)).toMatchObject([{ efforts: [] }, { efforts: null }]);
});

test('all pages of a list together hold at most 1 MiB', async () => {
  let pages = 0;
  const url = await answering((_, response) => {
    pages += 1;
    const page = {
      data: [{ id: `m${pages}` }],
      has_more: true,
      last_id: `m${pages}`,
      rest: 'x'.repeat(400_000),
    };
    response.end(JSON.stringify(page));
  });
  await expect(listOf('anthropic', url)).rejects.toThrow('too long');
  expect(pages).toBe(3);
});

test('what is no id or no number is left out by itself', async () => {
  const url = await answeringJson({
    data: [
      { id: 'bom', max_model_len: -5 },
      { id: 'bom-2', max_model_len: '1e99', created: 'ontem' },
      { id: 'bom-3', max_model_len: 3 },
      { id: '../../etc' },
      { id: 'a\u0007b' },
      { id: 7 },
      null,
      'texto',
    ],
  });
  expect(await listOf('compatible', url)).toMatchObject([
    { id: 'bom', context: null },
    { id: 'bom-2', context: null, created: null },
    { id: 'bom-3', context: null },
  ]);
});

test('a list of a million models is cut, one without an end and one of a redirect are refused', async () => {
  const many = { data: Array.from({ length: 2_500 }, (_, place) => ({ id: `m${place}` })) };
  expect(await listOf('compatible', await answeringJson(many))).toHaveLength(2_000);
  odd?.close();
  const endless = await answering((_, response) => {
    const write = (): void => {
      while (response.write(' '.repeat(65_536)));
      response.once('drain', write);
    };
    write();
  });
  await expect(listOf('compatible', endless)).rejects.toThrow('too long');
  odd?.closeAllConnections();
  odd?.close();
  const elsewhere = await answering((_, response) => {
    response.writeHead(302, { location: `${stub.url}/v1/models` }).end();
  });
  await expect(listOf('compatible', elsewhere)).rejects.toThrow();
  expect(stub.calls).toEqual([]);
});
