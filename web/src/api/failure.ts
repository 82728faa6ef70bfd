/** The only error that a call throws, besides being aborted by its caller. */

/** `http`: a status that is not 2xx; `network`: no answer at all; `malformed`: an answer that is none. */
export type FailureKind = 'http' | 'network' | 'malformed';

type Details = {
  kind: FailureKind;
  status?: number;
  body?: unknown;
  /** Sentence for an answer without one, instead of the sentence made from the caller's context. */
  fallback?: string;
  cause?: unknown;
};

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  /** 0 when there was no answer. */
  readonly status: number;
  /** The stable code of the error catalogue, when the answer carried one. */
  readonly code: string | null;
  readonly body: unknown;
  readonly fallback: string | null;

  constructor({ kind, status = 0, body = null, fallback, cause }: Details) {
    super(fallback ?? `${kind} ${status}`, { cause });
    this.kind = kind;
    this.status = status;
    this.body = body;
    this.code = stringAt(body, 'code');
    this.fallback = fallback ?? null;
  }
}

/** Whether it failed with this code of the error catalogue. */
export function failedWith(error: unknown, code: string): boolean {
  return error instanceof ApiFailure && error.code === code;
}

/** The server is out of reach or failing; says nothing about whether the request was right. */
export function isOutage(error: unknown): boolean {
  return (
    !(error instanceof ApiFailure) || error.kind !== 'http' || error.status >= 500 || error.status === 429
  );
}

export function stringAt(body: unknown, key: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value = (body as Record<string, unknown>)[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
