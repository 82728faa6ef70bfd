/** Records of a conversation as their owner sees them, in the list and at the end of the stream. */
import type { AnswerEvent, ChatRecord, Feedback } from '#contract/chat.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { modelName } from '#contract/model-catalogue.ts';
import { AppError } from '../../../app-error.ts';
import { modelGone } from '../../models/model-gone.ts';
import { citedIn } from '../compose/answer-text.ts';
import { findProgress, listMessages, type MessageRow } from '../conversations/message-store.ts';
import { hasSession } from '../conversations/session-store.ts';
import type { ChatContext } from '../run/chat-runtime.ts';

/** `partial`: what a running answer has come to. */
export function recordOf(message: MessageRow, partial?: { text: string; seq: number }) {
  const running = message.status === 'streaming';
  const error = errorOf(message);
  const answer = running ? (partial?.text ?? '') : message.answer;
  return {
    id: message.id,
    question: message.question,
    answer,
    created_at: message.created_at,
    status: message.status,
    sources: running ? citedIn(answer, message.sources).sources : message.sources,
    filters: message.filters,
    without: message.without,
    feedback: feedbackOf(message),
    ...(running ? { seq: partial?.seq ?? message.seq } : {}),
    ...(error ? { error } : {}),
    local: message.model === 'local',
    ...(message.masked ? { masked: message.masked } : {}),
  } satisfies Omit<ChatRecord, 'created_at'> & { created_at: Date };
}

const feedbackOf = ({ feedback, feedback_reason }: MessageRow): Feedback | null =>
  feedback && { value: feedback, reason: feedback_reason };

/** The last event of an answer: with its sources, or with the sentence that says why it failed. */
export function lastEvent(message: MessageRow): AnswerEvent {
  const { id, seq, status, sources, filters } = message;
  const error = errorOf(message);
  if (error) return { content: '', done: true, seq, status, error };
  return {
    content: '',
    done: true,
    message_id: id,
    seq,
    status,
    sources,
    ...(filters.length ? { filters } : {}),
    ...(message.model === 'local' ? { local: true } : {}),
    ...(message.masked ? { masked: message.masked } : {}),
  };
}

/** The answer ended without a record that could be read. */
export const unknownEnd: AnswerEvent = {
  content: '',
  done: true,
  error: problems.database_unavailable.detail,
};

/** Why an answer failed or was interrupted. */
export function problemOf({ error_code }: MessageRow): ProblemCode | null {
  if (error_code === null) return null;
  // A code of another release: it failed all the same.
  return error_code in problems ? (error_code as ProblemCode) : 'internal';
}

/** For an `AppError`: the sentence names the model where that is part of it. */
export function detailOf(message: MessageRow): { detail?: string } {
  const detail = errorOf(message);
  return detail === undefined ? {} : { detail };
}

function errorOf(message: MessageRow): string | undefined {
  const problem = problemOf(message);
  if (problem === 'model_gone') return modelGone(modelName(message.model));
  return problem ? problems[problem].detail : undefined;
}

/** A page of records. */
export async function recordsOf(
  context: ChatContext,
  user_id: number,
  session_id: string,
  page: { limit: number; before_id?: number },
) {
  const { rows, total } = await listMessages(context.db, user_id, session_id, page);
  if (!rows.length && !(await hasSession(context.db, user_id, session_id)))
    throw new AppError('session_not_found');
  return { rows: await Promise.all(rows.map((message) => shownRecord(context, message))), total };
}

/** A record; a running answer shows what it has come to. */
export async function shownRecord(context: ChatContext, message: MessageRow) {
  if (message.status !== 'streaming') return recordOf(message);
  const ours = context.chat.running.get(message.id);
  if (ours) return recordOf(message, ours.live.after(0));
  const progress = await findProgress(context.db, message, 0);
  return progress
    ? recordOf(progress.message, { text: progress.text, seq: progress.message.seq })
    : recordOf(message);
}
