/** The filter of the data source list in the address: `?search=frota`. */
import type { AddressForm } from '../../lib/use-address-filters.ts';

export const listAddress: AddressForm<{ search: string }> = {
  read: (address) => ({ search: address.get('search')?.trim() ?? '' }),
  write: ({ search }) => new URLSearchParams(search && { search }),
};

/** The query part of the list's address as it was left; empty without a search. */
export function searchAddress(search: unknown): string {
  return typeof search === 'string' && search ? `?${listAddress.write({ search })}` : '';
}
