/**
 * Time limits for receiving a request (slowloris). They do not apply to the reply: none counts once the last byte has
 * arrived.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerClientError } from './errors/client-errors.ts';

export type RequestTimeouts = {
  headers_ms: number;
  /** For a pause between two bytes of a body. */
  silence_ms: number;
  /** For a whole body that is no file: 1 MiB at most. */
  body_ms: number;
  /** For a whole request, whatever it is: 25 MiB in half an hour is what the slowest line manages. */
  request_ms: number;
  /** Interval at which Node checks the first and the last limit. */
  look_ms: number;
};

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  headers_ms: 10_000,
  silence_ms: 30_000,
  body_ms: 60_000,
  request_ms: 30 * 60_000,
  look_ms: 1_000,
};

/** The limits that Node's server enforces. */
export const serverTimeouts = ({ headers_ms, request_ms, look_ms }: RequestTimeouts) => ({
  requestTimeout: request_ms,
  http: { headersTimeout: headers_ms, connectionsCheckingInterval: look_ms },
});

/** Ends requests whose body stalls, and ordinary ones whose body arrives too slowly. */
export function limitRequestTime(app: FastifyInstance, { silence_ms, body_ms }: RequestTimeouts): void {
  app.addHook('onRequest', (request, reply, done) => {
    done();
    const { raw } = request;
    if (!hasBody(request)) return;
    const { socket } = raw;
    const began = performance.now();
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      // Unread bytes in our buffer are not the sender's fault.
      const isSilent = socket.bytesRead === seen && raw.readableLength === 0;
      seen = socket.bytesRead;
      if (!isSilent && (isFileOfSomebody(request) || performance.now() - began < body_ms)) return;
      if (reply.raw.headersSent) raw.destroy();
      else answerClientError(TOO_SLOW, socket);
    }, silence_ms).unref();
    raw.once('close', () => clearInterval(timer));
  });
}

const TOO_SLOW = Object.assign(new Error('a body did not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Uploads of signed-in callers may take longer: files are large and connections slow. */
const isFileOfSomebody = ({ caller, routeOptions }: FastifyRequest) =>
  Boolean(caller && routeOptions.config?.endpoint?.file);
