/** Error replies in the format of JSON-RPC, for the Model Context Protocol. The codes beside it are those of OpenAI's form. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { McpError } from '#contract/mcp.ts';
import type { AppError } from '../../app-error.ts';
import { openaiFailure } from './openai-error.ts';

export const isMcp = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config?.endpoint?.protocol === 'mcp';

/** JSON-RPC's own: the message cannot be read; it is not a valid request; it failed here. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
/** For what the transport refuses. */
const REFUSED = -32_000;

type McpFailure = { status: number; body: McpError };

export function mcpFailure(failure: AppError): McpFailure {
  const { status, body } = openaiFailure(failure);
  const { message, code } = body.error;
  return {
    status,
    body: { jsonrpc: '2.0', id: null, error: { code: rpcCode(failure, status), message, data: { code } } },
  };
}

export function answerMcp(failure: AppError, reply: FastifyReply): FastifyReply {
  const { status, body } = mcpFailure(failure);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (status === 405) reply.header('allow', 'POST');
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

function rpcCode({ code }: AppError, status: number): number {
  if (code === 'bad_request') return PARSE_ERROR;
  if (status === 400) return INVALID_REQUEST;
  return status >= 500 ? INTERNAL_ERROR : REFUSED;
}
