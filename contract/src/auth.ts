/** Accounts: registration, verification, sign-in, recovery. */
import { z } from 'zod';
import { BOUND, Email, messages, Password, PersonName, Phone, TermsIds } from './account-fields.ts';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { ACCESS_KEYS_MAX, EMAIL_MAX } from './limits.ts';
import { Begin, Begun, ProviderAnswer, ProviderSlug } from './provider-answer.ts';
import {
  FactorCode,
  MustChoosePassword,
  PasskeyOptions,
  PasskeyResponse,
  SignIn,
  SignOnReply,
  TokenPair,
} from './sign-in.ts';

const NewPasswordText = z.string(messages.newPasswordShort).max(BOUND, messages.passwordLong).optional();

/** An address in the query string, as the seed has it, or in a JSON body, which no log keeps. */
const AddressInQuery = z.object({ email: Email.optional() });
const AddressInBody = z.object({ email: Email.optional() }).nullish();

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
      terms_ids: TermsIds,
    }),
    reply: z.object({
      id: z.int(),
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
        keep_access_key_ids: z.array(z.int()).max(ACCESS_KEYS_MAX).optional(),
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
