import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HeapInfo } from 'node:v8';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { del, get, post } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import { isHeapNearLimit } from '../tuning/heap-limit.ts';
import { answerError } from './errors/error-replies.ts';
import { routes } from './routes.ts';
import { serve } from './serve.ts';

const Thing = z.object({ id: z.number(), name: z.string() });
const api = {
  list: get('/things', {
    access: 'public',
    summary: '',
    list: Thing,
    query: z.object({ skip: z.coerce.number().default(0) }),
  }),
  one: get('/things/:id', {
    access: 'public',
    summary: '',
    params: z.object({ id: z.coerce.number().int() }),
    reply: Thing,
    missing: 'agent_not_found',
  }),
  make: post('/things', {
    access: 'public',
    summary: '',
    body: z.object({ name: z.string('Diga um nome.').min(1, 'Diga um nome.') }),
    reply: Thing,
    status: 201,
    message: 'Feito.',
  }),
  form: post('/form', {
    access: 'public',
    summary: '',
    form: z.object({ name: z.string() }),
    reply: z.string(),
  }),
  tell: post('/tell', {
    access: 'public',
    summary: '',
    body: z.object({ note: z.string().nullable() }),
    reply: z.object({ note: z.string().nullable() }),
    message_field: 'note',
  }),
  remove: del('/things', {
    access: 'public',
    summary: '',
    body: z.object({ ids: z.array(z.number()) }),
    reply: z.number(),
  }),
  mine: get('/mine', { access: 'user', summary: '', reply: z.number() }),
  admin: get('/admin', { access: 'admin', summary: '', reply: z.number() }),
  superb: get('/superb', { access: 'superadmin', summary: '', reply: z.number() }),
  broken: get('/broken', { access: 'public', summary: '', reply: z.null() }),
  count: post('/count', { access: 'public', summary: '', events: z.object({ n: z.number() }) }),
};

let app: FastifyInstance;
let origin: string;
/** As if the memory were short. */
let full = false;
/** Resolves when the endless stream is released. */
let released: Promise<void>;

beforeAll(async () => {
  app = Fastify({ logger: false, bodyLimit: 1_000 }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.decorateRequest('caller', null);
  await app.register((await import('@fastify/formbody')).default);
  let release = () => {};
  released = new Promise((resolve) => {
    release = resolve;
  });
  const secret = { id: 1, name: 'um', password_hash: 'never' };
  const bound = routes(api, {
    list: () => ({ rows: [secret], total: 3 }),
    one: ({ params }) => ({ id: params.id, name: 'um' }),
    make: ({ body }) => ({ id: 1, name: body.name }),
    form: ({ body }) => body.name,
    tell: ({ body }) => body,
    remove: ({ body }) => body.ids.length,
    mine: ({ caller }) => caller.user_id,
    admin: () => 1,
    superb: () => 1,
    broken: () => {
      throw new Error('a secret of the inside');
    },
    count: async () => {
      async function* events() {
        try {
          yield { n: 1 };
          await new Promise(() => {});
        } finally {
          release();
        }
      }
      // The generator above never wakes up by itself; this one tells when it is let go.
      const source = events();
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => source.next(),
          return: async () => {
            release();
            return { done: true as const, value: undefined };
          },
        }),
      };
    },
  });
  serve(
    app,
    bound,
    async (bearer) => {
      if (!bearer) throw new AppError('not_authenticated');
      return {
        user_id: 7,
        role: bearer as 'user',
        user_group_id: 1,
        sign_in_id: '',
        confirmed_at: new Date(),
        second_factor_due: null,
        lacks_second_factor: false,
        lacks_terms: false,
        with_temporary_password: bearer === 'superadmin-temporary',
      };
    },
    { isFull: () => full },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;
});
afterAll(() => app.close());

