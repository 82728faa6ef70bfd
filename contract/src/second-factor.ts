/** The second factor of an account: an authenticator app (TOTP) and recovery codes; and the roles that must have one. */
import { z } from 'zod';
import { PASSWORD_DOORS } from './domains.ts';
import { del, get, patch, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { PASSKEY_NAME_MAX, SECOND_FACTOR_GRACE_DAYS_MAX } from './limits.ts';
import { Id, Time } from './paging.ts';
import { FactorCode, PasskeyOptions, PasskeyResponse } from './sign-in.ts';
import { Role, User } from './users.ts';

/** A device key. */
export const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    created_at: Time,
    last_used_at: Time.nullable(),
    /** Kept by its maker on several devices. */
    synced: z.boolean(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

const NAME = `Dê um nome de 1 a ${PASSKEY_NAME_MAX} caracteres.`;
const PasskeyName = z
  .string(NAME)
  .trim()
  .min(1, NAME)
  .max(PASSKEY_NAME_MAX, NAME)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, NAME);

export const CONFIRM_MEANS = ['password', 'totp', 'passkey', 'sso'] as const;
export type ConfirmMeans = (typeof CONFIRM_MEANS)[number];

export const SecondFactor = z
  .object({
    totp: z.object({ since: Time }).nullable(),
    passkeys: z.array(Passkey),
    /** The address of the installation allows device keys, and so does the policy. */
    passkeys_possible: z.boolean(),
    /** Recovery codes that were not used. */
    recovery_left: z.int(),
    /** The role asks for a second factor. */
    required: z.boolean(),
    /** From when on the account is closed without one; null where the role asks for none. */
    due: Time.nullable(),
    /** A password can be typed as a proof: one that is kept here, or that of a directory. */
    has_password: z.boolean(),
    /** The proofs that `POST /auth/confirm` takes from the caller, best first; `sso`: their provider asks them anew. */
    confirm_means: z.array(z.enum(CONFIRM_MEANS)),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.output<typeof SecondFactor>;

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const GRACE = `Informe de 0 a ${SECOND_FACTOR_GRACE_DAYS_MAX} dias.`;
export const AccessPolicy = z.object({
  /** Roles whose people need a second factor. */
  second_factor_roles: z.array(Role).max(10),
  /** Device keys may be set up and may sign in alone. Those that are there stay a second step. */
  passkeys: z.boolean(),
  /** Absent in a change: as it is. */
  password_door: z.enum(PASSWORD_DOORS).optional(),
  /** Days that a person has from when the rule first applies to them. */
  grace_days: z.number(GRACE).int(GRACE).min(0, GRACE).max(SECOND_FACTOR_GRACE_DAYS_MAX, GRACE),
});
export type AccessPolicy = z.output<typeof AccessPolicy>;

const AccessPolicyState = AccessPolicy.extend({
  password_door: z.enum(PASSWORD_DOORS),
  updated_at: Time.nullable(),
  /** How many active people of each role have a second factor. */
  people: z.array(z.object({ role: Role, total: z.int(), with_factor: z.int() })),
}).meta({ id: 'AccessPolicy' });
export type AccessPolicyState = z.output<typeof AccessPolicyState>;

export const secondFactorApi = {
  show: get('/users/me/second-factor', {
    access: 'user',
    summary: 'The second factor of the caller',
    reply: SecondFactor,
    before_second_factor: true,
  }),
  beginTotp: post('/users/me/second-factor/totp', {
    access: 'user',
    summary:
      'Makes the secret of an authenticator app; it counts once a code of it was typed, within fifteen minutes',
    reply: z.object({
      /** Base32. */
      secret: z.string(),
      /** `otpauth://` address, for the QR code. */
      uri: z.string(),
    }),
    confirmed: true,
    before_second_factor: true,
  }),
  confirmTotp: post('/users/me/second-factor/totp/confirm', {
    access: 'user',
    summary: 'Switches the app on; the recovery codes are shown here only',
    body: z.object({ code: FactorCode }),
    reply: RecoveryCodes,
    confirmed: true,
    before_second_factor: true,
  }),
  removeTotp: del('/users/me/second-factor/totp', {
    access: 'user',
    summary: 'Takes the app away, and with the last factor the recovery codes',
    reply: Nothing,
    confirmed: true,
    before_second_factor: true,
  }),
  passkeyOptions: post('/users/me/second-factor/passkeys/options', {
    access: 'user',
    summary: 'Asks the browser to make a device key',
    reply: PasskeyOptions,
    confirmed: true,
    before_second_factor: true,
  }),
  addPasskey: post('/users/me/second-factor/passkeys', {
    access: 'user',
    summary: 'Keeps a device key; with the first factor come the recovery codes, which are shown here only',
    body: z.object({ name: PasskeyName, response: PasskeyResponse }),
    reply: z.object({ passkey: Passkey, recovery_codes: z.array(z.string()).nullable() }),
    status: 201,
    confirmed: true,
    before_second_factor: true,
  }),
  renamePasskey: patch('/users/me/second-factor/passkeys/:id', {
    access: 'user',
    summary: 'Gives a device key another name',
    params: Id,
    body: z.object({ name: PasskeyName }),
    reply: Passkey,
    missing: 'passkey_not_found',
    confirmed: true,
    before_second_factor: true,
  }),
  removePasskey: del('/users/me/second-factor/passkeys/:id', {
    access: 'user',
    summary: 'Takes a device key away, and with the last factor the recovery codes',
    params: Id,
    reply: Nothing,
    missing: 'passkey_not_found',
    confirmed: true,
    before_second_factor: true,
  }),
  renewRecoveryCodes: post('/users/me/second-factor/recovery-codes', {
    access: 'user',
    summary: 'Ten new recovery codes; the old ones end',
    reply: RecoveryCodes,
    confirmed: true,
  }),
  reset: post('/users/:id/second-factor/reset', {
    access: 'superadmin',
    summary: 'Takes every second factor of somebody away and ends their sign-ins',
    params: Id,
    reply: User,
    missing: 'user_not_found',
    confirmed: true,
  }),
  policy: get('/admin/access-policy', {
    access: 'superadmin',
    summary: 'Which roles need a second factor, and how many people have one',
    reply: AccessPolicyState,
  }),
  setPolicy: put('/admin/access-policy', {
    access: 'superadmin',
    summary: 'Changes which roles need a second factor',
    body: AccessPolicy.extend({ updated_at: Time.nullable() }),
    reply: AccessPolicyState,
    confirmed: true,
  }),
};
