/** An answer in OpenAI's form: whole, or piece by piece. */
import { and, eq, ne, sql } from 'drizzle-orm';
import {
  type ChatCompletion,
  type ChatCompletionChunk,
  modelOfAgent,
  type OpenaiError,
  type OpenaiUsage,
  type ProsaExtra,
} from '#contract/openai.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { openaiFailure } from '../../http/errors/openai-error.ts';
import type { MessageKey } from '../chat/conversations/message-store.ts';
import { detailOf, problemOf } from '../chat/read/records.ts';
import type { ChatContext, RunningAnswer } from '../chat/run/chat-runtime.ts';
import { tablesBeside } from '../data-sources/results/answer-text.ts';

type CompletionContext = Pick<ChatContext, 'db' | 'models'>;

/** An answer that is being written, with the name under which the program asked. */
type Telling = { answer: RunningAnswer; agent_id: number; created: number };

/** `tables`: the results of data sources that the text does not have. */
type Whole = {
  text: string;
  tables: string;
  finish_reason: 'stop' | 'length';
  usage: OpenaiUsage;
  prosa: ProsaExtra;
};

export async function completionOf(context: CompletionContext, telling: Telling): Promise<ChatCompletion> {
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
  context: CompletionContext,
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

/** Resolves once the answer is saved and charged. A broken answer is a failure; its text goes with it, because it was charged. */
async function wholeOf(
  { db, models }: CompletionContext,
  { key, written, finished }: RunningAnswer,
): Promise<Whole> {
  const [{ ending, at_length, retry_after_ms }, message] = [await written, await finished];
  if (!message) throw new AppError('database_unavailable');
  const {
    answer: text,
    sources,
    filters,
    verified,
    results = [],
    unchecked_numbers: unchecked = [],
  } = ending;
  const prosa = {
    message_id: key.id,
    sources,
    filters,
    ...(verified ? { verified } : {}),
    ...(results.length ? { results } : {}),
    ...(unchecked.length ? { unchecked_numbers: unchecked.length } : {}),
  };
  if (message.status !== 'done')
    throw new AppError(problemOf(message) ?? 'answer_interrupted', {
      ...detailOf(models, message),
      ...(retry_after_ms === null ? {} : { retry_after: Math.ceil(retry_after_ms / 1_000) }),
      extra: { prosa: { ...prosa, partial: text } },
      charged: text !== '',
    });
  const tables = tablesBeside(text, results);
  return {
    text,
    tables: tables && `\n\n${tables}`,
    finish_reason: at_length ? 'length' : 'stop',
    usage: await usageOf(db, key),
    prosa,
  };
}

/** The tokens of the ledger, with those of the steps before the answer, without those of models that failed. */
async function usageOf(db: Queryable, { user_id, id }: MessageKey): Promise<OpenaiUsage> {
  const [took] = await db
    .select({
      input: sql<number>`coalesce(sum(${token_entries.input_tokens}), 0)::float8`,
      output: sql<number>`coalesce(sum(${token_entries.output_tokens}), 0)::float8`,
    })
    .from(token_entries)
    .where(
      and(
        eq(token_entries.user_id, user_id),
        eq(token_entries.message_id, id),
        ne(token_entries.purpose, 'attempt'),
      ),
    );
  const { input, output } = took ?? { input: 0, output: 0 };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
