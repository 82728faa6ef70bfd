/**
 * Sentences of replies in English, for the screens that are. The header is sent by our own web app alone: programs go
 * on reading Portuguese.
 */
import type { FastifyRequest } from 'fastify';
import { inEnglish, problemInEnglish, saidInEnglish } from '#contract/english.ts';
import { LANGUAGE_HEADER } from '#contract/language.ts';
import type { AppError, FieldError } from '../../app-error.ts';
import { refusalsEn } from './refusals-en.ts';

export const isEnglish = (request: FastifyRequest): boolean =>
  request.headers[LANGUAGE_HEADER.toLowerCase()] === 'en';

type Said = { detail: string; errors?: FieldError[] | undefined };

/** The sentences of a refusal. */
export function saidTo(request: FastifyRequest, { code, detail, details }: AppError): Said {
  const { errors } = details;
  if (!isEnglish(request)) return { detail, errors };
  return {
    detail: problemInEnglish(code, detail, refusalsEn),
    errors: errors?.map(({ field, message }) => ({ field, message: inEnglish(message, refusalsEn) })),
  };
}

/** A failure within a reply or an event stands in the field `error`, also in the items of a list. */
export function withEnglishErrors<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withEnglishErrors) as T;
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  const { error } = value as { error?: unknown };
  return typeof error === 'string' ? { ...value, error: saidInEnglish(error) } : value;
}

/** The message of a reply, and the failures in its data. */
export function englishEnvelope(envelope: { data?: unknown; message?: string }): object {
  const { data, message } = envelope;
  return {
    ...envelope,
    ...(data === undefined ? {} : { data: withEnglishErrors(data) }),
    ...(message ? { message: inEnglish(message) } : {}),
  };
}