const knock = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(origin + path, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const json = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

describe('a call', () => {
  test('R-CALL-06 answers lists with their total and whether there is more, and only promised fields', async () => {
    const { body } = await knock('/things');
    expect(body).toEqual({
      success: true,
      data: [{ id: 1, name: 'um' }],
      metadata: { total: 3, has_more: true },
      message: '',
    });
    expect((await knock('/things?skip=2')).body.metadata.has_more).toBe(false);
  });

  test('answers creations with 201 and its sentence', async () => {
    expect(await knock('/things', json('{"name":"dois"}'))).toEqual({
      status: 201,
      body: { success: true, data: { id: 1, name: 'dois' }, message: 'Feito.' },
    });
  });

  test('says a field of its data as the sentence beside it, when there is something to say', async () => {
    expect((await knock('/tell', json('{"note":"Falta algo."}'))).body).toEqual({
      success: true,
      data: { note: 'Falta algo.' },
      message: 'Falta algo.',
    });
    expect((await knock('/tell', json('{"note":null}'))).body).toEqual({
      success: true,
      data: { note: null },
    });
  });

  test('R-CALL-10 refuses wrong input with the first sentence and every field', async () => {
    const { status, body } = await knock('/things', json('{"name":""}'));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      success: false,
      detail: 'Diga um nome.',
      code: 'validation',
      errors: [{ field: 'name', message: 'Diga um nome.' }],
    });
  });

  test('treats a malformed id as a missing object', async () => {
    expect((await knock('/things/abc')).body).toMatchObject({
      code: 'agent_not_found',
      detail: 'Agente não encontrado',
    });
  });

  test.each([
    ['broken JSON', json('{"name":'), 400],
    ['a prototype in disguise', json('{"__proto__":{"admin":true},"name":"x"}'), 400],
    ['a body that is too large', json(JSON.stringify({ name: 'x'.repeat(2_000) })), 413],
    [
      'a foreign content type',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      415,
    ],
    ['no body at all', { method: 'POST' }, 422],
  ] as [string, RequestInit, number][])(
    'R-CALL-11 refuses %s in the common form',
    async (_, init, expected) => {
      const { status, body } = await knock('/things', init);
      expect(status).toBe(expected);
      expect([body.success, typeof body.detail, typeof body.code]).toEqual([false, 'string', 'string']);
    },
  );

  test('reads a form, and JSON with a DELETE', async () => {
    expect(
      (await knock('/form', { method: 'POST', body: new URLSearchParams({ name: 'ação' }) })).body.data,
    ).toBe('ação');
    expect((await knock('/things', { ...json('{"ids":[1,2]}'), method: 'DELETE' })).body.data).toBe(2);
  });

  test('tells nothing of the inside when it breaks', async () => {
    const { status, body } = await knock('/broken');
    expect(status).toBe(500);
    expect(body).toMatchObject({ detail: 'Erro interno. Nossa equipe foi notificada.', code: 'internal' });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('lets in whom its line names', async () => {
    const as = (role: string) => ({ headers: { authorization: `Bearer ${role}` } });
    const statuses = async (path: string) =>
      Promise.all([
        knock(path),
        knock(path, as('user')),
        knock(path, as('admin')),
        knock(path, as('superadmin')),
      ]).then((all) => all.map(({ status }) => status));
    expect(await statuses('/mine')).toEqual([401, 200, 200, 200]);
    expect(await statuses('/admin')).toEqual([401, 403, 200, 200]);
    expect(await statuses('/superb')).toEqual([401, 403, 403, 200]);
    expect((await knock('/mine', as('superadmin-temporary'))).body.code).toBe('password_change_required');
  });
});

test('a stream begins at once and its source is let go when the reader leaves', async () => {
  const call = httpRequest(`${origin}/count`, { method: 'POST' });
  call.end();
  const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(chunk.toString()).toBe('data: {"n":1}\n\n');
  call.destroy();
  await released;
});

test('B26 while memory is short no stream is opened, and the client is asked to retry; other calls go on', async () => {
  full = true;
  try {
    const response = await fetch(`${origin}/count`, { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.parse(await response.text())).toMatchObject({
      code: 'overloaded',
      detail: 'O servidor está sobrecarregado. Tente novamente em instantes.',
    });
    expect((await knock('/things')).status).toBe(200);
  } finally {
    full = false;
  }
  const limit = { used_heap_size: 86, heap_size_limit: 100 } as HeapInfo;
  expect([
    isHeapNearLimit(limit),
    isHeapNearLimit({ ...limit, used_heap_size: 84 }),
    isHeapNearLimit(),
  ]).toEqual([true, false, false]);
});
