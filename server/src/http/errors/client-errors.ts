/** Requests that never reach a call: bytes that are no HTTP, headers without end, addresses that cannot be read. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/envelope.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import { answerError } from './error-replies.ts';

/** There is no request yet, so the answer is written by hand; then the door is closed. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = problemOf(error.code);
  // Browsers open connections ahead: whoever asks at last on one that is being ended opens another, unless answered.
  if (code === 'request_timeout' && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const { status, detail } = problems[code];
  const body = JSON.stringify({ success: false, detail, code } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Whatever its sender still has to say, nobody reads it.
  socket.destroySoon();
}

function problemOf(code: string | undefined): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request';
}

/** Of an address that cannot be decoded, or is far too long: nothing is there. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void answerError(
    new AppError('not_found', { cause: error }),
    request,
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff'),
  );
}
