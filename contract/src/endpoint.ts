/**
 * The small language every call is written in. One line says who may enter, what goes in and what comes
 * out; validation, access, envelopes, OpenAPI and the typed browser client are all read from it.
 */
import type { z } from 'zod';
import type { ProblemCode } from './errors.ts';

export const API_BASE = '/api/v1';

/**
 * Required access: `admin` admits superadmins too; `superadmin` admits nobody else; `key` admits programs and `scim`
 * directories, and nobody signed in. `visitor` admits who holds the session token of a public counter, and only at that one.
 */
export type Access = 'public' | 'user' | 'admin' | 'superadmin' | 'key' | 'scim' | 'visitor';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Definition = {
  access: Access;
  /** One sentence for the OpenAPI page. */
  summary: string;

  params?: z.ZodType;
  query?: z.ZodType;
  /** Input, at most one of: JSON, a form (urlencoded), files (multipart; see files.ts), the bytes as they came. */
  body?: z.ZodType;
  form?: z.ZodType;
  file?: z.ZodType;
  raw?: true;
  /** For `raw`: the header that carries the sender's signature of those bytes. */
  signature_header?: string;
  /**
   * The call speaks another protocol: its handler gets the request and makes the reply as the protocol has them. `body`
   * and `bare` only describe it. Its path refuses other methods with 405.
   */
  protocol?: 'mcp';
  /** The size limit of a body in bytes, where it is not the usual one. */
  body_max?: number;
  /** For `body`: it may also arrive as `multipart/form-data` without a file. */
  parts?: true;
  /** For `file`: the size limit in bytes, and the error detail for a larger one. */
  file_max?: number;
  file_too_large?: ProblemCode;

  /**
   * Output, exactly one of: `{success, data}`, a page of a list, an event stream, the value as it is, a file to save
   * (its media type). `events` beside `bare`: the one or the other, as its body asks.
   */
  reply?: z.ZodType;
  list?: z.ZodType;
  /** For `list`: what a page says of all its rows, beside `total` and `has_more`. */
  list_metadata?: z.ZodObject;
  events?: z.ZodType;
  bare?: z.ZodType;
  download?: string;
  /** The data of the event that closes a stream. */
  last_line?: string;
  /** Each event of a stream carries its field `type` as its name too. */
  named_events?: true;

  /** 204: nothing is sent, and `bare` is null. */
  status?: 200 | 201 | 202 | 204;
  /** For the status 201: the field of the body that names what is replaced. With it nothing new is made: status 200. */
  replaces?: string;
  /** The media type of the reply, where it is another kind of JSON. */
  media_type?: string;
  /** The sentence beside the data. */
  message?: string;
  /** For `reply`: the field of the data that is repeated as the envelope's `message` when it is not empty. */
  message_field?: string;
  /** The error code for a malformed id in the path: the same answer as for a missing object. */
  missing?: ProblemCode;
  /** The error detail for a caller whose role is not enough, where it says more than «Acesso negado.». */
  refused?: ProblemCode;
  /** May be called while a temporary password waits to be replaced. */
  with_temporary_password?: true;
  /** May be called while the caller's role needs a second factor that they do not have yet. */
  before_second_factor?: true;
  /**
   * May be called before the terms are accepted. What leads past an earlier step may be called then, too: with a temporary
   * password, or before a second factor.
   */
  before_terms?: true;
  /** Asks for a fresh sign-in: one that began or was confirmed at most `FRESH_SIGN_IN_MINUTES` ago. */
  confirmed?: true;
  /** The caller may repeat it with the same `Idempotency-Key` and join the first run. */
  idempotent?: true;
};

export type Endpoint<D extends Definition = Definition> = D & { method: Method; path: string };

const verb =
  (method: Method) =>
  <const D extends Definition>(path: string, definition: D): Endpoint<D> => ({
    method,
    path,
    ...definition,
  });

export const get = verb('GET');
export const post = verb('POST');
export const put = verb('PUT');
export const patch = verb('PATCH');
export const del = verb('DELETE');

/** The status of a successful call with this body. */
export function statusOf({ status = 200, replaces }: Definition, body: unknown): number {
  const isReplaced =
    replaces !== undefined &&
    typeof body === 'object' &&
    body !== null &&
    (body as Record<string, unknown>)[replaces] !== undefined;
  return isReplaced ? 200 : status;
}

/** All that a successful call may have, the usual one first. */
export const statusesOf = ({ status = 200, replaces }: Definition): number[] =>
  replaces === undefined ? [status] : [status, 200];

export type Api = Record<string, Endpoint>;

type Part<E, K extends keyof Definition> = E extends { [key in K]: infer S extends z.ZodType } ? S : never;
type Parsed<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.output<S> : never;

/** The validated input of a handler. */
export type Received<E> = {
  params: Parsed<Part<E, 'params'>>;
  query: Parsed<Part<E, 'query'>>;
  body: E extends { protocol: string }
    ? Request
    : E extends { raw: true }
      ? Uint8Array
      : Parsed<Part<E, 'body'> | Part<E, 'form'> | Part<E, 'file'>>;
};

/** A page of a list as a handler returns it. */
export type Page<T> = { rows: T[]; total: number };

/** A file as a handler returns it. `media_type` where it is known only now; `cache_control` instead of `no-store`. */
export type Download = {
  filename: string;
  media_type?: string;
  cache_control?: string;
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>;
};

/** The output of a handler. A stream is returned once it may begin: a failure before that is an ordinary error. */
export type Returned<E> = E extends { protocol: string }
  ? Response
  : E extends { events: infer S extends z.ZodType }
    ? AsyncIterable<z.input<S>> | (E extends { bare: infer B extends z.ZodType } ? z.input<B> : never)
    : E extends { list: infer S extends z.ZodType }
      ? Page<z.input<S>> &
          (E extends { list_metadata: infer M extends z.ZodType } ? { metadata: z.input<M> } : unknown)
      : E extends { reply: infer S extends z.ZodType }
        ? z.input<S>
        : E extends { bare: infer S extends z.ZodType }
          ? z.input<S>
          : E extends { download: string }
            ? Download
            : never;

type Given<S, K extends string> = [S] extends [never]
  ? { [key in K]?: undefined }
  : S extends z.ZodType
    ? Record<never, never> extends z.input<S>
      ? { [key in K]?: z.input<S> }
      : { [key in K]: z.input<S> }
    : never;

/** The input of a caller. */
export type Arguments<E> = Given<Part<E, 'params'>, 'params'> &
  Given<Part<E, 'query'>, 'query'> &
  Given<Part<E, 'body'> | Part<E, 'form'> | Part<E, 'file'>, 'body'>;

/** The output for a caller: the data of one object, a page, or the events. */
export type Answer<E> = E extends { events: infer S extends z.ZodType }
  ? AsyncIterable<z.output<S>>
  : E extends { list: infer S extends z.ZodType }
    ? {
        data: z.output<S>[];
        metadata: { total: number; has_more: boolean } & (E extends {
          list_metadata: infer M extends z.ZodType;
        }
          ? z.output<M>
          : unknown);
      }
    : E extends { reply: infer S extends z.ZodType }
      ? z.output<S>
      : E extends { bare: infer S extends z.ZodType }
        ? z.output<S>
        : E extends { download: string }
          ? { blob: Blob; filename: string }
          : never;

/** `/agents/:id` with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return (
    API_BASE +
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`missing path parameter ${name} of ${endpoint.path}`);
      return encodeURIComponent(String(value));
    })
  );
}
