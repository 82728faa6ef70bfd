/** Replies to requests that never reach a route: malformed HTTP, endless headers, unreadable URLs. */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/envelope.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import { http } from '../../tuning/node-http.ts';
import { answerError } from './error-replies.ts';

/** Node has no request object yet, so the reply is written to the socket, which is then closed. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = problemOf(error.code);
  // Browsers open connections ahead of use and retry on another one when an idle one is closed without a reply.
  if (code === 'request_timeout' && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const { status, detail } = problems[code];
  const body = JSON.stringify({ success: false, detail, code } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The rest of the request is not read.
  socket.destroySoon();
}

function problemOf(code: string | undefined): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request';
}

/** A URL that cannot be decoded, or is far too long, is not found. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void answerError(
    new AppError('not_found', { cause: error }),
    request,
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff'),
  );
}
