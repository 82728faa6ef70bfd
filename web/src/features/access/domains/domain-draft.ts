/** The list of domain rules as its form holds it. The last line is every other domain. */
import { type EmailDomain, type EmailDomains, OTHER_DOMAINS } from '#contract/domains.ts';

export type DomainRow = EmailDomain & { key: string };

let lastKey = 0;
export const newDomain = (): DomainRow => {
  lastKey += 1;
  return {
    key: `new-${lastKey}`,
    ...{ domain: '', entry: 'enters', user_group_id: null, provider_id: null, door: 'any' },
  };
};

export const rowsOf = ({ domains }: EmailDomains): DomainRow[] =>
  domains.map(({ domain, entry, user_group_id, provider_id, door }) => ({
    key: domain,
    ...{ domain, entry, user_group_id, provider_id, door },
  }));

export const isOthers = ({ domain, key }: DomainRow) => domain === OTHER_DOMAINS && key === OTHER_DOMAINS;

export const domainsIn = (rows: DomainRow[]): EmailDomain[] =>
  rows.map(({ key: _, ...row }) => ({ ...row, domain: row.domain.trim() }));

/** Lines that were open to passwords, and are no longer. */
export function closings(rows: DomainRow[], { domains }: EmailDomains) {
  const before = new Map(domains.map((one) => [one.domain, one]));
  return rows.flatMap(({ domain, door, provider_id }) => {
    const stored = before.get(domain);
    if (door !== 'provider' || (stored?.door === 'provider' && stored.provider_id === provider_id)) return [];
    return [{ domain, people: stored?.people ?? 0, emergency: stored?.emergency_accounts ?? [] }];
  });
}
