/** The end of an answer to a program: text, sources and token use, for every form of reply. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { OpenaiUsage, ProsaExtra } from '#contract/openai.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { token_entries } from '../../db/tables/chat.ts';
import type { MessageKey } from '../chat/conversations/message-store.ts';
import { detailOf, problemOf } from '../chat/read/records.ts';
import type { ChatContext, RunningAnswer } from '../chat/run/chat-runtime.ts';
import { tablesBeside } from '../data-sources/results/answer-text.ts';

export type WholeContext = Pick<ChatContext, 'db' | 'models'>;

/** An answer that is being written, with the name under which the program asked. */
export type Telling = { answer: RunningAnswer; agent_id: number; created: number };

/** `tables`: the results of data sources that the text does not have. */
type Whole = {
  text: string;
  tables: string;
  finish_reason: 'stop' | 'length';
  usage: OpenaiUsage;
  prosa: ProsaExtra;
};

/** A program cannot resume an answer, so its disconnect stops the answer. The text that was written is charged. */
export function stopWhenLeft(answer: RunningAnswer, left: AbortSignal): void {
  const stop = () => answer.cut('stop');
  if (left.aborted) stop();
  else left.addEventListener('abort', stop, { once: true });
}

/** Resolves once the answer is saved and charged. A broken answer is a failure; its text goes with it, because it was charged. */
export async function wholeOf(
  { db, models }: WholeContext,
  { key, written, finished }: RunningAnswer,
): Promise<Whole> {
  const [{ ending, at_length, retry_after_ms }, message] = [await written, await finished];
  if (!message) throw new AppError('database_unavailable');
  const {
    answer: text,
    sources,
    filters,
    results = [],
    unchecked_numbers: unchecked = [],
    verified,
  } = ending;
  const prosa = {
    message_id: key.id,
    sources,
    filters,
    ...(results.length ? { results } : {}),
    ...(unchecked.length ? { unchecked_numbers: unchecked.length } : {}),
    ...(verified ? { verified } : {}),
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
