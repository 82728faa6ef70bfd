/** A question: let in, begun, and read along by whoever asked. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerEvent } from '#contract/chat.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import { AppError } from '../../http/app-error.ts';
import { cleanText } from '../../http/clean-text.ts';
import { admit, type Send } from './admission/admit-question.ts';
import { findMessage, type MessageKey, type MessageRow } from './conversations/message-store.ts';
import { hasSession } from './conversations/session-store.ts';
import { chunksOf, fromMemory, readingOf } from './read/read-answer.ts';
import { detailOf, problemOf } from './read/records.ts';
import { type ChatContext, type RunningAnswer, trackAdmission } from './run/chat-runtime.ts';
import { startAnswer } from './run/run-answer.ts';

/** What fails this soon is an ordinary answer with its status; later the stream has begun and says it itself. */
const EARLY_MS = 1_000;
const EMPTY_QUESTION = 'A pergunta não pode estar vazia.';

type Asking = Omit<Send, 'owner' | 'without'> & { without?: RefusedFilter[] };

export async function ask(context: ChatContext, asking: Asking): Promise<AsyncIterable<AnswerEvent>> {
  const send = {
    ...asking,
    question: cleanQuestion(asking.question),
    without: (asking.without ?? []).map(cleanFilter),
  };
  const entered = await trackAdmission(context, async (owner) => {
    const admitted = await admit(context, { ...send, owner });
    return 'repeated' in admitted ? admitted : startAnswer(context, admitted);
  });
  if ('repeated' in entered) return repeat(context, send, entered.repeated);
  await requireBeginning(entered);
  return chunksOf(fromMemory(entered));
}

export async function requireBeginning({ live, finished }: RunningAnswer): Promise<void> {
  await Promise.race([live.changedAfter(0), pause(EARLY_MS, undefined, { ref: false })]);
  if (live.ended && live.seq === 0) requireSuccess(await finished);
}

/** The first run's answer from its first letter on, or its failure. */
async function repeat(
  context: ChatContext,
  { user, session_id }: Pick<Send, 'user' | 'session_id'>,
  key: MessageKey,
): Promise<AsyncIterable<AnswerEvent>> {
  if (!(await hasSession(context.db, user.user_id, session_id))) throw new AppError('session_not_found');
  requireSuccess(await findMessage(context.db, key));
  return chunksOf(readingOf(context, key, 0));
}

function requireSuccess(message: MessageRow | undefined): void {
  if (!message) throw new AppError('database_unavailable');
  if (message.status === 'failed')
    throw new AppError(problemOf(message) ?? 'model_failed', detailOf(message));
}

/** Without what the database cannot hold, each letter with its accent: text copied out of a PDF may have them apart. */
function cleanQuestion(question: string): string {
  const clean = question.replaceAll('\0', '').toWellFormed().normalize('NFC').trim();
  if (clean) return clean;
  throw new AppError('validation', {
    detail: EMPTY_QUESTION,
    errors: [{ field: 'question', message: EMPTY_QUESTION }],
  });
}

/** What a reader sends is what a data source was filtered by, which holds none of it. */
const cleanFilter = ({ data_source_id, parameter, value }: RefusedFilter): RefusedFilter => ({
  data_source_id,
  parameter: cleanText(parameter),
  value: cleanText(value),
});
