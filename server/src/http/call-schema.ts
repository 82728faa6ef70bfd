/** The schema of a call in Fastify: what is validated, how replies are written, and what the description says of them. */
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { type Definition, type Endpoint, statusesOf } from '#contract/endpoint.ts';
import { ErrorBody, list, ok } from '#contract/envelope.ts';
import { McpError } from '#contract/mcp.ts';
import { OpenaiError } from '#contract/openai.ts';
import { ScimError } from '#contract/scim.ts';

export function schemaOf(endpoint: Endpoint<Definition>): FastifySchema {
  const success = successOf(endpoint);
  const failure = failureOf(endpoint);
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...defined({
      security: SECURITY[endpoint.access],
      consumes: consumedBy(endpoint),
      produces: producedBy(endpoint),
      params: endpoint.params,
      querystring: endpoint.query,
      body: endpoint.protocol ? undefined : (endpoint.body ?? endpoint.form),
    }),
    response: {
      ...(success ? Object.fromEntries(statusesOf(endpoint).map((status) => [status, success])) : {}),
      '4xx': failure,
      '5xx': failure,
    },
  };
}

/** Several hundred calls share them. */
const FAILURES = {
  mcp: McpError.loose(),
  scim: ScimError.loose(),
  key: OpenaiError.loose(),
  other: ErrorBody.loose(),
};

function failureOf({ access, protocol }: Endpoint<Definition>) {
  if (protocol) return FAILURES[protocol];
  return access === 'scim' || access === 'key' ? FAILURES[access] : FAILURES.other;
}

/** Every other access takes the token of a sign-in, which the description names as its default. */
const SECURITY: Partial<Record<Endpoint['access'], FastifySchema['security']>> = {
  public: [],
  key: [{ key: [] }],
  scim: [{ scim: [] }],
};

function consumedBy({ form, file }: Endpoint<Definition>): string[] | undefined {
  if (file) return ['multipart/form-data'];
  return form ? ['application/x-www-form-urlencoded'] : undefined;
}

function producedBy({ download, events, bare, media_type }: Endpoint<Definition>): string[] | undefined {
  if (media_type) return [media_type];
  if (download) return [download];
  return events && !bare ? ['text/event-stream'] : undefined;
}

/** Undefined for what is no JSON. */
function successOf(endpoint: Endpoint<Definition>) {
  const { bare, events, download, list: item, list_metadata, reply, status } = endpoint;
  if (status === 204 || download || (events && !bare)) return undefined;
  if (bare) return bare;
  return item ? list(item, list_metadata) : ok(reply ?? z.null());
}

export const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
