/** How a person enters and came in: sign-ins, linked accounts, invitations, codes and factors. Nothing that lets somebody in. */
import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  choose_password_tokens,
  passkeys,
  pending_registrations,
  recovery_codes,
  sign_in_attempts,
  sign_ins,
  temporary_passwords,
  totp_secrets,
  verification_codes,
} from '../../../db/tables/accounts.ts';
import { identities, identity_providers, provider_sessions } from '../../../db/tables/identity.ts';
import { user_imports } from '../../../db/tables/imports.ts';
import { invitations } from '../../../db/tables/invitations.ts';
import { scim_users } from '../../../db/tables/scim.ts';
import { terms_acceptances, terms_versions } from '../../../db/tables/terms.ts';

export function readSignIns(db: Database, user_id: number) {
  const {
    user_id: _,
    network_hash: __,
    temporary_password_hash: ___,
    ...columns
  } = getTableColumns(sign_ins);
  return db
    .select(columns)
    .from(sign_ins)
    .where(eq(sign_ins.user_id, user_id))
    .orderBy(asc(sign_ins.created_at));
}

/** Which terms the person accepted, and which notices they read. */
export function readAcceptances(db: Database, user_id: number) {
  return db
    .select({
      kind: terms_versions.kind,
      version: terms_versions.version,
      title: terms_versions.title,
      accepted_at: terms_acceptances.accepted_at,
      ip: terms_acceptances.ip,
    })
    .from(terms_acceptances)
    .innerJoin(terms_versions, eq(terms_versions.id, terms_acceptances.terms_id))
    .where(eq(terms_acceptances.user_id, user_id))
    .orderBy(asc(terms_acceptances.accepted_at));
}

/** The attributes that directories have sent. */
export function readDirectories(db: Database, user_id: number) {
  return db
    .select({
      provider: identity_providers.name,
      attributes: scim_users.attributes,
      created_at: scim_users.created_at,
      updated_at: scim_users.updated_at,
    })
    .from(scim_users)
    .innerJoin(identity_providers, eq(identity_providers.id, scim_users.provider_id))
    .where(eq(scim_users.user_id, user_id))
    .orderBy(asc(scim_users.created_at));
}

/** Accounts at providers that enter as the person; the provider's own name of the person is kept as a hash only. */
export async function readIdentities(db: Database, user_id: number) {
  const linked = await db
    .select({
      provider: identity_providers.name,
      address: identities.label,
      level: identities.level,
      linked_at: identities.created_at,
      last_vouched_at: identities.last_vouched_at,
    })
    .from(identities)
    .innerJoin(identity_providers, eq(identity_providers.id, identities.provider_id))
    .where(eq(identities.user_id, user_id))
    .orderBy(asc(identities.created_at));
  const sessions = await db
    .select({
      sign_in_id: provider_sessions.sign_in_id,
      provider: identity_providers.name,
      issued_at: provider_sessions.issued_at,
      checked_at: provider_sessions.checked_at,
    })
    .from(provider_sessions)
    .innerJoin(identity_providers, eq(identity_providers.id, provider_sessions.provider_id))
    .where(eq(provider_sessions.user_id, user_id))
    .orderBy(asc(provider_sessions.issued_at));
  return { linked, sessions };
}

/** That there is one, not what it is. */
export async function readCodes(db: Database, user_id: number) {
  const [code] = await db
    .select({
      sent_at: verification_codes.sent_at,
      expires_at: verification_codes.expires_at,
      spent_at: verification_codes.spent_at,
    })
    .from(verification_codes)
    .where(eq(verification_codes.user_id, user_id));
  const [password] = await db
    .select({ created_at: temporary_passwords.created_at, expires_at: temporary_passwords.expires_at })
    .from(temporary_passwords)
    .where(eq(temporary_passwords.user_id, user_id));
  const [choice] = await db
    .select({ expires_at: choose_password_tokens.expires_at })
    .from(choose_password_tokens)
    .where(eq(choose_password_tokens.user_id, user_id));
  const [registration] = await db
    .select({ created_at: pending_registrations.created_at })
    .from(pending_registrations)
    .where(eq(pending_registrations.user_id, user_id));
  const [app] = await db
    .select({ since: totp_secrets.confirmed_at, set_up_at: totp_secrets.pending_at })
    .from(totp_secrets)
    .where(eq(totp_secrets.user_id, user_id));
  const recovery = await db
    .select({ used_at: recovery_codes.used_at })
    .from(recovery_codes)
    .where(eq(recovery_codes.user_id, user_id));
  const second_steps = await db
    .select({ expires_at: sign_in_attempts.expires_at })
    .from(sign_in_attempts)
    .where(eq(sign_in_attempts.user_id, user_id));
  const keys = await db
    .select({ name: passkeys.name, created_at: passkeys.created_at, last_used_at: passkeys.last_used_at })
    .from(passkeys)
    .where(eq(passkeys.user_id, user_id));
  return {
    device_keys: keys,
    authenticator_app: app ?? null,
    recovery_codes: recovery,
    second_steps,
    verification_code: code ?? null,
    temporary_password: password ?? null,
    choose_password_token: choice ?? null,
    pending_registration: registration ?? null,
  };
}

/** The invitation by which the person came, and those that they sent: these without the addresses of others. */
export async function readInvitations(db: Database, user_id: number) {
  const { token_hash: _, letter_due_at: __, letter_at: ___, ...received } = getTableColumns(invitations);
  const { email: ____, accepted_user_id: _____, ...sent } = received;
  return {
    received: await db
      .select(received)
      .from(invitations)
      .where(eq(invitations.accepted_user_id, user_id))
      .orderBy(asc(invitations.id)),
    sent: await db
      .select(sent)
      .from(invitations)
      .where(eq(invitations.invited_by_user_id, user_id))
      .orderBy(asc(invitations.id)),
  };
}

/** The sheets of people that the person has sent within the last day. */
export function readImports(db: Database, user_id: number) {
  const { created_by_user_id: _, ...columns } = getTableColumns(user_imports);
  return db
    .select(columns)
    .from(user_imports)
    .where(eq(user_imports.created_by_user_id, user_id))
    .orderBy(asc(user_imports.id));
}
