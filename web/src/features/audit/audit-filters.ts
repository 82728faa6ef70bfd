/** The filters of the audit trail, kept in the address: `?search=multas&object=group&actor=3&from=2026-11-01`. */
import type { AuditObject } from '#contract/audit.ts';
import { idOf } from '../../lib/paths.ts';
import type { AddressForm } from '../../lib/use-address-filters.ts';
import { nouns } from './texts.ts';

export type AuditFilters = {
  search: string;
  object: AuditObject | null;
  actor: number | null;
  /** Days in the reader's own zone, both included: `2026-11-21`. */
  from: string | null;
  to: string | null;
};

// The browser has no schemas to ask: the words know the same objects, or they would not compile.
export const objects = Object.keys(nouns) as AuditObject[];

export const noFilters: AuditFilters = { search: '', object: null, actor: null, from: null, to: null };

export function filtersOf(address: URLSearchParams): AuditFilters {
  return {
    search: address.get('search')?.trim() ?? '',
    object: objects.find((each) => each === address.get('object')) ?? null,
    actor: idOf(address.get('actor') ?? undefined),
    from: dayOf(address.get('from')),
    to: dayOf(address.get('to')),
  };
}

export function addressOf(filters: AuditFilters): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) address.set(name, String(value));
  return address;
}

export const auditAddress: AddressForm<AuditFilters> = { read: filtersOf, write: addressOf };

export const isFiltered = (filters: AuditFilters): boolean => addressOf(filters).size > 0;

/** As the call takes it: a day begins at its first moment and ends at its last. */
export function queryOf({ search, object, actor, from, to }: AuditFilters) {
  return {
    search: search || undefined,
    object_type: object ?? undefined,
    actor_id: actor ?? undefined,
    from: from ? new Date(`${from}T00:00:00.000`).toISOString() : undefined,
    to: to ? new Date(`${to}T23:59:59.999`).toISOString() : undefined,
  };
}

/** Null for what is no day of the calendar. */
function dayOf(text: string | null): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
