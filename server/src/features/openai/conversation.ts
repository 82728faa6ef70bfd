/**
 * Turns the messages of a program into a question with its history. System messages of a program become guidance without
 * more weight than its question, because only administrators write an agent's instructions.
 */

import { QUESTION_MAX } from '#contract/limits.ts';
import type { ChatRequest } from '#contract/openai.ts';
import { AppError } from '../../app-error.ts';
import { cleanText } from '../../text/clean-text.ts';

type Conversation = {
  guidance: string;
  history: { question: string; answer: string }[];
  question: string;
};

export type Message = ChatRequest['messages'][number];

/** The names of fields, for refusals, and guidance that stands beside the messages. */
type Form = {
  place: (at: number, field: string) => string;
  guidance_field: string;
  told?: string | null | undefined;
};

const inMessages: Form = {
  place: (at, field) => `messages.${at}.${field}`,
  guidance_field: 'messages',
};

export const refusals = {
  image: 'Imagens não são aceitas: envie apenas texto.',
  audio: 'Áudio não é aceito: envie apenas texto.',
  file: 'Arquivos não são aceitos: envie apenas texto.',
  part: 'Partes deste tipo não são aceitas: envie apenas texto.',
  tool: 'Mensagens de ferramentas não são aceitas: os agentes usam as próprias fontes.',
  last: 'A última mensagem deve ser do usuário.',
  empty: 'A pergunta não pode estar vazia.',
  long: 'A pergunta deve ter no máximo 20.000 caracteres.',
  guidanceLong: 'As mensagens de sistema devem ter, juntas, no máximo 20.000 caracteres.',
} as const;

export function conversationOf(
  messages: Message[],
  { place, guidance_field, told }: Form = inMessages,
): Conversation {
  const guidance: string[] = [clean(told ?? '')];
  const history: Conversation['history'] = [];
  let asked: string[] = [];
  messages.forEach((message, at) => {
    const text = textOf(message, (field) => place(at, field));
    if (message.role === 'system' || message.role === 'developer') guidance.push(text);
    else if (message.role === 'user') asked.push(text);
    else if (message.role === 'assistant') {
      answered(history, joined(asked), text);
      asked = [];
    } else throw refused(place(at, 'role'), refusals.tool);
  });
  const last = messages.length - 1;
  const question = joined(asked);
  if (!asked.length) throw refused(place(last, 'role'), refusals.last);
  if (!question) throw refused(place(last, 'content'), refusals.empty);
  if (question.length > QUESTION_MAX) throw refused(place(last, 'content'), refusals.long);
  const guided = joined(guidance);
  if (guided.length > QUESTION_MAX) throw refused(guidance_field, refusals.guidanceLong);
  return { guidance: guided, history, question };
}

/** Two answers in a row are joined; an answer without a question before it is dropped. */
function answered(history: Conversation['history'], question: string, answer: string): void {
  const last = history.at(-1);
  if (question) history.push({ question, answer });
  else if (last) last.answer = joined([last.answer, answer]);
}

const joined = (texts: string[]): string => texts.filter(Boolean).join('\n\n');

const TEXTS = ['text', 'input_text', 'output_text', 'refusal'];

function textOf({ content }: Message, place: (field: string) => string): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return clean(content);
  return joined(
    content.map(({ type, text, refusal }, at) => {
      if (TEXTS.includes(type)) return clean(text ?? (typeof refusal === 'string' ? refusal : ''));
      throw refused(place(`content.${at}`), refusalOf(type));
    }),
  );
}

function refusalOf(type: string): string {
  if (type.includes('image')) return refusals.image;
  if (type.includes('audio')) return refusals.audio;
  return type.includes('file') ? refusals.file : refusals.part;
}

const clean = (text: string): string => cleanText(text).normalize('NFC').trim();

export const refused = (field: string, message: string): AppError =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });
