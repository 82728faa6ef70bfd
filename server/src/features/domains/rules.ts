/** The rule of an e-mail domain that applies to an address: the most exact one of the list. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { type AnyColumn, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type DomainDoor, type DomainEntry, OTHER_DOMAINS, SUBDOMAINS } from '#contract/domains.ts';
import type { IdentityProviderKind } from '#contract/identity-providers.ts';
import { AppError, filledError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { email_domains, identity_providers } from '../../db/tables/identity.ts';

export type DomainRule = {
  entry: DomainEntry;
  user_group_id: number | null;
  /** The provider that may speak for addresses of the domain. */
  provider_id: number | null;
  door: DomainDoor;
  /** The same provider: its name in addresses and on buttons. */
  provider: { slug: string; name: string; kind: IdentityProviderKind; active: boolean } | null;
};

/** The rule where no row applies, not even `*`. */
const OPEN: DomainRule = {
  entry: 'enters',
  user_group_id: null,
  provider_id: null,
  door: 'any',
  provider: null,
};

/** The form of DNS; null for what is no domain. */
export function asciiDomain(typed: string): string | null {
  const name = typed.trim().normalize('NFKC').toLowerCase();
  if (name === OTHER_DOMAINS) return name;
  const prefix = name.startsWith(SUBDOMAINS) ? SUBDOMAINS : '';
  const ascii = domainToASCII(name.slice(prefix.length));
  const isDomain = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(ascii);
  return isDomain ? prefix + ascii : null;
}

export function writtenDomain(ascii: string): string {
  if (ascii === OTHER_DOMAINS) return ascii;
  const prefix = ascii.startsWith(SUBDOMAINS) ? SUBDOMAINS : '';
  return prefix + domainToUnicode(ascii.slice(prefix.length)).normalize('NFC');
}

/** The names of the rows that may apply to an address or to its domain alone, the most exact first. */
export function rulesFor(email: string): string[] {
  const ascii = asciiDomain(email.slice(email.lastIndexOf('@') + 1));
  if (!ascii) return [OTHER_DOMAINS];
  const labels = ascii.split('.');
  const parents = labels.slice(1).map((_, place) => SUBDOMAINS + labels.slice(place + 1).join('.'));
  return [ascii, ...parents, OTHER_DOMAINS];
}

export async function findDomainRule(db: Queryable, email: string): Promise<DomainRule> {
  const names = rulesFor(email);
  const rows = await db
    .select({
      domain: email_domains.domain,
      entry: email_domains.entry,
      user_group_id: email_domains.user_group_id,
      provider_id: email_domains.provider_id,
      door: email_domains.door,
      provider: {
        slug: identity_providers.slug,
        name: identity_providers.name,
        kind: identity_providers.kind,
        active: identity_providers.active,
      },
    })
    .from(email_domains)
    .leftJoin(identity_providers, eq(identity_providers.id, email_domains.provider_id))
    .where(inArray(email_domains.domain, names));
  const row = names.map((name) => rows.find(({ domain }) => domain === name)).find(Boolean);
  if (!row) return OPEN;
  const { domain: _, ...rule } = row;
  return rule;
}

/** The name of the provider where the most exact of these rules is closed, as a subselect; `names` come from `rulesFor`. */
export const closedBy = (names: Placeholder): SQL => sql`
  select case when d.door = 'provider' then p.name end
  from email_domains d left join identity_providers p on p.id = d.provider_id
  where d.domain = any(${names}::text[]) order by array_position(${names}::text[], d.domain) limit 1`;

/** The name of the rule that applies to the address in a column, for statements that begin with a person. */
export const ruleNameOf = (email: AnyColumn): SQL<string | null> => sql<string | null>`(
  select d.domain from email_domains d, (select split_part(${email}, '@', 2) as name) person
  where d.domain = ${OTHER_DOMAINS} or person.name in (d.domain, d.written)
    or (starts_with(d.domain, ${SUBDOMAINS})
      and (right(person.name, length(d.domain) - 1) = substr(d.domain, 2)
        or right(person.name, length(d.written) - 1) = substr(d.written, 2)))
  order by starts_with(d.domain, '*'), length(d.domain) desc limit 1)`;

/**
 * Whether somebody may register with a password and this address. Asked before the address is looked up, so that a
 * refusal tells nothing of accounts.
 */
export async function requireOpenDomain(db: Queryable, email: string): Promise<DomainRule> {
  const rule = await findDomainRule(db, email);
  if (rule.door === 'provider') throw closedDoor(rule);
  if (rule.entry === 'refused') throw new AppError('domain_refused');
  return rule;
}

export const closedDoor = ({ provider }: Pick<DomainRule, 'provider'>): AppError =>
  filledError('use_provider', { provider: provider?.name ?? 'o provedor da sua organização' });
