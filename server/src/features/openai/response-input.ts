/** Turns the input of OpenAI's Responses form into the messages of chat completions, and refuses what cannot be fulfilled. */
import type { ResponseRequest } from '#contract/openai-responses.ts';
import { conversationOf, type Message, refusals, refused } from './conversation.ts';

type Item = Exclude<ResponseRequest['input'], string>[number];

const sentences = {
  previous_response_id:
    'Respostas anteriores (previous_response_id) não são guardadas: envie a conversa inteira em input.',
  conversation: 'Conversas (conversation) não são guardadas: envie a conversa inteira em input.',
  prompt: 'Modelos de instruções (prompt) não são aceitos: as instruções são do agente.',
  background: 'Só é possível esperar pela resposta (background).',
  tools: 'Ferramentas (tools) não são aceitas: os agentes usam as próprias fontes.',
  text: 'Só é possível pedir texto (text.format).',
  top_logprobs: 'Probabilidades (top_logprobs) não são fornecidas.',
} as const;

const items = {
  stored: 'Itens de respostas anteriores não são guardados: envie o texto deles.',
  kind: 'Itens deste tipo não são aceitos: envie apenas mensagens.',
  role: 'Informe de quem é a mensagem (role).',
} as const;

export function requireAnswerable(request: ResponseRequest): void {
  const impossible: { [field in keyof typeof sentences]: boolean } = {
    previous_response_id: Boolean(request.previous_response_id),
    conversation: isGiven(request.conversation),
    prompt: isGiven(request.prompt),
    background: request.background === true,
    tools: Boolean(request.tools?.length),
    text: (request.text?.format?.type ?? 'text') !== 'text',
    top_logprobs: (request.top_logprobs ?? 0) !== 0,
  };
  for (const field of Object.keys(sentences) as (keyof typeof sentences)[])
    if (impossible[field]) throw refused(field, sentences[field]);
}

const isGiven = (value: unknown) => value !== null && value !== undefined;

export function conversationIn({ input, instructions: told }: ResponseRequest) {
  const guidance_field = told ? 'instructions' : 'input';
  if (typeof input === 'string')
    return conversationOf([{ role: 'user', content: input }], {
      place: () => 'input',
      guidance_field,
      told,
    });
  const place = (at: number, field: string) => `input.${at}.${field}`;
  return conversationOf(
    input.map((item, at) => messageOf(item, (field) => place(at, field))),
    { place, guidance_field, told },
  );
}

function messageOf({ type, role, content }: Item, place: (field: string) => string): Message {
  const kind = type ?? 'message';
  if (kind === 'item_reference') throw refused(place('type'), items.stored);
  if (kind.includes('call')) throw refused(place('type'), refusals.tool);
  if (kind !== 'message') throw refused(place('type'), items.kind);
  if (!role) throw refused(place('role'), items.role);
  return { role, content };
}
