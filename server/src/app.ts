/** The HTTP server: every route, one line for each feature. */
import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { SCIM_MEDIA_TYPE } from '#contract/scim.ts';
import type { Mailbox } from './adapters/mail/mailbox.ts';
import type { Tracing } from './adapters/telemetry/open-tracing.ts';
import type { AppContext } from './app-context.ts';
import { AppError } from './app-error.ts';
import type { Env } from './env.ts';
import { authenticateKey } from './features/access-keys/authenticate.ts';
import { keyRoutes } from './features/access-keys/routes.ts';
import { agentRoutes } from './features/agents/routes.ts';
import { alertRoutes } from './features/alerts/routes.ts';
import { approvalRoutes } from './features/approvals/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authenticate, watchCallers } from './features/auth/authenticate.ts';
import { isFresh } from './features/auth/recovery.ts';
import { authRoutes } from './features/auth/routes.ts';
import { bannerRoutes } from './features/banners/routes.ts';
import { sessionFileRoutes } from './features/chat/files/routes.ts';
import { registerAnswerMetrics } from './features/chat/metrics.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { checkRoutes } from './features/checks/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { showCounterPages } from './features/counters/page/counter-page.ts';
import { counterRoutes } from './features/counters/routes.ts';
import { authenticateVisitor } from './features/counters/visits/sessions.ts';
import { dataSourceRoutes, sheetRoutes, sourceProfileRoutes } from './features/data-sources/routes.ts';
import { dismissalRoutes } from './features/dismissals/routes.ts';
import { domainRoutes } from './features/domains/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { factorRoutes } from './features/factors/routes.ts';
import { feedbackRoutes } from './features/feedback/routes.ts';
import { measureFiles } from './features/file-storage/file-figures.ts';
import { agentLinkRoutes } from './features/grounding/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { guardRoutes } from './features/guard/routes.ts';
import { identityProviderRoutes } from './features/identity-providers/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { languageOfInstallation } from './features/interface/interface-settings.ts';
import { interfaceRoutes } from './features/interface/routes.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { measureLeftovers } from './features/knowledge/invariants.ts';
import { knowledgeRoutes } from './features/knowledge/routes.ts';
import { mcpRoutes } from './features/mcp/routes.ts';
import { modelProviderRoutes } from './features/model-providers/routes.ts';
import { modelRoutes } from './features/models/administration/routes.ts';
import { openQuestionRoutes } from './features/open-questions/routes.ts';
import { openaiRoutes } from './features/openai/routes.ts';
import { openerRoutes } from './features/openers/routes.ts';
import { measureDatabase, measureSealing } from './features/operations/database-figures.ts';
import { describeApi, showMetrics } from './features/operations/docs.ts';
import { showMailboxPage } from './features/operations/mailbox-page.ts';
import type { Readiness } from './features/operations/readiness.ts';
import { measureReplica } from './features/operations/replica-figures.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { planRoutes } from './features/plans/routes.ts';
import { priceRoutes } from './features/prices/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { publishKeys, receiptRoutes } from './features/receipts/routes.ts';
import { authenticateDirectory, noteDirectoryCall } from './features/scim/authenticate.ts';
import { scimRoutes } from './features/scim/routes.ts';
import { sessionLinkRoutes } from './features/session-links/routes.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { identityProviderTrialRoutes, signOnRoutes } from './features/sign-on/routes.ts';
import { statsRoutes } from './features/stats/routes.ts';
import { showFakePayments, showPaymentPages } from './features/subscriptions/fake-payments/pages.ts';
import { subscriptionRoutes } from './features/subscriptions/routes.ts';
import { suggestionRoutes } from './features/suggestions/routes.ts';
import { syncRoutes } from './features/syncs/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import { termsRoutes } from './features/terms/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { validityRoutes } from './features/validity/routes.ts';
import { verifiedAnswerRoutes } from './features/verified-answers/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { allowOrigins } from './http/access/cors.ts';
import { serveDevPages } from './http/access/dev-access.ts';
import { permissionsPolicy, securityHeaders } from './http/access/security-headers.ts';
import { answerClientError, answerFrameworkError } from './http/errors/client-errors.ts';
import { answerError } from './http/errors/error-replies.ts';
import { openUploadFolder } from './http/files/upload-folder.ts';
import { isTooDeep } from './http/json-depth.ts';
import { type Metrics, measureRequests } from './http/metrics.ts';
import { limitRequestTime, REQUEST_TIMEOUTS, serverTimeouts } from './http/request-timeouts.ts';
import type { Route } from './http/routes.ts';
import { zodCompilers } from './http/serializer.ts';
import { serve } from './http/serve.ts';
import { serveWeb } from './http/web.ts';
import type { ServerContext } from './server-context.ts';
import { isHeapNearLimit } from './tuning/heap-limit.ts';

