/** The rule of the installation on personal data, and what it found. */
import { z } from 'zod';
import { get, post, put } from './endpoint.ts';
import { QUESTION_MAX } from './limits.ts';
import { PERSONAL_DATA_KINDS, PERSONAL_DATA_MODES, PersonalDataCounts } from './personal-data.ts';

export const GuardSettings = z
  .object({
    mode: z.enum(PERSONAL_DATA_MODES),
    kinds: z.array(z.enum(PERSONAL_DATA_KINDS)),
    /** A new agent is made with the residency `local`. */
    new_agents_local: z.boolean(),
    /** Rises with every change. */
    version: z.int(),
  })
  .meta({ id: 'GuardSettings' });
export type GuardSettings = z.output<typeof GuardSettings>;

const Kinds = z
  .array(z.enum(PERSONAL_DATA_KINDS, 'Escolha tipos de dado da lista.'), 'Escolha tipos de dado da lista.')
  .min(1, 'Escolha ao menos um tipo de dado.')
  .transform((kinds) => PERSONAL_DATA_KINDS.filter((kind) => kinds.includes(kind)));

/** The last 30 days: how many of a kind an agent's texts held, by what was done. Never a value. */
export const GuardFigure = z
  .object({
    agent_id: z.int(),
    /** Null when the agent is gone. */
    agent_name: z.string().nullable(),
    kind: z.enum(PERSONAL_DATA_KINDS),
    masked: z.int(),
    blocked: z.int(),
    warned: z.int(),
  })
  .meta({ id: 'GuardFigure' });
export type GuardFigure = z.output<typeof GuardFigure>;

export const guardApi = {
  /** For administrators too: they choose between it and a rule of the agent's own. */
  settings: get('/guard', {
    access: 'admin',
    summary: 'The rule of the installation on personal data',
    reply: GuardSettings,
  }),
  update: put('/guard', {
    access: 'superadmin',
    summary: 'Changes the rule of the installation on personal data',
    body: z.object({
      mode: z.enum(PERSONAL_DATA_MODES, 'Escolha uma regra da lista.'),
      kinds: Kinds,
      new_agents_local: z.boolean('Informe se agentes novos não saem da casa.'),
      version: z.number('Informe a versão que você leu.').int('Informe a versão que você leu.'),
    }),
    reply: GuardSettings,
  }),
  preview: post('/guard/preview', {
    access: 'superadmin',
    summary: 'Shows a text with marks in the place of personal data; nothing of it is stored',
    body: z.object({
      text: z.string('Digite um texto.').max(QUESTION_MAX, 'O texto deve ter no máximo 20.000 caracteres.'),
      kinds: Kinds.optional(),
    }),
    reply: z.object({ text: z.string(), counts: PersonalDataCounts }),
  }),
  stats: get('/admin/stats/guard', {
    access: 'admin',
    summary: 'Personal data found in the last 30 days, by agent and kind',
    reply: z.array(GuardFigure),
  }),
};
