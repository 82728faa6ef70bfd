/**
 * Reduces an error report to what it may contain: where it broke and in which release, never who was there, what was typed or
 * read, nor anything that opens an account.
 */
import type { Breadcrumb, ErrorEvent } from '@sentry/react';

const MESSAGE_MAX = 300;
const CUT = '…';

/** Paths stay; what follows `?` or `#` goes. */
export function withoutQueries(text: string): string {
  return text.replace(/((?:https?:\/\/|\/)[^\s"'<>?#]*)[?#][^\s"'<>]*/g, '$1');
}

/** An error's own words without those it quotes, which may be anybody's. */
export function bareWords(text: string): string {
  return withoutQueries(text)
    .replace(/["“«„][^"”»]*(?:["”»]|$)/g, CUT)
    .replace(/\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, CUT)
    .replace(/\bBearer\s+\S+/gi, CUT)
    .replace(/[^\s@]+@[^\s@]+\.[^\s@]+/g, CUT)
    .slice(0, MESSAGE_MAX);
}

const KEPT_CRUMBS = new Set(['navigation', 'fetch', 'xhr']);
const KEPT_OF_CRUMB = ['url', 'from', 'to', 'method', 'status_code'] as const;

/** Where somebody went and what was called; not what was pressed, typed or written to the console. */
export function scrubBreadcrumb({ data, ...crumb }: Breadcrumb): Breadcrumb | null {
  if (!KEPT_CRUMBS.has(crumb.category ?? '')) return null;
  const kept: Record<string, string | number> = {};
  for (const name of KEPT_OF_CRUMB) {
    const value: unknown = data?.[name];
    if (typeof value === 'number') kept[name] = value;
    if (typeof value === 'string') kept[name] = withoutQueries(value);
  }
  const { type, category, level, timestamp } = crumb;
  return { ...withoutAbsent({ type, category, level, timestamp }), data: kept };
}

const KEPT_CONTEXTS = ['trace', 'browser', 'os', 'device', 'culture', 'profile', 'replay'] as const;

/** A new event of what may leave; what a later release of the library adds stays here. */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, level, platform, release, environment, sdk, debug_meta, fingerprint } = event;
  const { exception, message, request, breadcrumbs, contexts, tags } = event;
  return {
    type: undefined,
    ...withoutAbsent({ event_id, timestamp, level, platform, release, environment, sdk, debug_meta }),
    ...withoutAbsent({ fingerprint, message: message && bareWords(message) }),
    ...withoutAbsent({
      tags: tags?.replayId ? { replayId: tags.replayId } : undefined,
      request: request?.url ? { url: withoutQueries(request.url) } : undefined,
      breadcrumbs: breadcrumbs?.flatMap((crumb) => scrubBreadcrumb(crumb) ?? []),
      contexts: contexts && Object.fromEntries(KEPT_CONTEXTS.map((name) => [name, contexts[name]])),
      exception: exception && { values: exception.values?.map(scrubException) },
    }),
  };
}

type Exception = NonNullable<NonNullable<ErrorEvent['exception']>['values']>[number];

function scrubException({ type, value, mechanism, stacktrace }: Exception): Exception {
  return withoutAbsent({
    type,
    value: value && bareWords(value),
    mechanism: mechanism && { type: mechanism.type, handled: mechanism.handled ?? true },
    stacktrace: stacktrace && {
      frames: (stacktrace.frames ?? []).map(({ filename, function: name, lineno, colno, in_app }) =>
        withoutAbsent({
          filename: filename && withoutQueries(filename),
          function: name,
          lineno,
          colno,
          in_app,
        }),
      ),
    },
  });
}

const CLOSED = /query|fragment|body|header|cookie|authori[sz]ation|token|password|user\.(?!agent)|email/i;

/** Attributes of a span or a recorded call, without queries and without sensitive names. */
export function scrubAttributes<T>(attributes: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !CLOSED.test(name))
      .map(([name, value]) => [name, scrubValue(value)]),
  );
}

function scrubValue<T>(value: T): T {
  if (typeof value === 'string') return bareWords(value) as T;
  if (Array.isArray(value)) return value.map(scrubValue) as T;
  if (typeof value === 'object' && value !== null)
    return scrubAttributes(value as Record<string, unknown>) as T;
  return value;
}

/** In a recording as it leaves, at the same length: its size was announced before it. */
export function wipeQueries(recording: string): string {
  return recording.replace(
    /("href":"https?:[^"?#]*[?#])([^"]*)/g,
    (_, kept: string, query: string) => kept + 'x'.repeat(query.length),
  );
}

/** Fields that are there. */
function withoutAbsent<T extends object>(fields: T): Present<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(present) as Present<T>;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
