/** Addresses that no list of an administrator may bring in: their domain is refused. */
import type { Queryable } from '../../db/client.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { rulesFor } from './rules.ts';

export async function refusedAddresses(db: Queryable, emails: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ domain: email_domains.domain, entry: email_domains.entry })
    .from(email_domains);
  const entries = new Map(rows.map(({ domain, entry }) => [domain, entry]));
  const entryOf = (email: string) => entries.get(rulesFor(email).find((name) => entries.has(name)) ?? '');
  return new Set(emails.filter((email) => entryOf(email) === 'refused'));
}
