/** Invitations: people who are asked in by e-mail, and what they do with the letter. */
import { z } from 'zod';
import { EMAIL_PATTERN, foldEmail, Password, PersonName, Phone, TermsIds } from './account-fields.ts';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { IDENTITY_PROVIDER_KINDS } from './identity-providers.ts';
import { EMAIL_MAX, INVITATIONS_MAX, INVITATIONS_PAGE } from './limits.ts';
import { Id, Limit, NamedId, Search, Skip, Time } from './paging.ts';
import { TokenPair } from './sign-in.ts';

export const INVITATION_STATES = ['open', 'accepted', 'expired', 'withdrawn'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const Invitation = z
  .object({
    id: z.int(),
    email: z.string(),
    /** Null: the default group. */
    user_group: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** Null when the account of who invited is gone. */
    invited_by: z.string().nullable(),
    created_at: Time,
    /** Null while the letter waits for its turn. */
    sent_at: Time.nullable(),
    expires_at: Time,
    state: z.enum(INVITATION_STATES),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;

/** The outcome for a typed address. */
export const INVITATION_OUTCOMES = [
  'sent',
  'has_account',
  'already_invited',
  'domain_refused',
  'invalid',
] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];

/** Addresses as people paste them: by line, comma or semicolon, with or without a name («Ana Souza <ana@exemplo.gov.br>»). */
export const splitAddresses = (text: string): string[] =>
  text
    .split(/[\n;,]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The folded address of one entry; null where there is none. */
export function addressIn(entry: string): string | null {
  const address = foldEmail(/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry);
  return address.length <= EMAIL_MAX && EMAIL_PATTERN.test(address) ? address : null;
}

const NO_ADDRESS = 'Informe ao menos um e-mail.';
const TOO_MANY = `Convide no máximo ${INVITATIONS_MAX} pessoas de cada vez.`;

/** Its length alone is bounded: every other text is refused by the same code. */
const Token = z.string().max(200);

export const invitationsApi = {
  list: get('/invitations', {
    access: 'admin',
    summary: 'Invitations, newest first',
    query: z.object({ skip: Skip, limit: Limit(INVITATIONS_PAGE), search: Search }),
    list: Invitation,
  }),
  send: post('/invitations', {
    access: 'admin',
    summary: 'Invites people by e-mail; replies what became of each address',
    body: z.object({
      emails: z.array(z.string().max(500)).min(1, NO_ADDRESS).max(INVITATIONS_MAX, TOO_MANY),
      user_group_id: NamedId('Informe o grupo.'),
    }),
    reply: z.object({
      results: z.array(
        z.object({
          email: z.string(),
          outcome: z.enum(INVITATION_OUTCOMES),
          /** The id of the invitation that was made; null for every other outcome. */
          id: z.int().nullable(),
        }),
      ),
    }),
    status: 201,
    idempotent: true,
  }),
  resend: post('/invitations/:id/resend', {
    access: 'admin',
    summary: 'Sends a new link; the former one is void',
    params: Id,
    reply: Invitation,
    missing: 'invitation_not_found',
  }),
  link: post('/invitations/:id/link', {
    access: 'admin',
    summary: 'Makes a link to hand over where no e-mails are sent; the former one is void',
    params: Id,
    reply: z.object({
      /** Stands in no row, log or letter: this reply alone has it. */
      token: z.string(),
      expires_at: Time,
    }),
    missing: 'invitation_not_found',
  }),
  withdraw: del('/invitations/:id', {
    access: 'admin',
    summary: 'Withdraws an invitation; its link is void',
    params: Id,
    reply: Nothing,
    missing: 'invitation_not_found',
  }),
};

export const invitationEntryApi = {
  look: post('/auth/invitations/look', {
    access: 'public',
    summary: 'Says whom an invitation is for; changes nothing',
    body: z.object({ token: Token }),
    reply: z.object({
      email: z.string(),
      inviter: z.string().nullable(),
      group: z.string().nullable(),
      /** The provider by which people with the address may enter; the invitation is theirs there, too. */
      provider: z
        .object({ slug: z.string(), name: z.string(), kind: z.enum(IDENTITY_PROVIDER_KINDS) })
        .nullable(),
      /** No password opens an account with the address. */
      closed: z.boolean(),
    }),
  }),
  accept: post('/auth/invitations/accept', {
    access: 'public',
    summary: 'Makes the account of an invitation and signs it in; the link works once',
    body: z.object({
      token: Token,
      name: PersonName,
      password: Password,
      phone: Phone,
      terms_ids: TermsIds,
    }),
    reply: TokenPair,
    status: 201,
    idempotent: true,
  }),
};
