/** Records of a conversation as their owner sees them, in the list and at the end of the stream. */
import type { AnswerEvent, AnsweredBy, ChatRecord, Feedback } from '#contract/chat-record.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { isWithoutProvider, LOCAL_MODEL, type Models } from '../../../adapters/models/model.ts';
import { AppError } from '../../../app-error.ts';
import { modelGone, modelNameIn } from '../../models/named-models.ts';
import { citedIn } from '../compose/answer-text.ts';
import {
  findProgress,
  type ListedMessage,
  listMessages,
  type MessageRow,
} from '../conversations/message-store.ts';
import { hasSession } from '../conversations/session-store.ts';
import type { Answering } from '../ledger/settle.ts';
import type { ChatContext } from '../run/chat-runtime.ts';

type Names = Pick<Models, 'catalogue'>;

/** Empty where no provider was asked. */
export function answeredBy(
  models: Names,
  { model, asked_model, fallback_reason }: Answering,
): { answered_by?: AnsweredBy } {
  if (isWithoutProvider(model)) return {};
  const answered_by = { model, name: modelNameIn(models, model) };
  if (asked_model === null) return { answered_by };
  const reason = fallback_reason ?? 'failed';
  return { answered_by: { ...answered_by, instead_of: { name: modelNameIn(models, asked_model), reason } } };
}

/** Only a record of a list knows its variants. */
type ShownMessage = MessageRow & Partial<Pick<ListedMessage, 'variants'>>;

/** `partial`: what a running answer has come to. */
export function recordOf(models: Names, message: ShownMessage, partial?: { text: string; seq: number }) {
  const running = message.status === 'streaming';
  const error = errorOf(models, message);
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
    ...(message.adjust ? { adjusted: true } : {}),
    feedback: feedbackOf(message),
    ...(running ? { seq: partial?.seq ?? message.seq } : {}),
    ...(error ? { error } : {}),
    local: message.model === LOCAL_MODEL,
    ...maskedIn(message),
    ...(answer ? answeredBy(models, message) : {}),
    ...resultsOf(message),
    ...withFiles(message),
    ...withoutFiles(message),
    ...onDate(message),
    ...verifiedIn(message),
    ...answeredSince(message),
    ...variantsOf(message),
    ...(message.copied_from === null ? {} : { copied: true as const }),
  } satisfies Omit<ChatRecord, 'created_at' | 'answered_since'> & { created_at: Date; answered_since?: Date };
}

const feedbackOf = ({ feedback, feedback_reason }: MessageRow): Feedback | null =>
  feedback && { value: feedback, reason: feedback_reason };

const withFiles = ({ with_files }: MessageRow): Pick<ChatRecord, 'with_files'> =>
  with_files ? { with_files } : {};

const withoutFiles = ({ without_files }: MessageRow): Pick<ChatRecord, 'without_files'> =>
  without_files.length ? { without_files } : {};

const onDate = ({ on_date }: MessageRow): Pick<ChatRecord, 'on_date'> => (on_date ? { on_date } : {});

const answeredSince = ({ answered_since }: MessageRow): { answered_since?: Date } =>
  answered_since ? { answered_since } : {};

const variantsOf = ({ id, variants }: ShownMessage): Pick<ChatRecord, 'variants'> =>
  variants && variants.length > 1
    ? { variants: { index: variants.indexOf(id) + 1, count: variants.length, ids: variants } }
    : {};

const verifiedIn = ({
  verified,
  verified_near,
}: MessageRow): Pick<ChatRecord, 'verified' | 'verified_near'> => ({
  ...(verified ? { verified } : {}),
  ...(verified_near ? { verified_near } : {}),
});

/** The count of personal data that left as marks; empty where there were none. */
export const maskedIn = ({ masked }: { masked?: number | undefined }): { masked?: number } =>
  masked ? { masked } : {};

/** The last event of an answer: with its sources, or with the sentence that says why it failed. */
export function lastEvent(models: Names, message: MessageRow): AnswerEvent {
  const { id, seq, status, sources, filters } = message;
  const error = errorOf(models, message);
  const answered = message.answer ? answeredBy(models, message) : {};
  if (error) return { content: '', done: true, seq, status, error, ...answered };
  return {
    content: '',
    done: true,
    message_id: id,
    seq,
    status,
    sources,
    ...(filters.length ? { filters } : {}),
    ...(message.model === LOCAL_MODEL ? { local: true } : {}),
    ...maskedIn(message),
    ...answered,
    ...resultsOf(message),
    ...withFiles(message),
    ...onDate(message),
    ...verifiedIn(message),
  };
}

/** The tables of an answer and the numbers in it that were not checked; absent where there are none. */
const resultsOf = ({
  results,
  unchecked_numbers,
}: MessageRow): Pick<ChatRecord, 'results' | 'unchecked_numbers'> => ({
  ...(results.length ? { results } : {}),
  ...(unchecked_numbers.length ? { unchecked_numbers } : {}),
});

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
export function detailOf(models: Names, message: MessageRow): { detail?: string } {
  const detail = errorOf(models, message);
  return detail === undefined ? {} : { detail };
}

function errorOf(models: Names, message: MessageRow): string | undefined {
  const problem = problemOf(message);
  if (problem === 'model_gone') return modelGone(modelNameIn(models, message.model));
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
export async function shownRecord(context: ChatContext, message: ShownMessage) {
  const { models } = context;
  if (message.status !== 'streaming') return recordOf(models, message);
  const ours = context.chat.running.get(message.id);
  if (ours) return recordOf(models, { ...message, ...ours.answering() }, ours.live.after(0));
  const progress = await findProgress(context.db, message, 0);
  return progress
    ? recordOf(
        models,
        { ...message, ...progress.message },
        { text: progress.text, seq: progress.message.seq },
      )
    : recordOf(models, message);
}
