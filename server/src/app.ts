/** Every door of the house, one line a feature. */
import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Mailbox } from './adapters/mail/mailbox.ts';
import { agentRoutes } from './features/agents/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authenticate, watchCallers } from './features/auth/authenticate.ts';
import { authRoutes } from './features/auth/routes.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { checkRoutes } from './features/checks/routes.ts';
import { dataSourceRoutes } from './features/data-sources/routes.ts';
import { feedbackRoutes } from './features/feedback/routes.ts';
import { agentLinkRoutes } from './features/grounding/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { measureLeftovers } from './features/knowledge/invariants.ts';
import { knowledgeRoutes } from './features/knowledge/routes.ts';
import { modelRoutes } from './features/models/routes.ts';
import { showMailbox } from './features/operations/dev-mailbox.ts';
import { describeApi, showMetrics } from './features/operations/docs.ts';
import type { Readiness } from './features/operations/readiness.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { statsRoutes } from './features/stats/routes.ts';
import { showDesk } from './features/subscriptions/desk-pages.ts';
import { subscriptionRoutes } from './features/subscriptions/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { allowOrigins } from './http/cors.ts';
import { answerError } from './http/errors.ts';
import { type Metrics, measureRequests } from './http/metrics.ts';
import type { Route } from './http/routes.ts';
import { serializerCompiler } from './http/serializer.ts';
import { serve } from './http/serve.ts';
import { openUploadFolder } from './http/upload-folder.ts';
import { serveWeb } from './http/web.ts';
import type { World } from './world.ts';

/** Every call there is; the tests that walk the whole house read it too. */
export const allRoutes = (world: World, readiness: Readiness): Route[] => [
  ...operationRoutes(world, readiness),
  ...authRoutes(world),
  ...userRoutes(world),
  ...groupRoutes(world),
  ...auditRoutes(world),
  ...tagRoutes(world),
  ...agentRoutes(world),
  ...agentLinkRoutes(world),
  ...knowledgeRoutes(world),
  ...dataSourceRoutes(world),
  ...modelRoutes(world),
  ...chatRoutes(world),
  ...checkRoutes(world),
  ...statsRoutes(world),
  ...feedbackRoutes(world),
  ...privacyRoutes(world),
  ...subscriptionRoutes(world),
];

export type House = {
  world: World;
  readiness: Readiness;
  metrics: Metrics;
  /** Null when mail really leaves. */
  mailbox: Mailbox | null;
};

export async function buildApp({ world, readiness, metrics, mailbox }: House): Promise<FastifyInstance> {
  const { env, log } = world;
  const guard = authenticate(world);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((hop) => hop.trim()) : false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    routerOptions: { maxParamLength: 300 },
  }) as unknown as FastifyInstance;

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.decorateRequest('caller', null);
  acceptEmptyJson(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // Browsers measure what a page runs only where its document allows it.
    else if (env.SENTRY_DSN) reply.header('document-policy', 'js-profiling');
  });
  logRequests(app);
  measureRequests(app, metrics);
  allowOrigins(app, env.CORS_ORIGINS);
  await app.register(helmet, securityHeaders(world));
  await app.register(formbody);
  await describeApi(app, world, guard);
  const uploads = openUploadFolder(env.DATA_DIR);
  serve(app, allRoutes(world, readiness), guard, { uploads, watch: watchCallers(world) });
  measureLeftovers(world, metrics.registry);
  showMetrics(app, metrics, guard);
  showMailbox(app, mailbox);
  showDesk(app, world);
  await serveWeb(app);
  return app;
}

/** A POST with a JSON content type and no body is a POST without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') return done(null, undefined);
    void parse(request, body, done);
  });
}

/** Path, status and time; never the query string, which may carry an address or a password. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (!path.startsWith('/api/')) return;
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user_id: request.caller?.user_id,
      },
      'request',
    );
  });
}

function securityHeaders({ env }: World) {
  const api = [env.PUBLIC_API_URL, env.PUBLIC_API_BACKUP_URL, env.SENTRY_DSN]
    .filter((url): url is string => !!url)
    .map((url) => new URL(url).origin);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...api],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    // Only where TLS is in front; on http://localhost it would lock the operator out.
    strictTransportSecurity: env.APP_URL.startsWith('https://') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}
