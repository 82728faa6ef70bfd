/** Tracing as the environment asks for it; nothing of this is loaded without OTEL_EXPORTER_OTLP_ENDPOINT. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Env } from '../../env.ts';
import { version } from '../../version.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../queue.ts';
import { openOtlp } from './otlp.ts';
import { traceDatabase } from './trace-database.ts';
import { tracedQueue } from './trace-queue.ts';
import { traceRequests } from './trace-requests.ts';
import { openTracer, type Tracer } from './tracer.ts';

export type Tracing = {
  tracer: Tracer;
  requests(app: FastifyInstance): void;
  database(pool: pg.Pool): void;
  queue(queue: Queue): Queue;
  /** Sends what is left. */
  close(): Promise<void>;
};

type Settings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

export function openTracing(env: Settings, log: Log): Tracing {
  const exporter = openOtlp({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service_name: env.OTEL_SERVICE_NAME,
    service_version: version,
    instance: randomUUID(),
    onLost: (reason, spans) => log.warn({ reason, spans }, 'traces were not taken'),
  });
  const tracer = openTracer(exporter.take, { share: env.OTEL_TRACES_SAMPLER_ARG });
  return {
    tracer,
    requests: (app) => traceRequests(app, tracer),
    database: (pool) => traceDatabase(pool, tracer),
    queue: (queue) => tracedQueue(queue, tracer),
    close: exporter.close,
  };
}
