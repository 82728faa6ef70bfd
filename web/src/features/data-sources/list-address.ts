/** What the list of data sources is narrowed by, as it stands in the address: `?search=frota`. */
import type { AddressForm } from '../../lib/use-address-filters.ts';

export const listAddress: AddressForm<{ search: string }> = {
  read: (address) => ({ search: address.get('search')?.trim() ?? '' }),
  write: ({ search }) => new URLSearchParams(search && { search }),
};

/** The way back to the list as it was left; nothing when nothing was searched for. */
export function searchAddress(search: unknown): string {
  return typeof search === 'string' && search ? `?${listAddress.write({ search })}` : '';
}
