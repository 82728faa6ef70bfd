/** Fields of an account as people type them (address, password, name, telephone), and the sentences that refuse them. */
import { z } from 'zod';
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { IdNumber } from './paging.ts';

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
export const BOUND = 2_000;

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

/** Texts that were read and accepted in the same form; without them they stand before everything at the first entry. */
export const TermsIds = z.array(IdNumber).max(10).optional();
