/** Puts bound calls onto Fastify: who may enter, validation, envelopes, streams. */

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteShorthandOptions,
} from 'fastify';
import { z } from 'zod';
import type { Definition, Endpoint, Page } from '#contract/endpoint.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { ErrorBody, list, ok } from '#contract/envelope.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { AppError } from './app-error.ts';
import type { Caller, Meta, Route } from './routes.ts';
import { sendEvents } from './stream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint<Definition>;
  }
}

export type Authenticate = (bearer: string | undefined) => Promise<Caller>;

export function serve(app: FastifyInstance, routes: Route[], authenticate: Authenticate): void {
  for (const route of routes) serveOne(app, route, authenticate);
}

function serveOne(app: FastifyInstance, { endpoint, handle }: Route, authenticate: Authenticate): void {
  const options: RouteShorthandOptions = {
    config: { endpoint },
    schema: schemaOf(endpoint),
    // Before the body is read: a stranger's bytes are not parsed.
    onRequest: async (request) => {
      if (endpoint.access === 'public') return;
      request.caller = await authenticate(bearerOf(request));
      requireAccess(endpoint, request.caller);
    },
  };
  app.route({
    method: endpoint.method,
    url: API_BASE + endpoint.path,
    ...options,
    handler: async (request, reply) => {
      const value = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.caller,
        meta: metaOf(request),
      });
      return answer(endpoint, request, reply, value);
    },
  });
}

function requireAccess(endpoint: Endpoint<Definition>, caller: Caller): void {
  if (caller.with_temporary_password && !endpoint.with_temporary_password)
    throw new AppError('password_change_required');
  const isAdmin = caller.role === 'admin' || caller.role === 'superadmin';
  if (endpoint.access === 'admin' && !isAdmin) throw new AppError('forbidden');
  if (endpoint.access === 'superadmin' && caller.role !== 'superadmin') throw new AppError('forbidden');
}

function answer(
  endpoint: Endpoint<Definition>,
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): unknown {
  if (endpoint.events) return sendEvents(reply, value as AsyncIterable<unknown>);
  reply.status(endpoint.status ?? 200);
  if (endpoint.bare) return value;
  if (endpoint.list) {
    const { rows, total } = value as Page<unknown>;
    const query = (request.query ?? {}) as { skip?: number; offset?: number };
    const skip = query.skip ?? query.offset ?? 0;
    return {
      success: true,
      data: rows,
      metadata: { total, has_more: skip + rows.length < total },
      message: endpoint.message ?? '',
    };
  }
  return { success: true, data: value ?? null, ...(endpoint.message ? { message: endpoint.message } : {}) };
}

function schemaOf(endpoint: Endpoint<Definition>): FastifySchema {
  const body = endpoint.body ?? endpoint.form;
  const success = endpoint.events
    ? undefined
    : (endpoint.bare ?? (endpoint.list ? list(endpoint.list) : ok(endpoint.reply ?? z.null())));
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    ...(endpoint.form ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
    ...(endpoint.events ? { produces: ['text/event-stream'] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(body ? { body } : {}),
    response: {
      ...(success ? { [endpoint.status ?? 200]: success } : {}),
      '4xx': ErrorBody.loose(),
      '5xx': ErrorBody.loose(),
    },
  };
}

/** What a malformed id in this path means. */
export const missingOf = (request: FastifyRequest): ProblemCode =>
  request.routeOptions.config?.endpoint?.missing ?? 'not_found';

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function metaOf(request: FastifyRequest): Meta {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' && value.length <= 500 ? value : null;
  };
  return {
    ip: request.ip,
    request_id: request.id,
    user_agent: header('user-agent'),
    idempotency_key: header('idempotency-key')?.slice(0, 200) ?? null,
  };
}
