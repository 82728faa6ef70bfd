/** The tools: none writes, and each returns its data as they are and as text. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { QUESTION_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { reasonOf } from '../../db/client.ts';
import type { KeyCaller } from '../../http/routes.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { AgentName, AskedAnswer, askAgent } from './ask-agent.ts';
import { ListedAgents, listAgents } from './list-agents.ts';
import { OpenedSource, openSource } from './open-source.ts';

export type Asked = { caller: KeyCaller; signal: AbortSignal };

type Tool = {
  title: string;
  description: string;
  input: z.ZodType;
  output: z.ZodType;
  run: (context: ChatContext, asked: Asked, input: unknown) => Promise<object>;
};

/** Ties the arguments of a tool to its schema. */
const tool = <I extends z.ZodType, O extends z.ZodType<object>>(definition: {
  title: string;
  description: string;
  input: I;
  output: O;
  run: (context: ChatContext, asked: Asked, input: z.output<I>) => Promise<z.output<O>>;
}): Tool => definition as unknown as Tool;

const text = (what: string, max: number) =>
  z
    .string(`Informe ${what}: um texto.`)
    .max(max, `Em ${what}, envie no máximo ${max.toLocaleString('pt-BR')} caracteres.`);

/** Earlier turns that are read. */
const TURNS_MAX = 10;
const LARGEST_ID = 2_147_483_647;

const DOCUMENT = 'Informe o documento: o número que a fonte traz em “documento”.';
const START = 'Informe o início: o número que a fonte traz em “inicio”.';

const tools: Record<string, Tool> = {
  listar_agentes: tool({
    title: 'Listar agentes',
    description: 'Lista os agentes que esta chave pode consultar, com o que fazem e perguntas de exemplo.',
    input: z.object({}),
    output: ListedAgents,
    run: ({ db }, { caller }) => listAgents(db, caller),
  }),
  perguntar: tool({
    title: 'Perguntar a um agente',
    description:
      'Faz uma pergunta a um agente, que responde a partir das fontes dele. A resposta cita as fontes por número, como [1].',
    input: z.object({
      agente: AgentName,
      pergunta: text('a pergunta', QUESTION_MAX),
      conversa: z
        .array(
          z.object(
            { pergunta: text('a pergunta', QUESTION_MAX), resposta: text('a resposta', 100_000) },
            'Cada item da conversa tem pergunta e resposta.',
          ),
          'Na conversa, envie uma lista de perguntas e respostas.',
        )
        .max(TURNS_MAX, `Na conversa, envie no máximo ${TURNS_MAX} perguntas e respostas.`)
        .describe('As perguntas e respostas anteriores, da mais antiga à mais nova.')
        .optional(),
    }),
    output: AskedAnswer,
    run: (context, asked, input) => askAgent(context, asked, input),
  }),
  abrir_fonte: tool({
    title: 'Abrir uma fonte',
    description:
      'Mostra o texto de um documento ao redor de um trecho citado: até 1.500 caracteres antes e depois.',
    input: z.object({
      agente: AgentName,
      documento: z.number(DOCUMENT).int(DOCUMENT).min(1, DOCUMENT).max(LARGEST_ID, DOCUMENT),
      inicio: z.number(START).int(START).min(0, START).max(LARGEST_ID, START),
    }),
    output: OpenedSource,
    run: (context, { caller }, input) => openSource(context, caller, input),
  }),
};

export const listedTools = Object.entries(tools).map(([name, { title, description, input, output }]) => ({
  name,
  title,
  description,
  inputSchema: jsonSchemaOf(input, 'input'),
  outputSchema: jsonSchemaOf(output, 'output'),
  annotations: { title, readOnlyHint: true, openWorldHint: false },
}));

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io });
  return { ...plain, type: 'object' } as ListedTool['inputSchema'];
}

type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** Null for a tool that does not exist. An expected failure is a result too, so that a model reads its sentence. */
export async function callTool(
  context: ChatContext,
  asked: Asked,
  name: string,
  given: unknown,
): Promise<ToolResult | null> {
  const found = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!found) return null;
  const input = found.input.safeParse(given ?? {});
  if (!input.success) return failed(input.error.issues[0]?.message ?? new AppError('validation').detail);
  try {
    const value = await found.run(context, asked, input.data);
    return {
      content: [textContent(JSON.stringify(value))],
      structuredContent: value as Record<string, unknown>,
    };
  } catch (error) {
    return failedBy(context, error);
  }
}

function failedBy({ log }: Pick<ChatContext, 'log'>, error: unknown): ToolResult {
  if (!(error instanceof AppError)) {
    log.error({ err: { message: reasonOf(error).slice(0, 500) } }, 'a tool failed');
    return failed(new AppError('internal').detail);
  }
  return failed(error.detail, partialOf(error));
}

/** The beginning of an answer that broke off was charged, so it is given. */
function partialOf({ details }: AppError): string | undefined {
  const { prosa } = (details.extra ?? {}) as { prosa?: { partial?: string } };
  return prosa?.partial;
}

const failed = (sentence: string, partial?: string): ToolResult => ({
  content: [textContent(sentence), ...(partial ? [textContent(`Começo da resposta: ${partial}`)] : [])],
  isError: true,
});

const textContent = (words: string) => ({ type: 'text' as const, text: words });
