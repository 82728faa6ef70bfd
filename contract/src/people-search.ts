/** A search among people that is a pasted list of addresses, as a message or a sheet has them. */
import { foldEmail } from './account-fields.ts';

const ADDRESS = /[^\s<>;,"()]+@[^\s<>;,"()]+/g;

/** With or without names beside them, each once; none where there are fewer than two: one address is a part like others. */
export function addressesIn(search: string): string[] {
  const found = search.match(ADDRESS) ?? [];
  return found.length > 1 ? [...new Set(found.map(foldEmail))] : [];
}
