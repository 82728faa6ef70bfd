/** Prometheus metrics of HTTP requests and of the process. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { onConnectionClosed } from './streaming/on-close.ts';

export type Metrics = ReturnType<typeof openMetrics>;

let ofProcess: Registry | undefined;

/**
 * Memory, garbage collection, event loop. Collected once in a process, because the collectors never end: each brings a
 * timer of 10 ms and holds its registry for good.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function openMetrics() {
  const registry = new Registry();
  const own = processMetrics();
  const registers = [registry];
  return {
    registry,
    contentType: registry.contentType,
    /** Everything, as Prometheus reads it. */
    text: async () => `${await own.metrics()}\n${await registry.metrics()}`,
    requests: new Histogram({
      name: 'prosa_http_request_seconds',
      help: 'Time to the end of the answer, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 100],
      registers,
    }),
    stalled: new Counter({
      name: 'prosa_readers_dropped_total',
      help: 'Readers who stopped reading and were let go; their answers go on.',
      registers,
    }),
    scim: new Counter({
      name: 'prosa_scim_requests_total',
      help: 'Calls of directories, by the address name of their provider and by status.',
      labelNames: ['slug', 'status'],
      registers,
    }),
    streams: new Gauge({ name: 'prosa_streams_open', help: 'Answers being read.', registers }),
    errors: new Counter({
      name: 'prosa_http_errors_total',
      help: 'Answers with a status of 500 or more.',
      registers,
    }),
  };
}

export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const isStream = (url: string | undefined) => url?.includes('/chat/sessions/:id/') ?? false;
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config?.endpoint?.events || !isStream(request.routeOptions.url)) return;
    metrics.streams.inc();
    onConnectionClosed(reply.raw, () => metrics.streams.dec());
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500) metrics.errors.inc();
  });
}
