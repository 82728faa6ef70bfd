/** Registers the routes in Fastify: access, validation, envelopes, streams. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Definition, Download, Endpoint } from '#contract/endpoint.ts';
import { API_BASE, statusOf } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { IDEMPOTENCY_KEY_MAX } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { clientAddress } from './access/client-address.ts';
import { envelopeOf } from './answer-envelope.ts';
import { type Authenticate, enter, type OtherAuthentication, problemOfAccess } from './call-access.ts';
import { defined, schemaOf } from './call-schema.ts';
import { englishEnvelope, isEnglish, withEnglishErrors } from './english/english-replies.ts';
import { sendFile } from './files/send-file.ts';
import { acceptFiles, acceptParts, receiveFiles } from './files/upload.ts';
import type { UploadFolder } from './files/upload-folder.ts';
import type { Caller, DirectoryCaller, Meta, Route } from './routes.ts';
import { onConnectionClosed } from './streaming/on-close.ts';
import { sendEvents } from './streaming/server-sent-events.ts';
import { webRequest } from './streaming/web-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint<Definition>;
  }
}

/** The route is its pattern, so that it names nobody. */
export type DirectoryCall = { method: string; route: string; status: number };

/** Calls back with the caller's current rights whenever they change, null for none, until the returned function is called. */
export type WatchCaller = (caller: Caller, onChange: (now: Caller | null) => void) => () => void;

type Further = OtherAuthentication & {
  /** Where the files of calls that take files wait to be read. */
  uploads?: UploadFolder;
  /** Ends streams whose reader has lost the right to open them. */
  watch?: WatchCaller;
  /** Notes that a person wrote something, before they hear of it. */
  noteWrite?: (user_id: number) => Promise<void>;
  /** Notes the calls of directories. */
  noteDirectoryCall?: (caller: DirectoryCaller, call: DirectoryCall) => Promise<void>;
  /** Called when the connection of a stalled reader is closed. */
  onStalled?: () => void;
  /** Whether no further stream may be opened. */
  isFull?: () => boolean;
};

export function serve(
  app: FastifyInstance,
  routes: Route[],
  authenticate: Authenticate,
  { uploads, ...further }: Further = {},
): void {
  const isPlain = ({ file, raw, parts, protocol }: Route['endpoint']) => !(file || raw || parts || protocol);
  for (const route of routes.filter(({ endpoint }) => isPlain(endpoint)))
    serveOne(app, route, authenticate, further);
  void app.register(async (room) => {
    acceptBytes(room);
    for (const route of routes.filter(({ endpoint }) => endpoint.protocol)) {
      serveOne(room, route, authenticate, further);
      refuseOtherMethods(room, route, authenticate, further);
    }
  });
  void app.register(async (room) => {
    await acceptParts(room);
    for (const route of routes.filter(({ endpoint }) => endpoint.parts))
      serveOne(room, route, authenticate, further);
  });
  void app.register(async (room) => {
    acceptBytes(room);
    for (const route of routes.filter(({ endpoint }) => endpoint.raw))
      serveOne(room, route, authenticate, {});
  });
  const { noteWrite } = further;
  const withFiles = routes.filter(({ endpoint }) => endpoint.file);
  if (!uploads || !withFiles.length) return;
  // In a scope of their own: everywhere else a multipart body is refused before it is read.
  void app.register(async (room) => {
    await acceptFiles(room);
    for (const route of withFiles)
      serveOne(room, route, authenticate, { ...defined({ noteWrite }), uploads });
  });
}

/** A signature is over the bytes as they came, whatever they say they are. */
function acceptBytes(room: FastifyInstance): void {
  room.removeAllContentTypeParsers();
  room.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
}

/** Older clients of the protocol look for a stream by GET and end a session by DELETE; both need the key too. */
function refuseOtherMethods(
  app: FastifyInstance,
  { endpoint }: Route,
  authenticate: Authenticate,
  further: Further,
): void {
  app.route({
    method: ['GET', 'DELETE'],
    url: API_BASE + endpoint.path,
    config: { endpoint },
    schema: { hide: true },
    onRequest: (request) => enter(request, endpoint, authenticate, further),
    handler: () => {
      throw new AppError('method_not_allowed');
    },
  });
}

