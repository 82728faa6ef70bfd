/** One span for each request, named by its route; ids and query strings are never recorded. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracer } from './tracer.ts';

export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    if (!url?.startsWith('/api/')) return done();
    const span = tracer.start(`${request.method} ${url}`, 'server', {
      parent: request.headers.traceparent,
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'prosa.request_id': request.id,
      },
    });
    spans.set(request, span);
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      span.set({
        'http.response.status_code': statusCode,
        'prosa.left_early': reply.raw.writableFinished ? undefined : true,
      });
      span.end(statusCode >= 500 ? String(statusCode) : null);
    });
    tracer.within(span, done);
  });
  // The body is read in the async context of the connection; from here on the context is the request's again.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span) tracer.within(span, done);
    else done();
  });
}
