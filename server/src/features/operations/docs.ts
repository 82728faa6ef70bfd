/** Figures and the description of the API: for machines (OpenAPI), for people, for whoever watches the process. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { API_BASE } from '#contract/endpoint.ts';
import { AppError } from '../../http/app-error.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Metrics } from '../../http/metrics.ts';
import { type Authenticate, bearerOf } from '../../http/serve.ts';
import { version } from '../../version.ts';
import type { World } from '../../world.ts';

/** Must be registered before the calls it describes. */
export async function describeApi(
  app: FastifyInstance,
  world: World,
  authenticate: Authenticate,
): Promise<void> {
  const mayRead = async (request: FastifyRequest) => {
    if (!world.env.production && isLoopback(request)) return;
    await requireAdmin(request, authenticate);
  };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Prosa',
        version,
        description: 'API do Prosa. Tempos em UTC (ISO 8601), textos em português.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(async (page) => {
    page.addHook('onRequest', mayRead);
    await page.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      uiConfig: { docExpansion: 'list', deepLinking: false },
    });
  });
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true }, onRequest: mayRead }, async () =>
    app.swagger(),
  );
}

export function showMetrics(app: FastifyInstance, metrics: Metrics, authenticate: Authenticate): void {
  app.get(`${API_BASE}/metrics`, { schema: { hide: true } }, async (request, reply) => {
    if (!isLoopback(request)) await requireAdmin(request, authenticate);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

async function requireAdmin(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const caller = await authenticate(bearerOf(request));
  if (caller.role !== 'admin' && caller.role !== 'superadmin') throw new AppError('forbidden');
}
