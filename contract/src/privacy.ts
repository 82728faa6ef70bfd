/** A person's own data: correct it, take it along, have it erased. */
import { z } from 'zod';
import { PersonName } from './account-fields.ts';
import { del, get, patch, post } from './endpoint.ts';
import { LANGUAGES } from './language.ts';
import { PASSWORD_MAX } from './limits.ts';
import { Time } from './paging.ts';
import { User } from './users.ts';

export const privacyApi = {
  correct: patch('/users/me', {
    access: 'user',
    summary: 'Corrects the caller’s name or phone, or chooses the language of their screens',
    body: z.object({
      name: PersonName.optional(),
      /** Masked or digits; null takes it away. */
      phone: z
        .string()
        .transform((phone) => phone.replace(/\D/g, ''))
        .pipe(z.string().regex(/^(\d{10,11})?$/, 'Informe um telefone com DDD.'))
        .nullable()
        .optional()
        .transform((phone) => (phone === '' ? null : phone)),
      /** Null for that of the installation; `mixed` is for administrators. */
      language: z.enum(LANGUAGES, 'Escolha uma opção da lista.').nullable().optional(),
    }),
    reply: User,
  }),
  export: get('/users/me/export', {
    before_terms: true,
    access: 'user',
    summary: 'Everything the house keeps of the caller: JSON and pages to read, in one ZIP file',
    download: 'application/zip',
  }),
  requestDeletion: post('/users/me/deletion', {
    before_terms: true,
    access: 'user',
    summary: 'Asks for the account to be deleted in seven days',
    body: z
      .object({
        /** Not asked of a fresh sign-in: some people have no password. */
        current_password: z.string('Confirme sua senha atual.').min(1).max(PASSWORD_MAX).nullish(),
      })
      .nullish(),
    reply: z.object({ deletion_due: Time }),
  }),
  cancelDeletion: del('/users/me/deletion', {
    before_terms: true,
    access: 'user',
    summary: 'Changes one’s mind within the seven days',
    reply: z.object({ deletion_due: z.null() }),
  }),
};
