/** The provider by which alone the people of a typed address enter: said below the field, before anything is sent. */
import type { Hosts } from '../../../api/hosts.ts';

/** Undefined where the most exact rule of the domain is not a closed one, or its provider has no button. */
export function closedDomainOf(email: string, { closed_domains, providers }: Hosts['sign_in']) {
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  const names = namesOf(domain);
  const rule = names
    .map((name) => closed_domains.find((one) => one.domain === name))
    .find((one) => one !== undefined);
  // A rule that is more exact than this one, and is not closed.
  if (!rule || names.slice(0, names.indexOf(rule.domain)).some((name) => rule.except?.includes(name)))
    return undefined;
  const provider = providers.find(({ slug }) => slug === rule.slug);
  return provider && { domain, ...provider };
}

/** The names of the rules that may apply, the most exact first. */
function namesOf(domain: string): string[] {
  const labels = domain.split('.');
  return [domain, ...labels.slice(1).map((_, place) => `*.${labels.slice(place + 1).join('.')}`)];
}
