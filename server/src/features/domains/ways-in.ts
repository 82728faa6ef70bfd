/** The ways in that the sign-in page offers besides e-mail and password. */
import { and, asc, eq } from 'drizzle-orm';
import { OTHER_DOMAINS, SUBDOMAINS } from '#contract/domains.ts';
import type { PublicConfig } from '#contract/operations.ts';
import type { Queryable } from '../../db/client.ts';
import { email_domains, identity_providers } from '../../db/tables/identity.ts';

export async function waysIn(db: Queryable): Promise<Omit<PublicConfig['sign_in'], 'password_door'>> {
  const { slug, name, kind, position, id } = identity_providers;
  const ways = await db
    .select({ slug, name, kind })
    .from(identity_providers)
    .where(eq(identity_providers.active, true))
    .orderBy(asc(position), asc(id));
  const rules = await db
    .select({ domain: email_domains.written, entry: email_domains.entry, door: email_domains.door, slug })
    .from(email_domains)
    .leftJoin(
      identity_providers,
      and(eq(id, email_domains.provider_id), eq(identity_providers.active, true)),
    );
  const closed = rules.flatMap(({ domain, door, slug: by }) =>
    door === 'provider' && by !== null ? [{ domain, slug: by }] : [],
  );
  const shut = new Set(closed.map(({ domain }) => domain));
  const open = rules.flatMap(({ domain }) => (shut.has(domain) ? [] : [domain]));
  return {
    // A directory has no page of its own to go to: its people type into our form.
    providers: ways.filter((way) => way.kind !== 'ldap'),
    login_names: ways.some((way) => way.kind === 'ldap'),
    closed_domains: closed.map((rule) => {
      const except = open.filter((domain) => isWithin(domain, rule.domain));
      return except.length > 0 ? { ...rule, except } : rule;
    }),
    registration: rules.find(({ domain }) => domain === OTHER_DOMAINS)?.entry ?? 'enters',
  };
}

/** The rule is for subdomains, and the domain is one of them. */
const isWithin = (domain: string, rule: string): boolean =>
  rule.startsWith(SUBDOMAINS) && domain !== rule && domain.endsWith(rule.slice(1));
