/** The filters of the list of agents, kept in the address: `?search=multas&tag=3&tag=8`. */
import { idOf } from '../../../lib/paths.ts';
import type { AddressForm } from '../../../lib/use-address-filters.ts';

export type ListFilters = { search: string; tag_ids: number[] };

export function filtersOf(address: URLSearchParams): ListFilters {
  const ids = address
    .getAll('tag')
    .map(idOf)
    .filter((id) => id !== null);
  return { search: address.get('search')?.trim() ?? '', tag_ids: [...new Set(ids)] };
}

export function addressOf({ search, tag_ids }: ListFilters): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set('search', search);
  for (const id of tag_ids) address.append('tag', String(id));
  return address;
}

export const listAddress: AddressForm<ListFilters> = { read: filtersOf, write: addressOf };

/** Chosen, or no longer. */
export function withTag({ tag_ids }: ListFilters, id: number): Pick<ListFilters, 'tag_ids'> {
  return { tag_ids: tag_ids.includes(id) ? tag_ids.filter((other) => other !== id) : [...tag_ids, id] };
}
