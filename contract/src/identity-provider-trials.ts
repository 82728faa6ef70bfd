/** Trials of a provider of sign-on before it is switched on: its connection, step by step, and a sign-in that opens nothing. */
import { z } from 'zod';
import { messages } from './account-fields.ts';
import { post } from './endpoint.ts';
import { EMAIL_MAX } from './limits.ts';
import { Id } from './paging.ts';
import { Begin, Begun, ProviderAnswer } from './provider-answer.ts';
import { ROLE_NAMES } from './users.ts';

/** In their order. A trial ends with the first one that fails. `reader`: the account that reads a directory. */
export const CONNECTION_STEPS = [
  'address',
  'certificate',
  'document',
  'issuer',
  'keys',
  'pkce',
  'reader',
  'base',
] as const;
export type ConnectionStepName = (typeof CONNECTION_STEPS)[number];

export const ConnectionStep = z.object({
  step: z.enum(CONNECTION_STEPS),
  passed: z.boolean(),
  /** One sentence; null where there is nothing to add. */
  sentence: z.string().nullable(),
});
export type ConnectionStep = z.infer<typeof ConnectionStep>;

export const TrialSignIn = z
  .object({
    /** The provider's word, by claim or attribute; addresses and numbers of others are masked. */
    claims: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Why the person would not come in; null where they would. */
    refusal: z.string().nullable(),
    /** The account that would be entered. */
    account: z
      .object({
        /** `made`: it would be new; `proof`: its password would be asked for, once. */
        by: z.enum(['known', 'linked', 'made', 'proof', 'waiting']),
        name: z.string(),
        email_masked: z.string(),
        group: z.string().nullable(),
        role: z.enum(ROLE_NAMES),
        /** Asked for by the provider, asked for here, or by nobody. */
        second_factor: z.enum(['provider', 'own', 'none']),
      })
      .nullable(),
  })
  .meta({ id: 'TrialSignIn' });
export type TrialSignIn = z.infer<typeof TrialSignIn>;

const shared = {
  access: 'superadmin',
  params: Id,
  missing: 'identity_provider_not_found',
  confirmed: true,
} as const;

export const identityProviderTrialsApi = {
  connection: post('/admin/identity-providers/:id/test', {
    ...shared,
    summary: 'Tries the connection to a provider of sign-on as it is saved, step by step',
    reply: z.object({ steps: z.array(ConnectionStep) }),
  }),
  start: post('/admin/identity-providers/:id/test-sign-in/start', {
    ...shared,
    summary: 'The address at the provider for a trial sign-in; the provider may be switched off still',
    body: Begin,
    reply: Begun,
  }),
  finish: post('/admin/identity-providers/:id/test-sign-in/finish', {
    ...shared,
    summary: 'What the provider said in a trial sign-in, and what it would mean; nobody is signed in',
    body: ProviderAnswer,
    reply: TrialSignIn,
  }),
  directory: post('/admin/identity-providers/:id/test-sign-in', {
    ...shared,
    summary: 'A trial sign-in with a name and a password of a directory; nobody is signed in',
    body: z.object({
      username: z
        .string(messages.required)
        .trim()
        .min(1, messages.required)
        .max(EMAIL_MAX, messages.emailInvalid),
      password: z.string(messages.required).min(1, messages.required).max(1_000, messages.passwordLong),
    }),
    reply: TrialSignIn,
  }),
};
