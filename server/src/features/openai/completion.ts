/** An answer in the form of chat completions: whole, or piece by piece. */
import {
  type ChatCompletion,
  type ChatCompletionChunk,
  modelOfAgent,
  type OpenaiError,
} from '#contract/openai.ts';
import { AppError } from '../../app-error.ts';
import { openaiFailure } from '../../http/errors/openai-error.ts';
import { type Telling, type WholeContext, wholeOf } from './whole-answer.ts';

export async function completionOf(context: WholeContext, telling: Telling): Promise<ChatCompletion> {
  const { text, tables, finish_reason, usage, prosa } = await wholeOf(context, telling.answer);
  const message = { role: 'assistant' as const, content: text + tables, refusal: null };
  return {
    ...named(telling),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage,
    prosa,
  };
}

/** Yields the role, the text as it arrives, the end with the sources, and the usage where it was requested. */
export async function* chunksOf(
  context: WholeContext,
  telling: Telling,
  withUsage: boolean,
): AsyncGenerator<ChatCompletionChunk | OpenaiError> {
  const { answer } = telling;
  const usage = withUsage ? { usage: null } : {};
  const chunk = (
    delta: ChatCompletionChunk['choices'][number]['delta'],
    finish_reason: 'stop' | 'length' | null = null,
  ): ChatCompletionChunk => ({
    ...named(telling),
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...usage,
  });
  yield chunk({ role: 'assistant', content: '' });
  for await (const { text } of answer.live.read(0)) yield chunk({ content: text });
  try {
    const whole = await wholeOf(context, answer);
    if (whole.tables) yield chunk({ content: whole.tables });
    yield { ...chunk({}, whole.finish_reason), prosa: whole.prosa };
    if (withUsage) yield { ...chunk({}), choices: [], usage: whole.usage };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield openaiFailure(error).body;
  }
}

const named = ({ answer, agent_id, created }: Telling) => ({
  id: `chatcmpl-${answer.key.id}`,
  created,
  model: modelOfAgent(agent_id),
  system_fingerprint: answer.answering().model,
});