function serveOne(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  authenticate: Authenticate,
  further: Further,
): void {
  const { uploads, watch, onStalled, isFull, noteDirectoryCall, noteWrite } = further;
  const options: RouteShorthandOptions = {
    config: { endpoint },
    schema: schemaOf(endpoint),
    ...defined({ bodyLimit: endpoint.body_max }),
    onRequest: (request) => enter(request, endpoint, authenticate, further),
    ...(noteDirectoryCall && endpoint.access === 'scim'
      ? { onSend: noting(endpoint, noteDirectoryCall) }
      : {}),
  };
  app.route({
    method: endpoint.method,
    url: API_BASE + endpoint.path,
    ...options,
    handler: async (request, reply) => {
      const meta = metaOf(endpoint, request, reply);
      if (endpoint.events && isFull?.()) throw new AppError('overloaded', { retry_after: 5 });
      const received = uploads && (await receiveFiles(request, endpoint, uploads));
      // Watched from before the stream is opened, so that no change is missed.
      const dismissed = endpoint.events && watch ? dismissal(endpoint, request, reply, watch) : undefined;
      try {
        const value = await handle({
          params: request.params,
          query: request.query,
          body: received ? received.fields : bodyOf(endpoint, request, meta),
          caller: request.caller,
          meta,
        });
        const note = noteWrite && noterOf(request, noteWrite);
        await note?.();
        if (endpoint.events && isStream(value))
          return sendEvents(reply, note ? notingEnd(value, note) : value, {
            dismissed,
            onStalled,
            lastLine: endpoint.last_line,
            named: endpoint.named_events,
            ...(isEnglish(request) ? { translate: withEnglishErrors } : {}),
          });
        return answer(endpoint, request, reply, value);
      } finally {
        await received?.remove();
      }
    },
  });
}

/** Undefined where nothing was written, or nobody reads it afterwards: visitors and directories have no lists. */
function noterOf(
  { method, caller }: FastifyRequest,
  note: NonNullable<Further['noteWrite']>,
): (() => Promise<void>) | undefined {
  const isPerson = caller && ('sign_in_id' in caller || 'key' in caller);
  return method !== 'GET' && isPerson ? () => note(caller.user_id) : undefined;
}

/** An answer is written until its last event. A disconnect reaches the source at once, as without this. */
function notingEnd<T>(events: AsyncIterable<T>, note: () => Promise<void>): AsyncIterable<T> {
  const source = events[Symbol.asyncIterator]();
  const noted: AsyncIterator<T> = {
    async next() {
      const result = await source.next();
      if ((result.value as { done?: boolean } | undefined)?.done) await note();
      return result;
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => noted };
}

/** Refusals too: they are what somebody who sets a directory up looks for. */
const noting =
  ({ path }: Endpoint<Definition>, note: NonNullable<Further['noteDirectoryCall']>) =>
  async ({ caller, method }: FastifyRequest, { statusCode: status }: FastifyReply): Promise<void> => {
    if (caller && 'token_id' in caller) await note(caller, { method, route: path, status });
  };

function bodyOf({ raw, protocol }: Endpoint<Definition>, request: FastifyRequest, meta: Meta): unknown {
  if (protocol) return webRequest(request, meta.left());
  return raw ? (request.body ?? new Uint8Array()) : request.body;
}

/** Resolves when the reader of a stream may no longer open it. */
function dismissal(
  endpoint: Endpoint<Definition>,
  { caller }: FastifyRequest,
  reply: FastifyReply,
  watch: WatchCaller,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A stream of a program ends with its answer, which the loss of rights stops.
  if (!caller || !('sign_in_id' in caller)) return promise;
  const forget = watch(caller, (now) => {
    if (!now || problemOfAccess(endpoint, now)) resolve();
  });
  onConnectionClosed(reply.raw, forget);
  return promise;
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

function answer(
  endpoint: Endpoint<Definition>,
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): unknown {
  if (endpoint.protocol) return reply.send(value);
  if (endpoint.download) return sendFile(reply, endpoint.download, value as Download);
  reply.status(statusOf(endpoint, request.body));
  if (endpoint.status === 204) return reply.send();
  if (endpoint.media_type) reply.type(endpoint.media_type);
  const place = endpoint.status === 201 && endpoint.access === 'scim' ? placeIn(value) : null;
  if (place) reply.header('location', place);
  if (endpoint.bare) return value;
  const enveloped = envelopeOf(endpoint, request.query, value);
  return isEnglish(request) ? englishEnvelope(enveloped) : enveloped;
}

/** Where a resource of SCIM that was made is found. */
const placeIn = (value: unknown) => (value as { meta?: { location?: string } }).meta?.location ?? null;

/** The error code for a malformed id in this path. */
export const missingOf = (request: FastifyRequest): ProblemCode =>
  request.routeOptions.config?.endpoint?.missing ?? 'not_found';

function metaOf(
  { signature_header, idempotent }: Endpoint<Definition>,
  request: FastifyRequest,
  reply: FastifyReply,
): Meta {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' && value.length <= 500 ? value : null;
  };
  return {
    ip: clientAddress(request),
    request_id: request.id,
    user_agent: header('user-agent'),
    idempotency_key: idempotent ? idempotencyKeyOf(request) : null,
    signature: signature_header ? header(signature_header) : null,
    left: () => leftBy(reply),
  };
}

/** A key that is too long is refused: cut, two keys could become one. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  if (key.length <= IDEMPOTENCY_KEY_MAX) return key;
  const message = `O cabeçalho Idempotency-Key pode ter no máximo ${IDEMPOTENCY_KEY_MAX} caracteres.`;
  throw new AppError('validation', { detail: message, errors: [{ field: 'Idempotency-Key', message }] });
}

function leftBy({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onConnectionClosed(raw, () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
