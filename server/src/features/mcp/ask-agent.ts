/** A question of a program through a tool: admitted, limited, charged and not stored, as in OpenAI's form. */
import { z } from 'zod';
import type { Source } from '#contract/citations.ts';
import type { KeyCaller } from '../../http/routes.ts';
import { askByKey } from '../chat/admission/ask-by-key.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { sourceText, sourceTitle } from '../grounding/verified-passage.ts';
import { conversationOf } from '../openai/conversation.ts';
import { stopWhenLeft, wholeOf } from '../openai/whole-answer.ts';
import { agentNamed } from './list-agents.ts';

const AGENT = 'Informe o agente: o número ou o nome dele.';

export const AgentName = z
  .union([z.number().int(AGENT).min(1, AGENT), z.string().min(1, AGENT).max(200, AGENT)], AGENT)
  .describe('O número do agente, ou o nome exato dele.');

const CitedSource = z.object({
  /** The number of the marker in the answer. */
  indice: z.int(),
  titulo: z.string(),
  pagina: z.int().nullable(),
  secao: z.string().nullable(),
  trecho: z.string(),
  url: z.string().nullable(),
  documento: z.int().nullable(),
  inicio: z.int().nullable(),
  vigencia: z.string().nullable(),
});

export const AskedAnswer = z.object({
  resposta: z.string(),
  fontes: z.array(CitedSource),
  filtros: z.array(z.object({ fonte: z.string(), campo: z.string(), valores: z.array(z.string()) })),
  verificada: z
    .object({ area: z.string(), verificada_em: z.string(), revisar_em: z.string() })
    .describe('Presente quando a resposta foi escrita por pessoas.')
    .optional(),
  incompleta: z.literal(true).describe('A resposta chegou ao tamanho máximo e foi cortada.').optional(),
  numeros_sem_fonte: z.int().describe('Quantos números do texto não vêm de fonte nenhuma.').optional(),
});

type Question = {
  agente: number | string;
  pergunta: string;
  conversa?: { pergunta: string; resposta: string }[] | undefined;
};

const form = { place: () => 'pergunta', guidance_field: 'pergunta' };

export async function askAgent(
  context: ChatContext,
  { caller, signal }: { caller: KeyCaller; signal: AbortSignal },
  { agente, pergunta, conversa = [] }: Question,
): Promise<z.output<typeof AskedAnswer>> {
  const agent_id = await agentNamed(context.db, caller, agente);
  const turns = conversa.flatMap((turn) => [
    { role: 'user' as const, content: turn.pergunta },
    { role: 'assistant' as const, content: turn.resposta },
  ]);
  const conversation = conversationOf([...turns, { role: 'user', content: pergunta }], form);
  const answer = await askByKey(context, caller, { agent_id, ...conversation, max_tokens: null });
  stopWhenLeft(answer, signal);
  const { text, tables, finish_reason, prosa } = await wholeOf(context, answer);
  const { verified, unchecked_numbers } = prosa;
  return {
    resposta: text + tables,
    fontes: prosa.sources.map(citedSource),
    filtros: prosa.filters.map(({ data_source_name, parameter, values }) => ({
      fonte: data_source_name,
      campo: parameter,
      valores: values,
    })),
    ...(verified
      ? {
          verificada: {
            area: verified.owner_label,
            verificada_em: verified.verified_on,
            revisar_em: verified.review_on,
          },
        }
      : {}),
    ...(finish_reason === 'length' ? { incompleta: true as const } : {}),
    ...(unchecked_numbers ? { numeros_sem_fonte: unchecked_numbers } : {}),
  };
}

const citedSource = (source: Source): z.output<typeof CitedSource> => ({
  indice: source.index,
  titulo: sourceTitle(source),
  pagina: source.page ?? null,
  secao: source.section ?? null,
  trecho: sourceText(source),
  url: source.url ?? null,
  documento: source.document_id ?? null,
  inicio: source.start ?? null,
  vigencia: source.validity_label ?? null,
});
