/** Accounts: registration, verification, sign-in, recovery. */
import { z } from 'zod';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { ACCESS_KEYS_MAX, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { Time } from './paging.ts';
import { Begin, Begun, ProviderAnswer, ProviderSlug } from './provider-answer.ts';

export const messages = {
  emailInvalid: 'Por favor, insira um e-mail válido.',
  passwordShort: 'A senha deve ter no mínimo 8 caracteres.',
  newPasswordShort: 'A nova senha deve ter pelo menos 8 caracteres.',
  passwordLong: 'A senha deve ter no máximo 128 caracteres.',
  passwordControl: 'A senha não pode ter caracteres de controle.',
  phoneInvalid: 'Informe um telefone com DDD, com 10 ou 11 dígitos.',
  nameMissing: 'Informe seu nome.',
  nameLong: 'O nome deve ter no máximo 200 caracteres.',
  /** As for `invalid_code`. The catalogue itself stays out of what the sign-in downloads. */
  codeWrong: 'Código inválido ou expirado.',
  codeMissing: 'Informe o código.',
  required: 'Campo obrigatório.',
} as const;

/** Deliberately simple; the verification code is the real check. Characters that nobody sees are refused. */
export const EMAIL_PATTERN =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@.<>"(),:;\\[\]]+(\.[^\s\p{C}@.<>"(),:;\\[\]]+)+$/u;

/** The one form in which addresses are stored and compared: full-width and other compatible characters are plain ones. */
export const foldEmail = (typed: string) => typed.normalize('NFKC').trim().toLowerCase().normalize('NFC');

/** Far above every limit: what is longer is not even measured. `meta` tells the OpenAPI page the real ones. */
const BOUND = 2_000;

export const Email = z
  .string(messages.emailInvalid)
  .max(BOUND, { error: messages.emailInvalid, abort: true })
  .meta({ format: 'email', maxLength: EMAIL_MAX })
  .transform(foldEmail)
  .pipe(z.string().max(EMAIL_MAX, messages.emailInvalid).regex(EMAIL_PATTERN, messages.emailInvalid));

/** Characters, not bytes or UTF-16 units; an accent that was typed apart belongs to its letter. */
export const passwordLength = (password: string) => Array.from(password.normalize('NFC')).length;

/** A control character comes with a paste and can hardly be typed again. */
export const CONTROL = /\p{Cc}/u;

