/** The envelope of answers: `{success, data, message}`, and `metadata` beside a page of a list. */
import type { Definition, Endpoint, Page } from '#contract/endpoint.ts';

export function envelopeOf(endpoint: Endpoint<Definition>, query: unknown, value: unknown): object {
  if (endpoint.list) return pageEnvelope(endpoint, (query ?? {}) as Place, value as PageOfRows);
  const message = messageBeside(endpoint, value);
  return { success: true, data: value ?? null, ...(message ? { message } : {}) };
}

type Place = { skip?: number; offset?: number };
type PageOfRows = Page<unknown> & { metadata?: object };

function pageEnvelope(
  { message = '' }: Endpoint<Definition>,
  { skip, offset }: Place,
  { rows, total, metadata }: PageOfRows,
): object {
  const has_more = (skip ?? offset ?? 0) + rows.length < total;
  return { success: true, data: rows, metadata: { total, has_more, ...metadata }, message };
}

function messageBeside({ message, message_field }: Endpoint<Definition>, value: unknown): string | undefined {
  const said = message_field && (value as Record<string, unknown>)[message_field];
  return typeof said === 'string' && said ? said : message;
}
