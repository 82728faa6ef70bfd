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

type Message = ChatRequest['messages'][number];

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

export function conversationOf(messages: Message[]): Conversation {
  const guidance: string[] = [];
  const history: Conversation['history'] = [];
  let asked: string[] = [];
  messages.forEach((message, at) => {
    const text = textOf(message, at);
    if (message.role === 'system' || message.role === 'developer') guidance.push(text);
    else if (message.role === 'user') asked.push(text);
    else if (message.role === 'assistant') {
      answered(history, joined(asked), text);
      asked = [];
    } else throw refused(`messages.${at}.role`, refusals.tool);
  });
  const field = `messages.${messages.length - 1}`;
  const question = joined(asked);
  if (!asked.length) throw refused(`${field}.role`, refusals.last);
  if (!question) throw refused(`${field}.content`, refusals.empty);
  if (question.length > QUESTION_MAX) throw refused(`${field}.content`, refusals.long);
  const told = joined(guidance);
  if (told.length > QUESTION_MAX) throw refused('messages', refusals.guidanceLong);
  return { guidance: told, history, question };
}

/** Two answers in a row are joined; an answer without a question before it is dropped. */
function answered(history: Conversation['history'], question: string, answer: string): void {
  const last = history.at(-1);
  if (question) history.push({ question, answer });
  else if (last) last.answer = joined([last.answer, answer]);
}

const joined = (texts: string[]): string => texts.filter(Boolean).join('\n\n');

function textOf({ content }: Message, at: number): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return clean(content);
  return joined(
    content.map(({ type, text }, place) => {
      if (type === 'text' || type === 'input_text' || type === 'refusal') return clean(text ?? '');
      throw refused(`messages.${at}.content.${place}`, refusalOf(type));
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