/** Never trimmed: a space is a character like any other. */
export const Password = z
  .string(messages.passwordShort)
  .max(BOUND, { error: messages.passwordLong, abort: true })
  .refine((password) => passwordLength(password) >= PASSWORD_MIN, messages.passwordShort)
  .refine((password) => passwordLength(password) <= PASSWORD_MAX, messages.passwordLong)
  .refine((password) => !CONTROL.test(password), messages.passwordControl)
  .meta({ format: 'password', minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

/** Characters that a name may not contain: control characters, bidirectional marks, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

export const PersonName = z
  .string(messages.nameMissing)
  .max(BOUND, { error: messages.nameLong, abort: true })
  .meta({ minLength: 1, maxLength: NAME_MAX })
  .transform((name) => name.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .regex(/[\p{L}\p{N}]/u, messages.nameMissing)
      .max(NAME_MAX, messages.nameLong),
  );

/** Stored as digits only; the mask is the screen's affair. Blank means none. */
export const Phone = z
  .string(messages.phoneInvalid)
  .regex(/^[\d\s().+-]{0,40}$/, messages.phoneInvalid)
  .nullish()
  .transform((phone) => phone?.replace(/\D/g, '') || null)
  .refine((digits) => digits === null || digits.length === 10 || digits.length === 11, messages.phoneInvalid);

const NewPasswordText = z.string(messages.newPasswordShort).max(BOUND, messages.passwordLong).optional();

/** An address in the query string, as the seed has it, or in a JSON body, which no log keeps. */
const AddressInQuery = z.object({ email: Email.optional() });
const AddressInBody = z.object({ email: Email.optional() }).nullish();

export const TokenPair = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
    /** Seconds until the access token ends. */
    expires_in: z.number().int(),
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
      expires_in: z.number().int(),
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
    expires_in: z.number().int(),
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

export const authApi = {
  login: post('/auth/login', {
    access: 'public',
    summary:
      'Signs in with e-mail and password (or a temporary password, or the name and password of a directory); with a second factor, opens its second step',
    form: z.object({
      username: z
        .string(messages.required)
        .trim()
        .min(1, messages.required)
        .max(EMAIL_MAX, messages.emailInvalid),
      password: z.string(messages.required).min(1, messages.required).max(1_000, messages.passwordLong),
    }),
    reply: SignOnReply,
  }),
  secondStep: post('/auth/second-step', {
    access: 'public',
    summary: 'Ends a sign-in with the second factor',
    body: z.union([
      z.object({ token: z.string().max(100), method: z.enum(['totp', 'recovery']), code: FactorCode }),
      z.object({ token: z.string().max(100), method: z.literal('passkey'), response: PasskeyResponse }),
    ]),
    reply: TokenPair,
  }),
  secondStepOptions: post('/auth/second-step/options', {
    access: 'public',
    summary: 'Asks the browser for a device key of the person whose second step it is',
    body: z.object({ token: z.string().max(100) }),
    reply: PasskeyOptions,
  }),
  passkeyOptions: post('/auth/passkey/options', {
    access: 'public',
    summary: 'Asks the browser for a device key of anybody; writes nothing',
    reply: PasskeyOptions,
  }),
  passkey: post('/auth/passkey', {
    access: 'public',
    summary: 'Signs in with a device key alone: it is both factors',
    body: z.object({ response: PasskeyResponse }),
    reply: TokenPair,
  }),
  register: post('/auth/register', {
    access: 'public',
    summary: 'Creates an account and mails its verification code',
    body: z.object({
      email: Email,
      name: PersonName,
      password: Password,
      phone: Phone,
    }),
    reply: z.object({
      id: z.number().int(),
      email: z.string(),
      name: z.string(),
      is_verified: z.boolean(),
      /** To be sent as `proof` with the code: shows that both come from the same person. */
      registration_proof: z.string(),
    }),
    status: 201,
    message: 'Cadastro realizado! Enviamos um código de verificação para o seu e-mail.',
    idempotent: true,
  }),
  verifyEmail: post('/auth/verify-email', {
    access: 'public',
    summary: 'Confirms an e-mail address with the code that was mailed to it',
    body: z.object({
      email: Email,
      code: z.string(messages.codeMissing).trim().min(1, messages.codeMissing).max(20, messages.codeWrong),
      /** The `registration_proof` of the registration; without it the network that registered counts. */
      proof: z.string().max(200).nullish(),
    }),
    reply: MustChoosePassword.nullable(),
    message: 'E-mail verificado com sucesso!',
  }),
  choosePassword: post('/auth/choose-password', {
    access: 'public',
    summary: 'Sets the first password of an account whose registration came from somebody else',
    body: z.object({ token: z.string().max(200), password: Password }),
    reply: Nothing,
    message: 'Senha criada com sucesso!',
  }),
  resendVerification: post('/auth/resend-verification', {
    access: 'public',
    summary: 'Mails a new verification code, if a registration is pending',
    query: AddressInQuery,
    body: AddressInBody,
    reply: Nothing,
    message: 'Se houver um cadastro pendente, um novo código foi enviado.',
  }),
  requestReset: post('/auth/request-reset', {
    access: 'public',
    summary: 'Mails a temporary password, if the address is registered',
    query: AddressInQuery,
    body: AddressInBody,
    reply: Nothing,
    message: 'Se o e-mail estiver cadastrado, você receberá uma senha temporária.',
  }),
  resetPassword: post('/auth/reset-password', {
    access: 'user',
    summary: 'Sets the password of the signed-in user; query string or JSON body',
    query: z.object({ new_password: NewPasswordText }),
    body: z
      .object({
        new_password: NewPasswordText,
        current_password: z.string(messages.required).max(1_000, messages.passwordLong).nullish(),
        /** After a sign-in with a temporary password: access keys that go on working; all others are revoked. */
        keep_access_key_ids: z.array(z.number().int()).max(ACCESS_KEYS_MAX).optional(),
      })
      .nullish(),
    reply: Nothing,
    message: 'Senha atualizada com sucesso',
    with_temporary_password: true,
  }),
  refresh: post('/auth/refresh', {
    access: 'public',
    summary: 'Exchanges a refresh token for a new pair',
    body: z.object({
      refresh_token: z.string('Token de atualização inválido').min(1, 'Token de atualização inválido'),
    }),
    reply: TokenPair,
  }),
  logout: post('/auth/logout', {
    access: 'user',
    summary:
      'Ends the session that the refresh token belongs to; says where the session of its provider is ended, where that is wanted',
    body: z.object({ refresh_token: z.string().max(200).nullish() }).nullish(),
    reply: z.object({ end_session_url: z.string() }).nullable(),
    with_temporary_password: true,
    before_second_factor: true,
  }),
  confirm: post('/auth/confirm', {
    access: 'user',
    summary:
      'Confirms the sign-in, for calls that ask for a fresh one: with the password (of a directory, too), a code of the app, a device key, or the answer of a provider',
    body: z.union([
      z.object({
        password: z.string(messages.required).min(1, messages.required).max(1_000, messages.passwordLong),
      }),
      z.object({ code: FactorCode }),
      z.object({ response: PasskeyResponse }),
      ProviderSlug.extend(ProviderAnswer.shape),
    ]),
    reply: Nothing,
    before_second_factor: true,
  }),
  confirmStart: post('/auth/confirm/start', {
    access: 'user',
    summary:
      'Begins to confirm the sign-in: asks the browser for a device key of the caller, or gives the address at their provider',
    body: z
      .discriminatedUnion('means', [
        z.object({ means: z.literal('passkey') }),
        Begin.extend({ means: z.literal('sso') }),
      ])
      .nullish(),
    reply: z.union([Begun, PasskeyOptions]),
    before_second_factor: true,
  }),
  signIns: get('/auth/sign-ins', {
    access: 'user',
    summary: 'Where the caller is signed in, last seen first',
    reply: z.array(SignIn),
  }),
  endSignIn: del('/auth/sign-ins/:id', {
    access: 'user',
    summary: 'Signs one browser of the caller out',
    params: z.object({ id: z.uuid() }),
    reply: Nothing,
    missing: 'sign_in_not_found',
  }),
  endAllSignIns: post('/auth/logout-everywhere', {
    access: 'user',
    summary: 'Signs the caller out of every browser, this one included',
    reply: Nothing,
    message: 'Você saiu de todos os dispositivos.',
  }),
};
