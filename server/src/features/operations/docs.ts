/** Figures and the description of the API: for machines (OpenAPI), for people, for whoever watches the process. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { API_BASE, type Endpoint } from '#contract/endpoint.ts';
import { AppError } from '../../http/app-error.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Metrics } from '../../http/metrics.ts';
import { type Authenticate, bearerOf } from '../../http/serve.ts';
import { version } from '../../version.ts';
import type { World } from '../../world.ts';
import { apiInfo, describeCall, placeOf } from './api-description.ts';

/** The page of the description makes markup of text, which trusted types forbid everywhere else. */
const PAGE_POLICY = {
  'default-src': ["'self'"],
  // Icons and its one inline style, by what they are.
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

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
  const described: Endpoint[] = [];
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { ...apiInfo, version },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'http', scheme: 'bearer', bearerFormat: 'prosa_…' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: (document) => {
      const { endpoint } = document.route.config ?? {};
      if (endpoint) described.push(endpoint);
      return jsonSchemaTransform(document);
    },
    transformObject: (document) => {
      const whole = jsonSchemaTransformObject(document) as OpenAPIV3_1.Document;
      for (const endpoint of described) {
        const { path, method } = placeOf(endpoint);
        const operation = whole.paths?.[path]?.[method];
        if (operation) describeCall(operation, endpoint);
      }
      return whole;
    },
  });
  await app.register(async (page) => {
    page.addHook('onRequest', mayRead);
    await page.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: PAGE_POLICY,
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
