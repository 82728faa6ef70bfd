/** Example questions of an agent (openers) and a note on its scope, both written by administrators. */
import { z } from 'zod';
import { post } from './endpoint.ts';
import { OPENER_MAX, OPENERS_MAX, SCOPE_NOTE_MAX } from './limits.ts';
import { Id } from './paging.ts';

/** Whether conversations with an agent may be temporary: gone a day after their last message. */
export const TEMPORARY_MODES = ['allowed', 'always', 'never'] as const;
export type TemporaryMode = (typeof TEMPORARY_MODES)[number];

/** How questions that may be asked next are made: not at all, from the headings of cited documents, or by a model. */
export const SUGGESTION_MODES = ['off', 'sources', 'model'] as const;
export type SuggestionMode = (typeof SUGGESTION_MODES)[number];

/** Control characters, and those that turn the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** One line of plain text. */
const oneLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const Opener = z
  .string('Escreva a pergunta.')
  .overwrite(oneLine)
  .min(1, 'Escreva a pergunta ou apague a linha.')
  .max(OPENER_MAX, `Uma pergunta de exemplo tem no máximo ${OPENER_MAX} caracteres.`);

export const Openers = z
  .array(Opener)
  .max(OPENERS_MAX, `Escreva no máximo ${OPENERS_MAX} perguntas de exemplo.`)
  .refine((openers) => new Set(openers.map(folded)).size === openers.length, 'Esta pergunta está repetida.');

export const ScopeNote = z
  .string()
  .overwrite(oneLine)
  .max(SCOPE_NOTE_MAX, `O texto tem no máximo ${SCOPE_NOTE_MAX} caracteres.`)
  .transform((text) => text || null)
  .nullable();

/** A question that the agent finds something for, and the document or data source that it was read from. */
export const ProposedOpener = z.object({ text: z.string(), from: z.string() }).meta({ id: 'ProposedOpener' });
export type ProposedOpener = z.output<typeof ProposedOpener>;

export const openersApi = {
  propose: post('/agents/:id/openers/propose', {
    access: 'admin',
    summary: 'Example questions made of what the agent reads; only such for which it finds something',
    params: Id,
    reply: z.array(ProposedOpener),
    missing: 'agent_not_found',
  }),
};
