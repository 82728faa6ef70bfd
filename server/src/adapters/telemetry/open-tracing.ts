/** Tracing as the environment asks for it; nothing of this is loaded without OTEL_EXPORTER_OTLP_ENDPOINT. */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Env } from '../../env.ts';
import { version } from '../../version.ts';
import type { JobName, Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { JobBodies, Queue } from '../queue.ts';
import { openOtlp } from './otlp.ts';
import { traceDatabase } from './trace-database.ts';
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

/** Propagates the sender's trace to a job: `traceparent` travels in its payload. */
function tracedQueue(queue: Queue, tracer: Tracer): Queue {
  return {
    ...queue,
    async send(name, data, transaction, options) {
      const traceparent = tracer.traceparent();
      await queue.send(name, traceparent ? { ...data, traceparent } : data, transaction, options);
    },
    work(bodies) {
      const names = Object.keys(bodies) as JobName[];
      return queue.work(Object.fromEntries(names.map((name) => [name, traced(name, bodies)])) as JobBodies);
    },
  };

  function traced<N extends JobName>(name: N, bodies: JobBodies) {
    return async (data: Jobs[N] & { traceparent?: unknown }) => {
      const span = tracer.start(`job ${name}`, 'consumer', {
        parent: data.traceparent,
        attributes: { 'messaging.system': 'prosa', 'messaging.destination.name': name },
      });
      try {
        await tracer.within(span, () => bodies[name](data as never));
        span.end();
      } catch (error) {
        span.end('failed');
        throw error;
      }
    };
  }
}