/** Every route of the API; tests that visit all of them read it too. */
export const allRoutes = (context: ServerContext, readiness: Readiness): Route[] => [
  ...operationRoutes(context, readiness),
  ...authRoutes(context),
  ...signOnRoutes(context),
  ...identityProviderTrialRoutes(context),
  ...factorRoutes(context),
  ...domainRoutes(context),
  ...identityProviderRoutes(context),
  ...termsRoutes(context),
  ...scimRoutes(context),
  ...userRoutes(context),
  ...invitationRoutes(context),
  ...approvalRoutes(context),
  ...importRoutes(context),
  ...groupRoutes(context),
  ...auditRoutes(context),
  ...tagRoutes(context),
  ...agentRoutes(context),
  ...alertRoutes(context),
  ...bannerRoutes(context),
  ...sessionLinkRoutes(context),
  ...webhookRoutes(context),
  ...agentLinkRoutes(context),
  ...openerRoutes(context),
  ...knowledgeRoutes(context),
  ...validityRoutes(context),
  ...syncRoutes(context),
  ...dataSourceRoutes(context),
  ...sheetRoutes(context),
  ...sourceProfileRoutes(context),
  ...connectionRoutes(context),
  ...counterRoutes(context),
  ...modelRoutes(context),
  ...modelProviderRoutes(context),
  ...guardRoutes(context),
  ...priceRoutes(context),
  ...chatRoutes(context),
  ...suggestionRoutes(context),
  ...verifiedAnswerRoutes(context),
  ...receiptRoutes(context),
  ...exportRoutes(context),
  ...interfaceRoutes(context),
  ...sessionFileRoutes(context),
  ...keyRoutes(context),
  ...dismissalRoutes(context),
  ...openaiRoutes(context),
  ...mcpRoutes(context),
  ...checkRoutes(context),
  ...statsRoutes(context),
  ...openQuestionRoutes(context),
  ...setupRoutes(context),
  ...feedbackRoutes(context),
  ...privacyRoutes(context),
  ...planRoutes(context),
  ...subscriptionRoutes(context),
];

export type AppParts = {
  context: ServerContext;
  readiness: Readiness;
  metrics: Metrics;
  /** Absent or null where nothing is traced. */
  tracing?: Tracing | null;
  /** Null where e-mails are sent by SMTP. */
  mailbox: Mailbox | null;
  /** Opens the pages under `/dev`. */
  dev_token: string;
};

export async function buildApp({
  context,
  readiness,
  metrics,
  tracing,
  mailbox,
  dev_token,
}: AppParts): Promise<FastifyInstance> {
  const { env } = context;
  const guard = authenticate(context);
  const app = openFastify(context);
  app.setErrorHandler(answerError);
  app.decorateRequest('caller', null);
  acceptEmptyJson(app);
  limitRequestTime(app, REQUEST_TIMEOUTS);
  setCommonHeaders(app, env);
  tracing?.requests(app);
  logRequests(app);
  measureRequests(app, metrics);
  allowOrigins(app, env.CORS_ORIGINS);
  await app.register(helmet, securityHeaders(env));
  await app.register(formbody);
  describeApi(app, context, guard);
  serve(app, allRoutes(context, readiness), guard, {
    uploads: openUploadFolder(env.DATA_DIR),
    watch: watchCallers(context),
    authenticateKey: authenticateKey(context),
    authenticateDirectory: authenticateDirectory(context),
    authenticateVisitor: authenticateVisitor(context),
    noteDirectoryCall: (caller, call) => {
      metrics.scim.inc({ slug: caller.provider, status: String(call.status) });
      return noteDirectoryCall(context, caller, call);
    },
    ...(context.reads.replica ? { noteWrite: context.reads.replica.noteWrite } : {}),
    onStalled: () => metrics.stalled.inc(),
    isFull: isHeapNearLimit,
    isConfirmed: (caller) => isFresh(caller, context.clock.now()),
  });
  measureLeftovers(context, metrics.registry);
  measureFiles(context, metrics.registry);
  measureDatabase(context.db, metrics.registry);
  measureSealing(context, metrics.registry);
  if (context.reads.replica) measureReplica(context.reads.replica, metrics.registry);
  registerAnswerMetrics(context, metrics.registry);
  showMetrics(app, context, metrics, guard);
  await serveDevPages(app, env, dev_token, {
    withToken(scope) {
      showMailboxPage(scope, {
        mailbox,
        app_url: env.APP_URL,
        languageElse: languageOfInstallation(context),
      });
      showFakePayments(scope, context);
    },
    withoutToken: (scope) => showPaymentPages(scope, context),
  });
  publishKeys(app, context);
  showCounterPages(app, context);
  await serveWeb(app, languageOfInstallation(context));
  return app;
}

const openFastify = ({ env, log }: Pick<AppContext, 'env' | 'log'>): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? randomUUID(),
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((hop) => hop.trim()) : false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    ...serverTimeouts(REQUEST_TIMEOUTS),
    routerOptions: { maxParamLength: 300 },
    // Set at construction: Fastify then does not load its default compilers.
    schemaController: { compilersFactory: zodCompilers },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
  }) as unknown as FastifyInstance;

function setCommonHeaders(app: FastifyInstance, env: Env): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', permissionsPolicy);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // Browsers measure what a page runs only where its document allows it.
    else if (env.SENTRY_DSN) reply.header('document-policy', 'js-profiling');
  });
}

/** A browser or a proxy may set the request id, so that logs can be correlated. */
const givenId = (id: unknown) => (typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : null);

/** A POST with a JSON content type and no body is a POST without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  const types = ['application/json', SCIM_MEDIA_TYPE];
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') return done(null, undefined);
    if (isTooDeep(body)) return done(new AppError('bad_request'));
    void parse(request, body, done);
  });
}

/** The token of a link opens a conversation. */
const withoutToken = (path: string): string => path.replace(/(?<=\/shared\/)[^/]+/, ':token');

/** Path, status and time; never the query string, which may carry an address or a password. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = withoutToken(request.url.split('?')[0] ?? '');
    if (!path.startsWith('/api/')) return;
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.caller && 'user_id' in request.caller ? { user_id: request.caller.user_id } : {}),
      },
      'request',
    );
  });
}
