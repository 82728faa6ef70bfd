/** Asks a question, or runs the last one again, and streams the answer to the caller. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerEvent } from '#contract/chat-record.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import { AppError } from '../../app-error.ts';
import { cleanText } from '../../text/clean-text.ts';
import { admitQuestion } from './admission/admit-question.ts';
import type { Rerun } from './admission/insert-question.ts';
import type { Send } from './admission/question.ts';
import { findMessage, type MessageKey, type MessageRow } from './conversations/message-store.ts';
import { type ChatUser, hasSession } from './conversations/session-store.ts';
import { chunksOf, fromMemory, joinedTo, readerOf } from './read/read-answer.ts';
import { detailOf, problemOf } from './read/records.ts';
import { type ChatContext, type RunningAnswer, trackAdmission } from './run/chat-runtime.ts';
import { startAnswer } from './run/run-answer.ts';

/** A failure within this time is an ordinary reply with its status; later the stream has begun and carries it. */
const EARLY_MS = 1_000;
const EMPTY_QUESTION = 'A pergunta não pode estar vazia.';

type Asking = Omit<Send, 'owner' | 'without' | 'question' | 'edited'> & {
  /** Absent where an adjustment makes it. */
  question?: string;
  without?: RefusedFilter[];
  /** The record that the question takes the place of. */
  edits?: number | undefined;
};

export async function ask(
  context: ChatContext,
  { edits, ...asking }: Asking,
): Promise<AsyncIterable<AnswerEvent>> {
  const edited = edits === undefined ? null : await requireEdited(context, asking, edits);
  return start(context, {
    ...asking,
    ...(edited
      ? { edited: { id: edited.id, question: edited.question, root: edited.variant_root ?? edited.id } }
      : {}),
    // An edited question is for the day that was sent with it, unless another one is sent.
    on_date: asking.on_date ?? edited?.asked_on,
    question: asking.adjust ? '' : cleanQuestion(asking.question ?? ''),
    without: (asking.without ?? []).map(cleanFilter),
  });
}

/** Answers the question of a dead record anew, in the same record. */
export async function retryAnswer(context: ChatContext, again: Again): Promise<AsyncIterable<AnswerEvent>> {
  const message = await requireMessage(context, again);
  return start(context, sendAgain(message, 'retry', again));
}

/** Goes on with an answer that was cut off, in the same record: a snapshot of the text so far, then what follows. */
export async function continueAnswer(
  context: ChatContext,
  again: Again,
): Promise<AsyncIterable<AnswerEvent>> {
  const message = await requireMessage(context, again);
  const started = await admitAndStart(context, sendAgain(message, 'continuation', again));
  const key = 'repeated' in started ? started.repeated : started.key;
  const now = await findMessage(context.db, key);
  if (!now) throw new AppError('message_not_found');
  return joinedTo(context, now, now.seq);
}

/** Whether it is the last one is decided when the question is inserted. */
async function requireEdited(
  context: ChatContext,
  { user, session_id }: Pick<Asking, 'user' | 'session_id'>,
  message_id: number,
): Promise<MessageRow> {
  const message = await requireMessage(context, { user, message_id });
  if (message.session_id !== session_id) throw new AppError('message_not_found');
  return message;
}

type Again = { user: ChatUser; message_id: number; idempotency_key: string | null };
type Start = Omit<Send, 'owner'>;

async function requireMessage(
  { db }: ChatContext,
  { user, message_id }: Pick<Again, 'user' | 'message_id'>,
): Promise<MessageRow> {
  const message = await findMessage(db, { user_id: user.user_id, id: message_id });
  if (!message || !(await hasSession(db, user.user_id, message.session_id)))
    throw new AppError('message_not_found');
  return message;
}

const sendAgain = (message: MessageRow, purpose: Rerun['purpose'], again: Again): Start => ({
  user: again.user,
  session_id: message.session_id,
  question: message.question,
  without: message.without,
  personal_data: message.personal_data,
  adjust: message.adjust,
  on_date: message.asked_on,
  without_files: message.without_files,
  idempotency_key: again.idempotency_key,
  rerun: { ...message, purpose },
});

async function start(context: ChatContext, send: Start): Promise<AsyncIterable<AnswerEvent>> {
  const started = await admitAndStart(context, send);
  if ('repeated' in started) return repeat(context, send, started.repeated);
  await requireBeginning(context, started);
  return chunksOf(context, fromMemory(started));
}

const admitAndStart = (
  context: ChatContext,
  send: Start,
): Promise<RunningAnswer | { repeated: MessageKey }> =>
  trackAdmission(context, async (owner) => {
    const admitted = await admitQuestion(context, { ...send, owner });
    return 'repeated' in admitted ? admitted : startAnswer(context, admitted);
  });

export async function requireBeginning(
  context: Pick<ChatContext, 'models'>,
  { live, written, finished }: RunningAnswer,
): Promise<void> {
  await Promise.race([live.changedAfter(0), pause(EARLY_MS, undefined, { ref: false })]);
  if (!live.ended || live.seq > 0) return;
  const { retry_after_ms } = await written;
  requireSuccess(context, await finished, retry_after_ms);
}

/** The first run's answer from its first letter on, or its failure. */
async function repeat(
  context: ChatContext,
  { user, session_id }: Pick<Send, 'user' | 'session_id'>,
  key: MessageKey,
): Promise<AsyncIterable<AnswerEvent>> {
  if (!(await hasSession(context.db, user.user_id, session_id))) throw new AppError('session_not_found');
  requireSuccess(context, await findMessage(context.db, key));
  return chunksOf(context, readerOf(context, key, 0));
}

function requireSuccess(
  { models }: Pick<ChatContext, 'models'>,
  message: MessageRow | undefined,
  retry_after_ms: number | null = null,
): void {
  if (!message) throw new AppError('database_unavailable');
  if (message.status !== 'failed') return;
  const again = retry_after_ms === null ? {} : { retry_after: Math.ceil(retry_after_ms / 1_000) };
  throw new AppError(problemOf(message) ?? 'model_failed', { ...detailOf(models, message), ...again });
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

/** Removes what the database cannot hold: no filter of a data source contains it. */
const cleanFilter = ({ data_source_id, parameter, value }: RefusedFilter): RefusedFilter => ({
  data_source_id,
  parameter: cleanText(parameter),
  value: cleanText(value),
});
