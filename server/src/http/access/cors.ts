/** Lets the named origins call the API. Tokens travel in a header, so no credentials are shared. */
import type { FastifyInstance } from 'fastify';

export function allowOrigins(app: FastifyInstance, origins: string[]): void {
  if (!origins.length) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (!origin || !origins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'x-request-id, retry-after, content-disposition');
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    return reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header(
        'access-control-allow-headers',
        'authorization, content-type, idempotency-key, accept, x-request-id, traceparent, x-prosa-language',
      )
      .header('access-control-max-age', '600')
      .status(204)
      .send();
  });
}
