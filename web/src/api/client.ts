/** Calls an endpoint of the contract and returns its data. Every failure is an `ApiFailure`. */
import { authApi } from '#contract/auth.ts';
import type { Answer, Arguments, Endpoint } from '#contract/endpoint.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { ApiFailure, failedWith } from './failure.ts';
import { renewTokens } from './refresh.ts';
import { type Given, type Prepared, prepare } from './request.ts';
import { readFile, readJson, refuseFailure, send, type Transport } from './send.ts';
import { accessToken } from './tokens.ts';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** To repeat an earlier request as the same one; otherwise each call gets its own key. */
  idempotencyKey?: string;
  timeoutMs?: number;
  /** Replaces `fetch`. */
  transport?: Transport;
  /** The form asks for the password in a field of its own when the server wants a fresh sign-in. */
  ownPassword?: true;
};

export async function call<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { signal, idempotencyKey, timeoutMs = REQUEST_TIMEOUT_MS, transport, ownPassword }: CallOptions = {},
): Promise<Answer<E>> {
  const request = prepare(endpoint, args as Given, idempotencyKey);
  const sendOnce = async () => {
    const answered = await sendSignedIn(endpoint, request, { signal, timeoutMs, transport });
    await refuseFailure(answered, signal);
    return answered;
  };
  const response = await sendOnce().catch(async (failure: unknown) => {
    const asked = failedWith(failure, 'reauthentication_required') && endpoint.path !== authApi.confirm.path;
    if (!asked || !(await confirmed(ownPassword))) throw failure;
    return sendOnce();
  });
  if (endpoint.download) return (await readFile(response, signal)) as Answer<E>;
  const body = await readJson(response, signal);
  return unwrap(endpoint, body, response.status) as Answer<E>;
}

async function confirmed(ownPassword: true | undefined): Promise<boolean> {
  const { confirmSignIn } = await import('./fresh-sign-in/confirm-sign-in.ts');
  return confirmSignIn(call, ownPassword);
}

/** Sends with the bearer where one is due; a 401 is answered by one refresh and one more try. */
export async function sendSignedIn(
  endpoint: Endpoint,
  request: Prepared,
  options: { signal: AbortSignal | undefined; timeoutMs: number; transport?: Transport | undefined },
): Promise<Response> {
  const open = endpoint.access === 'public';
  const token = open ? null : accessToken();
  const response = await send(request, { token, ...options });
  if (response.status !== 401 || open) return response;
  await response.body?.cancel();
  await renewTokens(token);
  options.signal?.throwIfAborted();
  return send(request, { token: accessToken(), ...options });
}

function unwrap(endpoint: Endpoint, body: unknown, status: number): unknown {
  if (endpoint.bare && body !== undefined) return body;
  const envelope = body as { success?: unknown; data?: unknown; metadata?: unknown } | null | undefined;
  const complete = envelope?.success === true && (!endpoint.list || Array.isArray(envelope.data));
  if (!complete) throw new ApiFailure({ kind: 'malformed', status, body: body ?? null });
  return endpoint.list ? { data: envelope.data, metadata: metadataOf(envelope) } : (envelope.data ?? null);
}

function metadataOf({ data, metadata }: { data?: unknown; metadata?: unknown }) {
  return metadata ?? { total: (data as unknown[]).length, has_more: false };
}
