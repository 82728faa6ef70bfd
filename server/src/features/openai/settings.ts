/**
 * Reads the settings of a request. Settings that would change the form of the answer and cannot be fulfilled are refused;
 * settings that would tune the model are ignored, because the agent decides them.
 */
import type { ChatRequest } from '#contract/openai.ts';
import { refused } from './conversation.ts';

const sentences = {
  n: 'Só é possível pedir uma resposta por chamada (n = 1).',
  stop: 'Sequências de parada (stop) não são aceitas.',
  logprobs: 'Probabilidades (logprobs) não são fornecidas.',
  tools: 'Ferramentas não são aceitas: os agentes usam as próprias fontes.',
  response_format: 'Só é possível pedir texto (response_format).',
  modalities: 'Só é possível pedir texto (modalities).',
} as const;

export function requirePossible(request: ChatRequest): void {
  const impossible: { [field in keyof typeof sentences]: boolean } = {
    n: (request.n ?? 1) !== 1,
    stop: Boolean(request.stop?.length),
    logprobs: request.logprobs === true,
    tools: Boolean(request.tools?.length || request.functions?.length),
    response_format: (request.response_format?.type ?? 'text') !== 'text',
    modalities: request.modalities?.some((one) => one !== 'text') ?? false,
  };
  for (const field of Object.keys(sentences) as (keyof typeof sentences)[])
    if (impossible[field]) throw refused(field, sentences[field]);
}

/** The smaller of the two names for the same thing. */
export function longestAnswer({ max_tokens, max_completion_tokens }: ChatRequest): number | null {
  const given = [max_tokens, max_completion_tokens].filter((one) => typeof one === 'number');
  return given.length ? Math.min(...given) : null;
}
