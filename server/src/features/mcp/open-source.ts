/** The text around a cited passage, in a document of a base that the agent reads now. */
import { z } from 'zod';
import { validityWords } from '#contract/validity-state.ts';
import { AppError } from '../../app-error.ts';
import type { KeyCaller } from '../../http/routes.ts';
import { today } from '../../language/values/calendar.ts';
import { excerptAround } from '../chat/read/source-excerpt.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { findReadDocument } from '../grounding/store.ts';
import { validityOfTexts } from '../knowledge/validity/validity-of-texts.ts';
import { agentNamed } from './list-agents.ts';

export const OpenedSource = z.object({
  titulo: z.string(),
  texto: z.string(),
  /** The place of `texto` in the document, in UTF-16 code units. */
  inicio: z.int(),
  fim: z.int(),
  tamanho: z.int(),
  vigencia: z.string().nullable(),
});

type Place = { agente: number | string; documento: number; inicio: number };

const UNREAD = 'Este documento não existe ou este agente não o lê.';

export async function openSource(
  { db, clock }: Pick<ChatContext, 'db' | 'clock'>,
  caller: KeyCaller,
  { agente, documento, inicio }: Place,
): Promise<z.output<typeof OpenedSource>> {
  const agent_id = await agentNamed(db, caller, agente);
  const document = await findReadDocument(db, agent_id, documento);
  if (!document) throw new AppError('document_not_found', { detail: UNREAD });
  const { knowledge_base_id, title, text } = document;
  if (inicio > text.length)
    throw new AppError('validation', {
      detail: `Este documento tem ${text.length.toLocaleString('pt-BR')} caracteres: informe um início menor.`,
    });
  const excerpt = excerptAround(text, { start: inicio, end: inicio });
  const first = inicio - excerpt.start;
  const day = today(clock.now());
  const cited = { knowledge_base_id, document_id: documento, start: inicio, end: inicio + 1 };
  const [dated] = await validityOfTexts(db, [cited], { first: day, last: day });
  return {
    titulo: title,
    texto: excerpt.text,
    inicio: first,
    fim: first + excerpt.text.length,
    tamanho: text.length,
    vigencia: dated && dated.validity.state !== 'unknown' ? validityWords(dated.validity) : null,
  };
}
