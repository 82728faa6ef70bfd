import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { get } from '#contract/endpoint.ts';
import { measureRequests, openMetrics } from '../metrics.ts';
import { routes } from '../routes.ts';
import { serve } from '../serve.ts';

test('a reader who leaves while they are being authenticated leaves nothing behind: no listener, no open stream', async () => {
  const app = Fastify() as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('caller', null);
  const metrics = openMetrics();
  measureRequests(app, metrics);
  const [knocked, opened, begun, released] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const caller = {
    user_id: 7,
    role: 'user' as const,
    user_group_id: 1,
    sign_in_id: '',
    confirmed_at: new Date(0),
    with_temporary_password: false,
    second_factor_due: null,
    lacks_second_factor: false,
    lacks_terms: false,
  };
  let listening = 0;
  const api = {
    read: get('/chat/sessions/:id/stream', {
      access: 'user',
      summary: '',
      params: z.object({ id: z.string() }),
      events: z.number(),
    }),
  };
  const read = () => {
    begun?.resolve();
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: async () => {
          released?.resolve();
          return { done: true as const, value: undefined };
        },
      }),
    };
  };
  const slowly = async () => {
    knocked?.resolve();
    await opened?.promise;
    return caller;
  };
  const watch = () => {
    listening += 1;
    return () => {
      listening -= 1;
    };
  };
  serve(app, routes(api, { read }), slowly, { watch });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const arrived = once(app.server, 'connection');
  const call = httpRequest({ port, host: '127.0.0.1', path: '/api/v1/chat/sessions/1/stream' }).end();
  call.on('error', () => {});
  const [socket] = await arrived;
  await knocked?.promise;
  const gone = once(socket, 'close');
  call.destroy();
  await gone;
  opened?.resolve();
  await begun?.promise;
  await released?.promise;

  expect(listening).toBe(0);
  expect((await metrics.streams.get()).values[0]?.value).toBe(0);
  await app.close();
});
