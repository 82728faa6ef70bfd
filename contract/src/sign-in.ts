/** Sign-ins: what opens one, its second step, and the browsers that are signed in. */
import { z } from 'zod';
import { Time } from './paging.ts';

export const TokenPair = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
    /** Seconds until the access token ends. */
    expires_in: z.int(),
  })
  .meta({ id: 'TokenPair' });
export type TokenPair = z.infer<typeof TokenPair>;

/** Ways to finish the second step of a sign-in. */
export const SECOND_STEP_METHODS = ['passkey', 'totp', 'recovery'] as const;
export const SecondStepMethod = z.enum(SECOND_STEP_METHODS);
export type SecondStepMethod = z.infer<typeof SecondStepMethod>;

/** The right password of an account with a second factor opens this, and no more. */
export const SecondStep = z
  .object({
    second_step: z.object({
      /** For `POST /auth/second-step`. */
      token: z.string(),
      methods: z.array(SecondStepMethod),
      /** Seconds until the token ends. */
      expires_in: z.int(),
    }),
  })
  .meta({ id: 'SecondStep' });
export type SecondStep = z.infer<typeof SecondStep>;

/** There is an account with the address; its owner proves it once. */
export const LinkProof = z
  .object({ link: z.object({ token: z.string(), email_masked: z.string() }) })
  .meta({ id: 'LinkProof' });
export type LinkProof = z.infer<typeof LinkProof>;

/** The account was made, and waits for an administrator. */
export const Waiting = z.object({ waiting: z.literal(true) }).meta({ id: 'WaitingForApproval' });
export type Waiting = z.infer<typeof Waiting>;

export const SignOnReply = z.union([TokenPair, SecondStep, LinkProof, Waiting]);
export type SignOnReply = z.infer<typeof SignOnReply>;

/** Options and answers of the browser's `navigator.credentials` as JSON, in the form of WebAuthn. */
export const PasskeyOptions = z.record(z.string(), z.unknown());
export const PasskeyResponse = z
  .record(z.string(), z.unknown())
  .refine((response) => JSON.stringify(response).length <= 16_384, 'A resposta é longa demais.');

const CODE_MISSING = 'Informe o código.';
const CODE_LONG = 'O código é longo demais.';
/** Six digits of the app, or a recovery code; blanks and hyphens do not count. */
export const FactorCode = z.string(CODE_MISSING).trim().min(1, CODE_MISSING).max(40, CODE_LONG);

/** The address is verified, and the password of the registration is void: a new one is chosen at once. */
export const MustChoosePassword = z
  .object({
    must_choose_password: z.literal(true),
    /** For `POST /auth/choose-password`; usable once. */
    token: z.string(),
    /** Seconds until the token ends. */
    expires_in: z.int(),
  })
  .meta({ id: 'MustChoosePassword' });
export type MustChoosePassword = z.infer<typeof MustChoosePassword>;

/** Ways in which a sign-in was opened. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'oidc', 'ldap'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** A browser that is signed in. */
export const SignIn = z
  .object({
    id: z.string(),
    /** The `User-Agent` header; null when the browser sends none. */
    user_agent: z.string().nullable(),
    method: z.enum(SIGN_IN_METHODS),
    /** The name of the provider that opened it; null for the other methods. */
    provider: z.string().nullable(),
    created_at: Time,
    last_seen_at: Time,
    /** The one that asks. */
    is_current: z.boolean(),
  })
  .meta({ id: 'SignIn' });
export type SignIn = z.output<typeof SignIn>;
