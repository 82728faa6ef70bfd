/** Opens a stream of events; the same bearer, refresh and backup rules as every other call. */
import type { Answer, Arguments, Endpoint } from '#contract/endpoint.ts';
import { REQUEST_TIMEOUT_MS, STREAM_PING_SECONDS } from '#contract/limits.ts';
import { type CallOptions, sendSignedIn } from './client.ts';
import { eventsIn } from './event-lines.ts';
import { ApiFailure, stringAt } from './failure.ts';
import { type Given, prepare } from './request.ts';
import { readJson } from './send.ts';

/** The server pings every 15 s; four missed pings mean that the connection is dead. */
const SILENCE_MS = STREAM_PING_SECONDS * 4 * 1000;

type Streaming = Endpoint & { events: NonNullable<Endpoint['events']> };
type EventOf<E> = Answer<E> extends AsyncIterable<infer Event extends { done: boolean }> ? Event : never;

/** Resolves once the server has agreed to answer; the events end with a `done` one or with a thrown failure. */
export async function openStream<E extends Streaming>(
  endpoint: E,
  args: Arguments<E>,
  { signal, idempotencyKey, timeoutMs = REQUEST_TIMEOUT_MS }: CallOptions = {},
): Promise<AsyncIterable<EventOf<E>>> {
  const request = prepare(endpoint, args as Given, idempotencyKey);
  const response = await sendSignedIn(endpoint, request, { signal, timeoutMs });
  if (!response.ok) throw await refusal(response, signal);
  if (!response.body) throw new ApiFailure({ kind: 'malformed', status: response.status });
  return eventsIn<EventOf<E>>(response.body, { signal, silenceMs: SILENCE_MS });
}

async function refusal(response: Response, signal: AbortSignal | undefined): Promise<ApiFailure> {
  const { status, statusText } = response;
  const body = await readJson(response, signal);
  // HTTP/2 has no status text.
  const fallback = stringAt(body, 'detail') ?? (statusText ? `${status}: ${statusText}` : String(status));
  return new ApiFailure({ kind: 'http', status, body: body ?? null, fallback });
}
