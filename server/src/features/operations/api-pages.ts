/** The pages of the API's description, in a Fastify instance of their own that only docs.ts calls. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { API_BASE } from '#contract/endpoint.ts';
import { version } from '../../version.ts';
import { apiInfo, describeCall, describedPath } from './api-description.ts';

/** Swagger UI assigns innerHTML, which trusted types forbid everywhere else. */
const PAGE_POLICY = {
  'default-src': ["'self'"],
  // Its icons and its one inline style, by their hashes.
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>;

export async function openApiPages(routes: DescribedRoute[]): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({ routerOptions: { maxParamLength: 300 } });
  // No validation: these routes are described, never called.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { ...apiInfo, version },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'http', scheme: 'bearer', bearerFormat: 'prosa_…' },
          scim: { type: 'http', scheme: 'bearer', bearerFormat: 'prosa_scim_…' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      const whole = jsonSchemaTransformObject(document) as OpenAPIV3_1.Document;
      for (const { config } of routes) {
        const { endpoint } = config ?? {};
        if (!endpoint) continue;
        const { path, method } = describedPath(endpoint);
        const operation = whole.paths?.[path]?.[method];
        if (operation) describeCall(operation, endpoint);
      }
      return whole;
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    uiConfig: { docExpansion: 'list', deepLinking: false },
  });
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
  for (const route of routes) app.route({ ...route, handler: () => null });
  await app.ready();
  return app;
}
