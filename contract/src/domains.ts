/** Rules of e-mail domains: who may register with an address, and how its people enter. */
import { z } from 'zod';
import { get, put } from './endpoint.ts';
import { EMAIL_DOMAINS_MAX } from './limits.ts';
import { Time } from './paging.ts';

/** Strictest last. */
export const DOMAIN_ENTRIES = ['enters', 'approval', 'refused'] as const;
export type DomainEntry = (typeof DOMAIN_ENTRIES)[number];
/** `provider`: its people enter by the provider that the domain is entrusted to, and by no password. */
export const DOMAIN_DOORS = ['any', 'provider'] as const;
export type DomainDoor = (typeof DOMAIN_DOORS)[number];
/** The row for every domain that no other row names. */
/** Whether the sign-in page shows the form for passwords, or a link to it below the buttons of providers. */
export const PASSWORD_DOORS = ['shown', 'link'] as const;
export type PasswordDoor = (typeof PASSWORD_DOORS)[number];

export const OTHER_DOMAINS = '*';
/** A rule that begins so is for the subdomains of what follows. */
export const SUBDOMAINS = '*.';

export const domainMessages = {
  form: 'Informe um domínio, como exemplo.gov.br ou *.exemplo.gov.br.',
  twice: 'Este domínio já está na lista.',
  others: 'A regra de todos os outros domínios não se confia a um provedor.',
  providerMissing: 'Escolha o provedor por onde as pessoas deste domínio entram.',
  providerUnknown: 'Este provedor de acesso não existe.',
  providerInactive: 'Ative o provedor antes de fechar o domínio.',
  groupUnknown: 'Este grupo não existe.',
} as const;

export const EmailDomain = z.object({
  domain: z.string(domainMessages.form).trim().min(1, domainMessages.form).max(253, domainMessages.form),
  entry: z.enum(DOMAIN_ENTRIES),
  /** The group of people who come in with an address of the domain; null for the default group. */
  user_group_id: z.int().nullable(),
  /** The provider that may speak for its addresses. */
  provider_id: z.int().nullable(),
  door: z.enum(DOMAIN_DOORS),
});
export type EmailDomain = z.infer<typeof EmailDomain>;

export const EmailDomains = z
  .object({
    domains: z.array(
      EmailDomain.extend({
        /** Active people with an address of the domain. */
        people: z.int(),
        /** Those of them who enter by password all the same. */
        emergency_accounts: z.array(z.object({ id: z.int(), name: z.string() })),
      }),
    ),
    /** Null before the list was first saved. */
    updated_at: Time.nullable(),
  })
  .meta({ id: 'EmailDomains' });
export type EmailDomains = z.output<typeof EmailDomains>;

export const domainsApi = {
  list: get('/admin/domains', {
    access: 'superadmin',
    summary: 'The rules of e-mail domains; `*` is every other domain',
    reply: EmailDomains,
  }),
  replace: put('/admin/domains', {
    access: 'superadmin',
    summary:
      'Replaces the whole list; closing a domain ends the sign-ins of its people that its provider did not open',
    body: z.object({
      domains: z.array(EmailDomain).max(EMAIL_DOMAINS_MAX),
      updated_at: Time.nullable(),
    }),
    reply: EmailDomains,
    confirmed: true,
  }),
};
