/**
 * Sends finished spans to a collector, as OTLP over HTTP in its JSON form. In batches and behind the work: what a
 * collector that is away does not take is forgotten, never waited for.
 */
import type { FinishedSpan, SpanKind } from './tracer.ts';

export type OtlpOptions = {
  /** As in OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` is added. */
  endpoint: string;
  headers: Record<string, string>;
  service_name: string;
  service_version: string;
  /** Distinguishes replicas. */
  instance: string;
  everyMs?: number;
  /** Called once for a failed batch, with the reason and the number of lost spans. */
  onLost: (reason: string, spans: number) => void;
};

export type Exporter = {
  take: (span: FinishedSpan) => void;
  /** Sends what is left, as long as it takes within its time limit. */
  close: () => Promise<void>;
};

const BATCH = 512;
const WAITING_MAX = 4_096;
const EVERY_MS = 5_000;
const TIMEOUT_MS = 5_000;
const KIND: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const ERROR = 2;

export function openOtlp(options: OtlpOptions): Exporter {
  const { endpoint, onLost, everyMs = EVERY_MS } = options;
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  let waiting: FinishedSpan[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;
  const timer = setInterval(() => void flush(), everyMs).unref();

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    if (dropped) onLost('too many spans were waiting', dropped);
    dropped = 0;
    while (waiting.length) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      const reason = await sendBatch(url, batch, options);
      if (!reason) continue;
      onLost(reason, batch.length);
      return;
    }
  }

  return {
    take(span) {
      if (waiting.length >= WAITING_MAX) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= BATCH) void flush();
    },
    async close() {
      clearInterval(timer);
      await flush();
      // Spans that ended while the last batch was being sent.
      await flush();
    },
  };
}

/** Null when the collector took it, else the reason. */
async function sendBatch(url: string, batch: FinishedSpan[], options: OtlpOptions): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify(requestOf(batch, options)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `the collector answered ${response.status}`;
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: unknown } };
    return `the collector is away (${typeof cause?.code === 'string' ? cause.code : name})`;
  }
}

function requestOf(spans: FinishedSpan[], options: OtlpOptions) {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributesOf({
            'service.name': options.service_name,
            'service.version': options.service_version,
            'service.instance.id': options.instance,
          }),
        },
        scopeSpans: [
          { scope: { name: 'prosa', version: options.service_version }, spans: spans.map(spanOf) },
        ],
      },
    ],
  };
}

const spanOf = ({
  context,
  parent_span_id,
  name,
  kind,
  began,
  ended,
  attributes,
  failure,
}: FinishedSpan) => ({
  traceId: context.trace_id,
  spanId: context.span_id,
  ...(parent_span_id ? { parentSpanId: parent_span_id } : {}),
  name,
  kind: KIND[kind],
  startTimeUnixNano: nanoseconds(began),
  endTimeUnixNano: nanoseconds(ended),
  attributes: attributesOf({ ...attributes, ...(failure ? { 'error.type': failure } : {}) }),
  status: failure ? { code: ERROR } : {},
});

/** 64-bit integers travel as text. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: FinishedSpan['attributes']) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: anyValue(value ?? '') }));

function anyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
