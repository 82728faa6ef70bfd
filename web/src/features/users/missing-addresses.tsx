import { addressesIn } from '#contract/people-search.ts';
import type { User } from '#contract/users.ts';
import { Alert } from '../../ui/display/alert.tsx';
import type { PeopleFilters } from './queries.ts';
import { texts } from './texts.ts';

type MissingAddressesProps = { search: string; filters: PeopleFilters; users: User[] };

/** Names the addresses of a pasted list that belong to nobody here. */
export function MissingAddresses({ search, filters, users }: MissingAddressesProps) {
  const known = new Set(users.map(({ email }) => email));
  const missing = addressesIn(search).filter((address) => !known.has(address));
  // A filter leaves out people who are there.
  if (!missing.length || filters.shown !== null || filters.group_id !== null) return null;
  return <Alert tone="info" title={texts.missing(missing.length)} line={missing.join(', ')} />;
}
