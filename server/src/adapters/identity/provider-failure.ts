/** A failure of a provider in our own terms. Its own words go to the log only, cut short. */
import type { ProblemCode } from '#contract/errors.ts';
import { AddressRefused } from '../guarded-fetch/address-policy.ts';
import { NoAnswer } from './identity-network.ts';

export type FailureCode = Extract<
  ProblemCode,
  | 'identity_provider_away'
  | 'provider_refused'
  | 'provider_cancelled'
  | 'provider_misconfigured'
  | 'provider_password_expired'
>;

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly code: FailureCode;

  constructor(code: FailureCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Codes of OAuth by which a provider says that this installation is set up wrongly. */
const MISCONFIGURED = new Set<unknown>([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);
const AWAY = new Set<unknown>(['server_error', 'temporarily_unavailable']);
const TOO_MANY_REQUESTS = 429;

const WORDS_MAX = 200;

type Known = {
  error?: unknown;
  error_description?: unknown;
  code?: unknown;
  status?: unknown;
  cause?: unknown;
  message?: unknown;
};

export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  return new ProviderFailure(codeOf(error), error);
}

function codeOf(error: unknown): FailureCode {
  for (const one of causesOf(error)) {
    if (one instanceof AddressRefused) return 'provider_misconfigured';
    if (one instanceof NoAnswer) return 'identity_provider_away';
    if (one instanceof Response) return isAway(one.status) ? 'identity_provider_away' : 'provider_refused';
    const code = codeSaid(one);
    if (code) return code;
  }
  return 'provider_refused';
}

/** Null where the error says nothing of its kind. */
function codeSaid({ error: said, code, status }: Known): FailureCode | null {
  if (said === 'access_denied') return 'provider_cancelled';
  if (AWAY.has(said) || (typeof status === 'number' && isAway(status))) return 'identity_provider_away';
  if (MISCONFIGURED.has(said) || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'provider_misconfigured';
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' ? 'identity_provider_away' : null;
}

/** The provider takes the refresh token no more: the person has left, or was signed out there. */
export const isRevoked = (error: unknown): boolean =>
  causesOf(error).some((one) => (one as Known).error === 'invalid_grant');

const isAway = (status: number) => status >= 500 || status === TOO_MANY_REQUESTS;

function causesOf(error: unknown): object[] {
  const found: object[] = [];
  let one = error;
  while (typeof one === 'object' && one !== null && !found.includes(one)) {
    found.push(one);
    one = (one as Known).cause;
  }
  return found;
}

/** For the log: one line of what failed and of the provider's words, without addresses of pages or people. */
export function reasonFor(error: unknown): string {
  const words = causesOf(error).map((one) => {
    const { error: said, code, message, error_description } = one as Known;
    return [said, code, message, error_description].filter((word) => typeof word === 'string').join(' ');
  });
  return words
    .join(' < ')
    .replace(/https?:\/\/\S+|\S+@\S+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, WORDS_MAX);
}
