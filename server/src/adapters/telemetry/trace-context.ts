/** The W3C `traceparent` header: a trace id and the id of the parent span. */
import { randomBytes } from 'node:crypto';

export type TraceContext = {
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

export const newTraceId = () => randomBytes(16).toString('hex');
export const newSpanId = () => randomBytes(8).toString('hex');
