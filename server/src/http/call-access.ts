/** Lets the callers of a call in by its declared access, and refuses all others. */
import type { FastifyRequest } from 'fastify';
import type { Access, Definition, Endpoint } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { COUNTER_SESSION_HEADER } from '#contract/public-counters.ts';
import { isAdministrator, isSuperadmin } from '#contract/users.ts';
import { AppError } from '../app-error.ts';
import { clientAddress } from './access/client-address.ts';
import type { Caller, DirectoryCaller, KeyCaller, VisitorCaller } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | KeyCaller | DirectoryCaller | VisitorCaller | null;
  }
}

export type Authenticate = (bearer: string | undefined) => Promise<Caller>;

export type AuthenticateKey = (bearer: string | undefined, ip: string) => Promise<KeyCaller>;

export type AuthenticateDirectory = (bearer: string | undefined) => Promise<DirectoryCaller>;

/** By the token of a visit at the counter of the path. */
export type AuthenticateVisitor = (token: string | undefined, slug: string) => Promise<VisitorCaller>;

export type OtherAuthentication = {
  /** Authenticates access keys, for routes of programs. */
  authenticateKey?: AuthenticateKey;
  /** Authenticates directories, for routes of SCIM. */
  authenticateDirectory?: AuthenticateDirectory;
  /** Authenticates visitors of public counters. */
  authenticateVisitor?: AuthenticateVisitor;
  /** Whether the sign-in of a caller is fresh, for calls that are declared `confirmed`. */
  isConfirmed?: (caller: Caller) => boolean;
};

/** Before the body is read, so that nothing of an unauthenticated caller is parsed. */
export async function enter(
  request: FastifyRequest,
  endpoint: Endpoint<Definition>,
  authenticate: Authenticate,
  { authenticateKey, authenticateDirectory, authenticateVisitor, isConfirmed }: OtherAuthentication,
): Promise<void> {
  if (endpoint.access === 'public') return;
  if (endpoint.access === 'key') {
    if (!authenticateKey) throw new AppError('key_invalid');
    request.caller = await authenticateKey(bearerOf(request), clientAddress(request));
    return;
  }
  if (endpoint.access === 'scim') {
    if (!authenticateDirectory) throw new AppError('scim_token_invalid');
    request.caller = await authenticateDirectory(bearerOf(request));
    return;
  }
  if (endpoint.access === 'visitor') {
    if (!authenticateVisitor) throw new AppError('visitor_unknown');
    const { slug = '' } = request.params as { slug?: string };
    request.caller = await authenticateVisitor(visitOf(request), slug);
    return;
  }
  const caller = await authenticate(bearerOf(request));
  request.caller = caller;
  requireAccess(endpoint, caller);
  if (endpoint.confirmed && !isConfirmed?.(caller)) throw new AppError('reauthentication_required');
}

function requireAccess(endpoint: Endpoint<Definition>, caller: Caller): void {
  const problem = problemOfAccess(endpoint, caller);
  if (problem) throw new AppError(problem);
}

export function problemOfAccess(endpoint: Endpoint<Definition>, caller: Caller): ProblemCode | null {
  if (caller.with_temporary_password && !endpoint.with_temporary_password) return 'password_change_required';
  if (caller.lacks_second_factor && !endpoint.before_second_factor) return 'second_factor_required';
  if (caller.lacks_terms && !isBeforeTerms(endpoint)) return 'terms_required';
  return MAY_ENTER[endpoint.access](caller) ? null : (endpoint.refused ?? 'forbidden');
}

/** Terms come last: what an earlier step needs is open before them. */
const isBeforeTerms = (endpoint: Endpoint<Definition>): boolean =>
  Boolean(endpoint.before_terms ?? endpoint.before_second_factor ?? endpoint.with_temporary_password);

/** Everybody here has signed in or brought a key or token, of a directory or a visit; a further access does not compile until it is decided here. */
const MAY_ENTER: Record<Access, (caller: Caller) => boolean> = {
  public: () => true,
  key: () => true,
  scim: () => true,
  visitor: () => true,
  user: () => true,
  admin: isAdministrator,
  superadmin: isSuperadmin,
};

function visitOf({ headers }: FastifyRequest): string | undefined {
  const token = headers[COUNTER_SESSION_HEADER];
  return typeof token === 'string' ? token : undefined;
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
}
