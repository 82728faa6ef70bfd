/**
 * Spans and their attributes. Allowed are names, codes, counts and routes; never a text of a conversation, a token, a
 * query string or a statement's values.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type Attributes = Record<string, string | number | boolean | undefined>;

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type FinishedSpan = {
  context: TraceContext;
  parent_span_id: string | null;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970. */
  began: number;
  ended: number;
  attributes: Attributes;
  /** A code, when it failed. */
  failure: string | null;
};

export type Span = {
  readonly context: TraceContext;
  name(name: string): void;
  set(attributes: Attributes): void;
  /** Only the first call counts. */
  end(failure?: string | null): void;
};

export type Tracer = {
  /** A child of what runs now, or of `parent` that came from elsewhere, or the root of a trace of its own. */
  start: (name: string, kind: SpanKind, options?: { parent?: unknown; attributes?: Attributes }) => Span;
  /** Everything that `work` does, also asynchronously, belongs to the span. */
  within: <T>(span: Span, work: () => T) => T;
  /** Whether anything is traced right now. */
  isTracing: () => boolean;
  /** The header for another process; null where nothing is traced. */
  traceparent: () => string | null;
};

export type TracerOptions = {
  /** Sampling ratio of traces that begin here, 0 to 1. A decision that comes with a request is kept. */
  share?: number;
  now?: () => number;
};

export function openTracer(
  take: (span: FinishedSpan) => void,
  { share = 1, now = () => performance.timeOrigin + performance.now() }: TracerOptions = {},
): Tracer {
  const running = new AsyncLocalStorage<Span>();

  function contextOf(parent: TraceContext | null): TraceContext {
    if (parent) return { ...parent, span_id: newSpanId() };
    const trace_id = newTraceId();
    // As the standard sampler decides: the same trace is kept or left out everywhere.
    const sampled = Number.parseInt(trace_id.slice(-8), 16) < share * 0x1_0000_0000;
    return { trace_id, span_id: newSpanId(), sampled };
  }

  return {
    start(first, kind, { parent: given, attributes: known = {} } = {}) {
      const parent = readTraceparent(given) ?? running.getStore()?.context ?? null;
      const context = contextOf(parent);
      const began = now();
      let name = first;
      let attributes = known;
      let over = false;
      return {
        context,
        name(better) {
          name = better;
        },
        set(more) {
          attributes = { ...attributes, ...more };
        },
        end(failure = null) {
          if (over) return;
          over = true;
          if (context.sampled)
            take({
              context,
              parent_span_id: parent?.span_id ?? null,
              name,
              kind,
              began,
              ended: now(),
              attributes,
              failure,
            });
        },
      };
    },
    within: (span, work) => running.run(span, work),
    isTracing: () => running.getStore() !== undefined,
    traceparent() {
      const span = running.getStore();
      return span ? traceparentOf(span.context) : null;
    },
  };
}

/** The W3C `traceparent` header: a trace id and the id of the parent span. */
type TraceContext = {
  /** 32 hexadecimal digits. */
  trace_id: string;
  /** 16 hexadecimal digits. */
  span_id: string;
  sampled: boolean;
};

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Null for anything that the recommendation calls invalid; a later version is read as far as this one knows it. */
export function readTraceparent(text: unknown): TraceContext | null {
  const [, version, trace_id = '', span_id = '', flags = '', more] =
    typeof text === 'string' ? (FORM.exec(text) ?? []) : [];
  if (!version || version === 'ff' || (version === '00' && more)) return null;
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return null;
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceparentOf = ({ trace_id, span_id, sampled }: TraceContext): string =>
  `00-${trace_id}-${span_id}-${sampled ? '01' : '00'}`;

const newTraceId = () => randomBytes(16).toString('hex');
const newSpanId = () => randomBytes(8).toString('hex');
