/** Entering by a provider of sign-on: there and back, and the proof of an account that exists already. */
import { z } from 'zod';
import { messages } from './account-fields.ts';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { IDENTITY_PROVIDER_KINDS } from './identity-providers.ts';
import { EMAIL_MAX } from './limits.ts';
import { Time } from './paging.ts';
import { Begin, Begun, ProviderAnswer, ProviderSlug } from './provider-answer.ts';
import { SecondStep, SignOnReply, TokenPair } from './sign-in.ts';

export const signOnApi = {
  start: post('/auth/sso/:slug/start', {
    access: 'public',
    summary: 'The address at the provider where somebody signs in; writes nothing',
    params: ProviderSlug,
    body: Begin.extend({ login_hint: z.string().trim().max(EMAIL_MAX).optional() }),
    reply: Begun,
    missing: 'identity_provider_not_found',
  }),
  finish: post('/auth/sso/:slug/finish', {
    access: 'public',
    summary: 'Exchanges the answer of the provider, once, for a sign-in or the next step to it',
    params: ProviderSlug,
    body: ProviderAnswer,
    reply: SignOnReply,
    missing: 'identity_provider_not_found',
  }),
  backchannel: post('/auth/sso/:slug/backchannel', {
    access: 'public',
    summary:
      'Ends the sign-ins of a session that has ended at its provider (OpenID Connect Back-Channel Logout)',
    params: ProviderSlug,
    form: z.object({ logout_token: z.string().min(1).max(16_384) }),
    bare: z.object({}),
    missing: 'identity_provider_not_found',
  }),
  link: post('/auth/sso/link', {
    access: 'public',
    summary: 'Proves an account with its password, so that it is entered by the provider from then on',
    body: z.object({
      token: z.string().max(200),
      password: z.string(messages.required).min(1, messages.required).max(1_000, messages.passwordLong),
    }),
    reply: z.union([TokenPair, SecondStep]),
  }),
};

const Named = { slug: z.string(), name: z.string(), kind: z.enum(IDENTITY_PROVIDER_KINDS) };

/** Accounts at providers by which the caller enters. */
export const LinkedAccounts = z
  .object({
    linked: z.array(
      z.object({
        ...Named,
        /** The address there; null where the provider gives none. */
        address: z.string().nullable(),
        linked_at: Time,
        last_used_at: Time,
        /** False where there would be no other way in. */
        removable: z.boolean(),
      }),
    ),
    /** Providers that may be linked, too. A directory (`ldap`) asks for name and password in a form of ours. */
    offered: z.array(z.object(Named)),
    /** The provider by which alone the caller enters, where their domain is closed; a password here opens nothing. */
    only_by: z.string().nullable(),
  })
  .meta({ id: 'LinkedAccounts' });
export type LinkedAccounts = z.output<typeof LinkedAccounts>;

export const linkedAccountsApi = {
  list: get('/users/me/identities', {
    access: 'user',
    summary: 'The accounts at providers by which the caller enters, and providers that may be linked',
    reply: LinkedAccounts,
  }),
  start: post('/users/me/identities/:slug/start', {
    access: 'user',
    summary: 'The address at the provider whose account is to be linked',
    params: ProviderSlug,
    body: Begin,
    reply: Begun,
    missing: 'identity_provider_not_found',
    confirmed: true,
  }),
  finish: post('/users/me/identities/:slug/finish', {
    access: 'user',
    summary: 'Links the account that the provider answers with, from the sign-in that began it',
    params: ProviderSlug,
    body: ProviderAnswer,
    reply: LinkedAccounts,
    missing: 'identity_provider_not_found',
    confirmed: true,
  }),
  byPassword: post('/users/me/identities/:slug/password', {
    access: 'user',
    summary: 'Links the account of a directory, proved by its name and password there',
    params: ProviderSlug,
    body: z.object({
      username: z.string(messages.required).trim().min(1, messages.required).max(EMAIL_MAX),
      password: z.string(messages.required).min(1, messages.required).max(1_000, messages.passwordLong),
    }),
    reply: LinkedAccounts,
    missing: 'identity_provider_not_found',
    confirmed: true,
  }),
  remove: del('/users/me/identities/:slug', {
    access: 'user',
    summary: 'Unlinks an account, unless it is the only way in; ends the sign-ins that it opened elsewhere',
    params: ProviderSlug,
    reply: Nothing,
    missing: 'identity_provider_not_found',
    confirmed: true,
  }),
};
