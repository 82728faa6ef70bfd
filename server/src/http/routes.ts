/**
 * Binds a table of calls to its handlers. A call without a handler, or a handler that returns something
 * else than its call promises, does not compile. Handlers see values, never a request or a header.
 */
import type { Api, Definition, Endpoint, Received, Returned } from '#contract/endpoint.ts';
import type { Role } from '#contract/users.ts';

/** The caller, as the database has them at this moment. */
export type Caller = {
  user_id: number;
  role: Role;
  user_group_id: number | null;
  sign_in_id: string;
  /** When the sign-in began, or was last confirmed with the password. */
  confirmed_at: Date;
  with_temporary_password: boolean;
  /** From when on the role asks for a second factor that the caller does not have; null where it asks for none. */
  second_factor_due: Date | null;
  /** That time has come. */
  lacks_second_factor: boolean;
  /** Terms wait to be accepted. */
  lacks_terms: boolean;
};

/** A program with an access key and the key's owner, as the database has them at this moment. */
export type KeyCaller = Pick<Caller, 'user_id' | 'role' | 'user_group_id'> & {
  key: {
    id: number;
    /** Null for every agent that the owner may use. */
    agent_ids: number[] | null;
  };
};

/** The directory of a provider, with a token of SCIM. */
export type DirectoryCaller = { token_id: number; provider_id: number; provider: string };

/** A visitor of a public counter, with the account that owns their conversation. */
export type VisitorCaller = {
  counter_id: number;
  visitor_id: string;
  user_id: number;
  session_id: string;
  /** They have solved a puzzle. */
  proved: boolean;
};

export type Meta = {
  ip: string;
  request_id: string;
  user_agent: string | null;
  idempotency_key: string | null;
  /** The payment provider's signature over the bytes of the body. */
  signature: string | null;
  /** Returns a signal that is aborted when the client leaves before the reply is complete. */
  left: () => AbortSignal;
};

export type Context<E> = Received<E> & {
  caller: E extends { access: 'public' }
    ? null
    : E extends { access: 'key' }
      ? KeyCaller
      : E extends { access: 'scim' }
        ? DirectoryCaller
        : E extends { access: 'visitor' }
          ? VisitorCaller
          : Caller;
  meta: Meta;
};

export type Handler<E> = (context: Context<E>) => Promise<Returned<E>> | Returned<E>;
export type Handlers<A extends Api> = { [name in keyof A]: Handler<A[name]> };

/** A call and what answers it, ready to be served. */
export type Route = {
  endpoint: Endpoint<Definition>;
  handle: (context: {
    params: unknown;
    query: unknown;
    body: unknown;
    caller: Caller | KeyCaller | DirectoryCaller | VisitorCaller | null;
    meta: Meta;
  }) => unknown;
};

export function routes<const A extends Api>(api: A, handlers: Handlers<A>): Route[] {
  return Object.entries(api).map(([name, endpoint]) => ({
    endpoint,
    // The one cast: `Handlers<A>` has just checked the types.
    handle: handlers[name] as unknown as Route['handle'],
  }));
}
