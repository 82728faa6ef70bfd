/** Metrics, and the description of the API as OpenAPI and as a page. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/endpoint.ts';
import { isAdministrator } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { isSameToken } from '../../http/access/dev-access.ts';
import { isLoopback } from '../../http/access/loopback.ts';
import { type Authenticate, bearerOf } from '../../http/call-access.ts';
import type { Metrics } from '../../http/metrics.ts';
import { isExposed } from '../../network-address.ts';
import type { DescribedRoute } from './api-pages.ts';

/** Hop-by-hop and framing headers, which are not copied from the inner reply. */
const OF_THE_WAY = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Must be registered before the calls it describes. */
export function describeApi(app: FastifyInstance, context: AppContext, authenticate: Authenticate): void {
  const mayRead = async (request: FastifyRequest) => {
    if (isOpenTo(request, context.env)) return;
    await requireAdmin(request, authenticate);
  };
  const described: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (config?.endpoint && method !== 'HEAD') described.push({ method, url, schema, config });
  });
  // Loaded at the first request, because few installations ever open the page.
  let pages: Promise<FastifyInstance> | undefined;
  const open = () => {
    pages ??= import('./api-pages.ts').then(({ openApiPages }) => openApiPages(described));
    return pages;
  };
  for (const url of ['/api/docs', '/api/docs/*', `${API_BASE}/openapi.json`])
    app.get(url, { schema: { hide: true }, onRequest: mayRead }, async (request, reply) => {
      const page = await (await open()).inject({ url: request.url, headers: request.headers });
      if (page.statusCode === 404) throw new AppError('not_found');
      for (const [name, value] of Object.entries(page.headers))
        if (value !== undefined && !OF_THE_WAY.includes(name)) reply.header(name, value);
      return reply.status(page.statusCode).send(page.rawPayload);
    });
}

export function showMetrics(
  app: FastifyInstance,
  { env }: Pick<AppContext, 'env'>,
  metrics: Metrics,
  authenticate: Authenticate,
): void {
  app.get(`${API_BASE}/metrics`, { schema: { hide: true } }, async (request, reply) => {
    const isScraper = env.METRICS_TOKEN !== undefined && isSameToken(bearerOf(request), env.METRICS_TOKEN);
    if (!isScraper && !isOpenTo(request, env)) await requireAdmin(request, authenticate);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** In development, for the developer. Behind a proxy on the same machine every visitor looks like loopback. */
const isOpenTo = (request: FastifyRequest, env: AppContext['env']) =>
  !env.production && !isExposed(env) && isLoopback(request);

async function requireAdmin(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const caller = await authenticate(bearerOf(request));
  if (!isAdministrator(caller)) throw new AppError('forbidden');
}
