/** The one place where errors become replies. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '#contract/envelope.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import { isDatabaseAway, reasonOf } from '../../db/client.ts';
import { saidTo } from '../english/english-replies.ts';
import { missingOf } from '../serve.ts';
import { fieldErrors } from '../validation.ts';
import { answerMcp, isMcp } from './mcp-error.ts';
import { isOpenaiPath, openaiFailure } from './openai-error.ts';
import { answerScim, isScimPath } from './scim-error.ts';

/** Refusals for want of room or budget at a counter are no failures of the server. */
const EXPECTED: ReadonlySet<ProblemCode> = new Set(['counter_busy', 'counter_budget']);

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asAppError(error, request);
  if (failure.status >= 500 && !EXPECTED.has(failure.code) && !hasLeft(error, reply))
    request.log.error(
      {
        err: {
          type: failure.code,
          message: reasonOf(error).slice(0, 500),
          stack: failure.code === 'internal' ? stackOf(error) : undefined,
        },
      },
      'request failed',
    );
  const { retry_after, extra } = failure.details;
  const { detail, errors } = saidTo(request, failure);
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
  if (isMcp(request)) return answerMcp(failure, reply);
  if (isScimPath(request.url)) return answerScim(failure, reply);
  if (isOpenaiPath(request.url)) {
    const { status, body, worth_retrying } = openaiFailure(failure);
    if (!worth_retrying) reply.header('x-should-retry', 'false');
    return reply.status(status).header('cache-control', 'no-store').send(body);
  }
  const body: ErrorBody = {
    success: false,
    detail,
    code: failure.code,
    ...(errors ? { errors } : {}),
    ...extra,
    request_id: request.id,
  };
  return reply.status(failure.status).header('cache-control', 'no-store').send(body);
}

/** The client left before the first byte of a stream: no failure, and nothing to log. */
function hasLeft(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && (error as Partial<FastifyError>).code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return new AppError(missingOf(request));
    const errors = fieldErrors(
      error.validation.map((issue) => ({
        path: issue.instancePath.split('/').filter(Boolean),
        message: issue.message ?? problems.validation.detail,
      })),
    );
    return new AppError('validation', { detail: errors[0]?.message ?? problems.validation.detail, errors });
  }
  const code = fastifyCode(error);
  if (code) return new AppError(code, { cause: error });
  return new AppError(isDatabaseAway(error) ? 'database_unavailable' : 'internal', { cause: error });
}

/** Fastify's own refusals: bodies that are too large, of an unsupported type, or malformed. */
function fastifyCode(error: unknown): ProblemCode | null {
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode === 413) return 'payload_too_large';
  if (statusCode === 415) return 'unsupported_media_type';
  if (statusCode === 400) return 'bad_request';
  // The second: a path that no file of the web app could have.
  if (statusCode === 404 || code === 'FST_STATIC_FORBIDDEN_PATH') return 'not_found';
  return null;
}

/** The frames of the stack; the lines before them repeat the message. */
const stackOf = (error: unknown) =>
  error instanceof Error
    ? error.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n')
    : undefined;
