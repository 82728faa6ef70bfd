/** Propagates the sender's trace to a job: `traceparent` travels in its payload. */
import type { JobName, Jobs } from '../jobs.ts';
import type { JobBodies, Queue } from '../queue.ts';
import type { Tracer } from './tracer.ts';

export function tracedQueue(queue: Queue, tracer: Tracer): Queue {
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
