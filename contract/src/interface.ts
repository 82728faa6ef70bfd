/** How the installation shows itself outside of conversations, its rules for checks of agents, how long it keeps conversations. */
import { z } from 'zod';
import { get, put } from './endpoint.ts';
import { DEPLOY_GATES } from './gate.ts';
import { LANGUAGES } from './language.ts';
import { KEEP_MONTHS, NIGHTLY_TOKENS_MAX, ORGANISATION_NAME_MAX } from './limits.ts';

export const KEEP_MONTHS_WRONG = `Informe de ${KEEP_MONTHS.min} a ${KEEP_MONTHS.max} meses.`;

export const InterfaceSettings = z
  .object({
    /** The language of the screens, for browsers and people that have not chosen. */
    language: z.enum(LANGUAGES),
    /** `PROSA_LANGUAGE` decides it, and it cannot be changed here. */
    language_is_fixed: z.boolean(),
    /** Everybody who has a code may check it, without an account. */
    receipts_public: z.boolean(),
    /** Stands in receipts and files; null: the host of the installation's address. */
    organisation_name: z.string().nullable(),
    /** The hour of nightly runs of checks, in the time zone of the installation. */
    nightly_hour: z.int(),
    /** Tokens that all nightly runs of one night may take together. */
    nightly_tokens: z.int(),
    /** The gate of agents that have none of their own. */
    deploy_gate: z.enum(DEPLOY_GATES),
    /** Conversations are erased after so many months without a question; null: they are kept. */
    keep_months: z.int().nullable(),
  })
  .meta({ id: 'InterfaceSettings' });
export type InterfaceSettings = z.output<typeof InterfaceSettings>;

export const interfaceApi = {
  read: get('/admin/interface', {
    access: 'admin',
    summary: 'How the installation shows itself outside of conversations',
    reply: InterfaceSettings,
  }),
  change: put('/admin/interface', {
    access: 'superadmin',
    summary: 'Changes how the installation shows itself; what is left out stays',
    body: z
      .object({
        language: z.enum(LANGUAGES, 'Escolha uma opção da lista.').optional(),
        receipts_public: z.boolean().optional(),
        organisation_name: z
          .string()
          .trim()
          .max(ORGANISATION_NAME_MAX, 'O nome deve ter no máximo 100 caracteres.')
          .transform(
            (name) =>
              name
                .toWellFormed()
                .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
                .trim() || null,
          )
          .nullable()
          .optional(),
        deploy_gate: z.enum(DEPLOY_GATES, 'Escolha uma opção da lista.').optional(),
        nightly_hour: z
          .int('Escolha uma hora de 0 a 23.')
          .min(0, 'Escolha uma hora de 0 a 23.')
          .max(23, 'Escolha uma hora de 0 a 23.')
          .optional(),
        nightly_tokens: z
          .int('Informe um número de tokens.')
          .min(0, 'Informe um número de tokens.')
          .max(NIGHTLY_TOKENS_MAX, 'Informe no máximo 1.000.000.000 de tokens.')
          .optional(),
        keep_months: z
          .int(KEEP_MONTHS_WRONG)
          .min(KEEP_MONTHS.min, KEEP_MONTHS_WRONG)
          .max(KEEP_MONTHS.max, KEEP_MONTHS_WRONG)
          .nullable()
          .optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), 'Diga o que muda.'),
    reply: InterfaceSettings,
  }),
};
