/** Error replies in OpenAI's format. */

import { API_BASE } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { OPENAI_PATH, type OpenaiError } from '#contract/openai.ts';
import type { AppError } from '../../app-error.ts';

export const isOpenaiPath = (url: string): boolean => url.startsWith(API_BASE + OPENAI_PATH);

export type OpenaiFailure = {
  status: number;
  body: OpenaiError & Record<string, unknown>;
  /**
   * tokens where the beginning of an answer was charged.
   * The official clients retry after 429 and 5xx: in vain where tokens are used up, and at twice the cost where the
   * beginning of an answer was charged.
   * tokens where the beginning of an answer was charged.
   */
  worth_retrying: boolean;
};

/** OpenAI's codes for errors that mean the same. */
const KNOWN: { [code in ProblemCode]?: string } = {
  not_authenticated: 'invalid_api_key',
  key_invalid: 'invalid_api_key',
  key_revoked: 'invalid_api_key',
  key_expired: 'invalid_api_key',
  key_owner_away: 'invalid_api_key',
  account_ended: 'invalid_api_key',
  unknown_agent_model: 'model_not_found',
  token_limit: 'insufficient_quota',
  month_limit: 'insufficient_quota',
  key_limit: 'insufficient_quota',
  too_many_requests: 'rate_limit_exceeded',
  too_many_answers: 'rate_limit_exceeded',
  validation: 'invalid_value',
};

export function openaiFailure(failure: AppError): OpenaiFailure {
  const code = KNOWN[failure.code] ?? failure.code;
  const { errors, extra, charged } = failure.details;
  const status = statusOf(failure.status);
  const param = failure.code === 'unknown_agent_model' ? 'model' : (errors?.[0]?.field ?? null);
  return {
    status,
    body: { error: { message: failure.detail, type: typeOf(code, status), param, code }, ...extra },
    worth_retrying: code !== 'insufficient_quota' && !charged,
  };
}

/** OpenAI's clients know neither 402 nor 422. */
const statusOf = (status: number) => (status === 402 ? 429 : status === 422 ? 400 : status);

function typeOf(code: string, status: number): OpenaiError['error']['type'] {
  if (code === 'insufficient_quota') return 'insufficient_quota';
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
