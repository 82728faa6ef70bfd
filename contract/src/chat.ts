/** Conversations: sessions, their messages and the streamed answer. */
import { z } from 'zod';
import { del, get, patch, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { FileRules } from './file-rules.ts';
import { RefusedFilter, UnderstoodFilter } from './filters.ts';
import {
  CHAT_SESSIONS_PAGE,
  CHAT_TITLE_TYPED_MAX,
  FEEDBACK_REASON_MAX,
  MESSAGES_PAGE,
  QUESTION_MAX,
  RESULT_ROWS_PAGE,
  SEARCH_MAX,
  SESSION_FILES_MAX,
} from './limits.ts';
import { RESIDENCIES } from './model-sets.ts';
import { Day, Flag, Limit, NamedId, SessionId, Skip, Time } from './paging.ts';
import { PERSONAL_DATA_DECISIONS } from './personal-data.ts';
import { RecordColumn } from './records.ts';
import { Plan } from './table-plan.ts';
import {
  Cells,
  FilterColumn,
  ResultCalculation,
  ResultColumn,
  TableResult,
  UncheckedNumber,
} from './table-result.ts';
import { Trace } from './trace.ts';
import { OnDate, Validity } from './validity-state.ts';

export const ChatSession = z
  .object({
    id: z.string(),
    agent_id: z.number().int().nullable(),
    agent_name: z.string().nullable(),
    chat_title: z.string(),
    created_at: Time,
    messages_count: z.number().int(),
    is_test: z.boolean(),
    /** Pinned conversations stand above the others. */
    pinned: z.boolean(),
    /** When a temporary conversation is erased by itself; each message puts it off. Null where it stays. */
    expires_at: Time.nullable(),
    /** False when the agent was withdrawn from the reader: the conversation stays readable. */
    can_send: z.boolean(),
    ...FileRules.shape,
    /** Some base of the agent is dated: a question may be asked for another day. */
    validity: z.boolean(),
    /** Where the next question is processed; only of one conversation, and absent in local mode. */
    processing: z
      .object({
        provider: z.string(),
        residency: z.enum(RESIDENCIES),
        /** Personal data leave as marks. */
        is_masked: z.boolean(),
      })
      .optional(),
  })
  .meta({ id: 'ChatSession' });
export type ChatSession = z.output<typeof ChatSession>;

/** A citation: `snippet` is a literal span of the stored text. */
export const Source = z
  .object({
    /** The number of the marker `[n]` in the answer. */
    index: z.number().int(),
    /** `result`: the figures of a data source; `snippet` tells what was understood, see `results`. */
    /** `file`: a file that the reader put into the conversation. `link`: a page that a verified answer names. */
    kind: z.enum(['document', 'row', 'result', 'file', 'link']),
    title: z.string(),
    snippet: z.string(),
    knowledge_base_id: z.number().int().optional(),
    document_id: z.number().int().optional(),
    file_id: z.string().optional(),
    /** The address of a link, or of the web page that the document was read from. */
    url: z.string().optional(),
    page: z.number().int().optional(),
    /** The page was recognised with little certainty; absent otherwise. */
    weak: z.literal(true).optional(),
    /** Heading path, "Contas › Senha temporária". */
    section: z.string().optional(),
    /** The span in the document's extracted text, in UTF-16 code units. */
    start: z.number().int().optional(),
    end: z.number().int().optional(),
    /** Where the base is dated: whether the cited text holds on the day of the answer, since and until when. */
    validity: z.enum(['in_force', 'repealed', 'expired', 'suspended', 'future', 'unknown']).optional(),
    valid_from: z.string().optional(),
    valid_until: z.string().optional(),
    repealed_by: z.string().optional(),
    /** The same in words, as «em vigor desde 01/01/2024». */
    validity_label: z.string().optional(),
    data_source_id: z.number().int().optional(),
    row: z.record(z.string(), z.unknown()).optional(),
    /** The columns of `row`, in the order of the query; absent from rows that were cited before this field existed. */
    columns: z.array(RecordColumn).optional(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof Source>;

export const FeedbackValue = z.enum(['up', 'down']);
export type FeedbackValue = z.infer<typeof FeedbackValue>;

/** The reader's rating of an answer. */
export const Feedback = z.object({ value: FeedbackValue, reason: z.string().nullable() });
export type Feedback = z.infer<typeof Feedback>;

/** `streaming` ends once, in one of the four others. */
export const MessageStatus = z.enum(['streaming', 'done', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** Why another model answered than the agent names. `successor`: the named one was retired. */
export const FALLBACK_REASONS = ['gone', 'busy', 'failed', 'timeout', 'no_access', 'successor'] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** The model that wrote an answer; absent in local mode and while nobody has said a word. */
export const AnsweredBy = z
  .object({
    /** Catalogue id. */
    model: z.string(),
    name: z.string(),
    /** The model that was asked, where it is another one. */
    instead_of: z.object({ name: z.string(), reason: z.enum(FALLBACK_REASONS) }).optional(),
  })
  .meta({ id: 'AnsweredBy' });
export type AnsweredBy = z.output<typeof AnsweredBy>;

/** People wrote the answer, and no model was asked. */
export const Verified = z
  .object({
    id: z.number().int(),
    version: z.number().int(),
    /** The area that answers for it. */
    owner_label: z.string(),
    verified_on: z.string(),
    review_on: z.string(),
  })
  .meta({ id: 'Verified' });
export type Verified = z.output<typeof Verified>;

/** A similar question has a verified answer; asked as it is here, it is given. */
export const VerifiedNear = z.object({ id: z.number().int(), question: z.string() });
export type VerifiedNear = z.output<typeof VerifiedNear>;

/** A result of the same conversation, asked again with an edited plan: its message, its index there, the plan. */
export const Adjustment = z.object({
  message_id: z.number().int().positive(),
  index: z.number().int().min(1).max(1_000),
  plan: Plan,
});
export type Adjustment = z.output<typeof Adjustment>;

export const ChatRecord = z
  .object({
    id: z.number().int(),
    question: z.string(),
    answer: z.string(),
    created_at: Time,
    status: MessageStatus,
    sources: z.array(Source),
    /** The filters that were applied to data sources. */
    filters: z.array(UnderstoodFilter),
    /** Filters that the reader had taken away before asking. */
    without: z.array(RefusedFilter),
    /** The question is the words of an edited plan; absent where it was asked in words. */
    adjusted: z.boolean().optional(),
    feedback: Feedback.nullable(),
    /** The last event that `answer` holds; only while streaming. */
    seq: z.number().int().optional(),
    /** Why it failed, as a sentence; only when status is `failed` or `interrupted`. */
    error: z.string().optional(),
    /** The answer is made of passages, without a model. */
    local: z.boolean(),
    /** Personal data that left as marks; absent where there were none. */
    masked: z.number().int().optional(),
    answered_by: AnsweredBy.optional(),
    /** Absent where no data source gave any. */
    results: z.array(TableResult).optional(),
    /** Absent where there are none. */
    unchecked_numbers: z.array(UncheckedNumber).optional(),
    /** The conversation had a file before: administrators never see the question. Absent where it had none. */
    with_files: z.literal(true).optional(),
    /** Files of the conversation that it was sent without. Absent where there are none. */
    without_files: z.array(z.uuid()).optional(),
    /** Absent where no dated base was read. */
    on_date: OnDate.optional(),
    /** Absent where a model or the local reader answered. */
    verified: Verified.optional(),
    verified_near: VerifiedNear.optional(),
    /** The question found no answer then; since this time there is one. Absent where nobody has seen to it. */
    answered_since: Time.optional(),
    /** The question was edited: which of its variants this is, counted from 1, and all of them. Absent where there is one. */
    variants: z
      .object({
        index: z.number().int(),
        count: z.number().int(),
        ids: z.array(z.number().int()),
      })
      .optional(),
    /** It was copied out of another conversation: neither charged nor counted again, and not to be rated. */
    copied: z.literal(true).optional(),
  })
  .meta({ id: 'ChatRecord' });
export type ChatRecord = z.output<typeof ChatRecord>;

/**
 * A line of the stream. Chunks have `done: false`; the last event has `done: true` with `message_id` and
 * `sources`, or with `error` when the answer failed. The `content` of all events together is the answer.
 */
export const AnswerEvent = z
  .object({
    content: z.string(),
    done: z.boolean(),
    message_id: z.number().int().optional(),
    seq: z.number().int().optional(),
    /** The first event of a joined stream: everything up to `seq`. */
    snapshot: z.string().optional(),
    sources: z.array(Source).optional(),
    filters: z.array(UnderstoodFilter).optional(),
    status: MessageStatus.optional(),
    error: z.string().optional(),
    local: z.boolean().optional(),
    /** Personal data that left as marks; in the first event with text, in a snapshot and in the last event. */
    masked: z.number().int().optional(),
    /** In the first event with text, in a snapshot and in the last event. */
    answered_by: AnsweredBy.optional(),
    /** In the last event, as in the record. */
    results: z.array(TableResult).optional(),
    unchecked_numbers: z.array(UncheckedNumber).optional(),
    with_files: z.literal(true).optional(),
    on_date: OnDate.optional(),
    verified: Verified.optional(),
    verified_near: VerifiedNear.optional(),
  })
  .meta({ id: 'AnswerEvent' });
export type AnswerEvent = z.infer<typeof AnswerEvent>;

/** A conversation or a record of it that holds the searched words. */
export const SearchHit = z
  .object({
    session_id: z.string(),
    chat_title: z.string(),
    agent_name: z.string().nullable(),
    /** Where the words stand; null when only the title holds them. */
    message_id: z.number().int().nullable(),
    /** A stretch around the first place; the title when only it holds them. */
    snippet: z.string(),
    /** Where in the snippet the words stand: [start, end), in UTF-16 code units. */
    matches: z.array(z.tuple([z.number().int(), z.number().int()])),
    created_at: Time,
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.output<typeof SearchHit>;

/** A scanned page; `boxes` are shares of it, and none where the cited words were not found on it. */
const CitedPage = z.object({
  number: z.number().int(),
  /** 0 to 100. */
  confidence: z.number(),
  /** It was recognised with little certainty: compare it with the picture. */
  weak: z.boolean(),
  /** Its picture is kept. */
  image: z.boolean(),
  boxes: z.array(z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })),
});
export type CitedPage = z.output<typeof CitedPage>;

/**
 * The place that a citation was read in. `shown`: `text` is a stretch of the document and [start, end) the cited span
 * in it. `changed`: the document no longer holds the span. `removed`: there is no such document any more. `withheld`:
 * the agent was withdrawn from the reader, who keeps the cited words and nothing more.
 */
export const SourceView = z
  .object({
    source: Source,
    state: z.enum(['shown', 'changed', 'removed', 'withheld']),
    text: z.string().nullable(),
    start: z.number().int().nullable(),
    end: z.number().int().nullable(),
    /** Whether the document goes on before and after the stretch. */
    more_before: z.boolean(),
    more_after: z.boolean(),
    /** Null where its text was not recognised from a picture. */
    page: CitedPage.nullable(),
    /** Today; null where the text is of no dated base. */
    validity: Validity.nullable(),
    /** On the days of the answer, or today where it was for today, the text holds otherwise than the answer said. */
    validity_changed: z.boolean(),
  })
  .meta({ id: 'SourceView' });
export type SourceView = z.output<typeof SourceView>;

const MessageNumber = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const MessageId = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** `index`: the `[n]` of a result of the message. */
const ResultId = MessageId.extend({ index: z.coerce.number().int().positive().max(1_000) });

const EMPTY_QUESTION = 'A pergunta não pode estar vazia.';

const AgentIdQuery = z.coerce.number().int().positive().max(2_147_483_647).optional();

export const chatApi = {
  createSession: post('/chat/create-session', {
    access: 'user',
    summary: 'Opens a conversation with an agent',
    /** `is_test`: an administrator tries an agent, a draft too, without charge. */
    /** `temporary`: it is erased a day after its last message. An agent may ask for it always, or never allow it. */
    query: z.object({
      agent_id: NamedId('Informe um agente válido.').optional(),
      is_test: Flag(false),
      temporary: Flag(false),
    }),
    reply: ChatSession,
    status: 201,
    idempotent: true,
  }),
  sessions: get('/chat/sessions', {
    access: 'user',
    summary: 'The caller’s conversations, pinned ones first, then newest first',
    query: z.object({
      limit: Limit(CHAT_SESSIONS_PAGE),
      offset: Skip,
      is_test: Flag(false),
      agent_id: AgentIdQuery,
    }),
    list: ChatSession,
  }),
  session: get('/chat/sessions/:id', {
    access: 'user',
    summary: 'One conversation of the caller',
    params: SessionId,
    reply: ChatSession,
    missing: 'session_not_found',
  }),
  updateSession: patch('/chat/sessions/:id', {
    access: 'user',
    summary: 'Renames or pins a conversation',
    params: SessionId,
    body: z
      .object({
        chat_title: z
          .string('O título não pode estar vazio.')
          .trim()
          .min(1, 'O título não pode estar vazio.')
          .max(CHAT_TITLE_TYPED_MAX, 'O título deve ter no máximo 200 caracteres.')
          .optional(),
        pinned: z.boolean().optional(),
      })
      .refine(
        ({ chat_title, pinned }) => chat_title !== undefined || pinned !== undefined,
        'Informe o título ou a fixação.',
      ),
    reply: ChatSession,
    missing: 'session_not_found',
  }),
  search: get('/chat/search', {
    access: 'user',
    summary: 'Finds words in the caller’s titles, questions and answers',
    query: z.object({
      q: z
        .string('Digite o que procurar.')
        .trim()
        .min(1, 'Digite o que procurar.')
        .max(SEARCH_MAX, 'A busca deve ter no máximo 200 caracteres.'),
      limit: Limit(CHAT_SESSIONS_PAGE),
      offset: Skip,
    }),
    list: SearchHit,
  }),
  removeSession: del('/chat/sessions/:id', {
    access: 'user',
    summary:
      'Erases a conversation; dates and token counts stay, and receipts unless they are revoked with it',
    params: SessionId,
    query: z.object({ receipts: z.enum(['keep', 'revoke']).default('keep') }),
    reply: Nothing,
    missing: 'session_not_found',
  }),
  messages: get('/chat/sessions/:id/messages', {
    access: 'user',
    summary: 'The newest records of a conversation, oldest of them first',
    params: SessionId,
    query: z.object({
      limit: Limit(MESSAGES_PAGE),
      before_id: z.coerce.number().int().positive().optional(),
    }),
    list: ChatRecord,
    missing: 'session_not_found',
  }),
  ask: post('/chat/sessions/:id/messages', {
    access: 'user',
    summary: 'Asks a question and streams the answer',
    params: SessionId,
    body: z
      .object({
        /** Left out with `adjust`: the question is then made of what the plan changes. */
        question: z
          .string(EMPTY_QUESTION)
          .trim()
          .min(1, EMPTY_QUESTION)
          .max(QUESTION_MAX, 'A pergunta deve ter no máximo 20.000 caracteres.')
          .optional(),
        without: z.array(RefusedFilter).max(50).default([]),
        /** Repeats a question that was answered with `personal_data_found`: as it is, or with marks. */
        personal_data: z.enum(PERSONAL_DATA_DECISIONS, 'Informe send ou mask.').optional(),
        adjust: Adjustment.optional(),
        /** The day that dated bases are read for; left out, the day that the question names, else today. */
        on_date: z.union([z.literal('today'), Day]).optional(),
        /** The id of the last question of the conversation: this one takes its place, and it stays as a variant. */
        edits: MessageNumber.optional(),
        /** False: a verified answer is not considered. */
        verified: z.boolean().default(true),
        /** Files of the conversation that are neither waited for nor read. */
        without_files: z.array(z.uuid('Informe arquivos da conversa.')).max(SESSION_FILES_MAX).default([]),
      })
      .refine(({ question, adjust }) => question !== undefined || adjust !== undefined, {
        path: ['question'],
        message: EMPTY_QUESTION,
      })
      .refine(({ adjust, edits }) => adjust === undefined || edits === undefined, {
        path: ['edits'],
        message: 'Um ajuste não edita uma pergunta.',
      }),
    events: AnswerEvent,
    missing: 'session_not_found',
    idempotent: true,
  }),
  continueAnswer: post('/chat/messages/:id/continue', {
    access: 'user',
    summary: 'Goes on with the last answer of a conversation where it was cut off, in the same record',
    params: MessageId,
    /** As joining a stream: one snapshot of what was there, then what follows. */
    events: AnswerEvent,
    missing: 'message_not_found',
    idempotent: true,
  }),
  retryAnswer: post('/chat/messages/:id/retry', {
    access: 'user',
    summary:
      'Answers the last question of a conversation anew, in the same record, when its answer did not come to its end',
    params: MessageId,
    events: AnswerEvent,
    missing: 'message_not_found',
    idempotent: true,
  }),
  chooseVariant: patch('/chat/sessions/:id/variant', {
    access: 'user',
    summary: 'Shows another variant of the last question of a conversation',
    params: SessionId,
    body: z.object({ message_id: MessageNumber }),
    /** The newest records, as they are then. */
    list: ChatRecord,
    missing: 'session_not_found',
  }),
  branch: post('/chat/sessions/:id/branch', {
    access: 'user',
    summary: 'Opens another conversation with copies of the records up to an answer; copies cost nothing',
    params: SessionId,
    body: z.object({ message_id: MessageNumber }),
    /** `left_out`: earlier records that were not copied, because there were too many. */
    reply: z.object({ session: ChatSession, left_out: z.number().int() }),
    status: 201,
    missing: 'session_not_found',
    idempotent: true,
  }),
  stop: post('/chat/sessions/:id/stop', {
    access: 'user',
    summary: 'Stops the running answer and keeps what was written',
    params: SessionId,
    reply: Nothing,
    missing: 'session_not_found',
  }),
  join: get('/chat/sessions/:id/stream', {
    access: 'user',
    summary: 'Joins the running answer: a snapshot, then what follows',
    params: SessionId,
    /** The last event the reader has: the snapshot is never shorter, though another process may lag behind. */
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    events: AnswerEvent,
    missing: 'session_not_found',
  }),
  feedback: post('/chat/messages/:id/feedback', {
    access: 'user',
    summary: 'Says whether an answer helped; null takes it back',
    params: MessageId,
    body: z.object({
      value: FeedbackValue.nullable(),
      reason: z
        .string()
        .trim()
        .max(FEEDBACK_REASON_MAX, 'O motivo deve ter no máximo 2.000 caracteres.')
        .optional(),
    }),
    reply: Nothing,
    missing: 'message_not_found',
  }),
  source: get('/chat/messages/:id/sources/:index', {
    access: 'user',
    summary: 'The place in a document that the caller’s answer cites',
    params: MessageId.extend({ index: z.coerce.number().int().positive().max(10_000) }),
    reply: SourceView,
    missing: 'message_not_found',
  }),
  sourcePage: get('/chat/messages/:id/sources/:index/page', {
    access: 'user',
    summary: 'The picture of the scanned page that the caller’s answer cites, upright',
    params: MessageId.extend({ index: z.coerce.number().int().positive().max(10_000) }),
    download: 'image/webp',
    missing: 'message_not_found',
  }),
  resultCsv: get('/chat/messages/:id/results/:index/csv', {
    access: 'user',
    summary:
      'A result of the caller’s answer, asked again, as a CSV file of at most 500 rows; 410 once its plan no longer holds',
    params: ResultId,
    download: 'text/csv; charset=utf-8',
    missing: 'message_not_found',
  }),
  resultRows: get('/chat/messages/:id/results/:index/rows', {
    access: 'user',
    summary: 'The rows of the source behind a result of the caller’s answer, or behind one of its groups',
    params: ResultId,
    query: z.object({
      skip: Skip,
      limit: Limit(RESULT_ROWS_PAGE),
      /** The position of a group in `rows` of the result as it was stored, from 0. */
      group: z.coerce.number().int().min(0).max(199).optional(),
    }),
    list: Cells,
    list_metadata: z.object({ columns: z.array(ResultColumn) }),
    missing: 'message_not_found',
  }),
  resultColumns: get('/chat/messages/:id/results/:index/columns', {
    access: 'user',
    summary: 'The columns that a filter of a result may be about, each with the values that it offers',
    params: ResultId,
    list: FilterColumn,
    missing: 'message_not_found',
  }),
  resultHow: get('/chat/messages/:id/results/:index/how', {
    access: 'user',
    summary: 'How a result of the caller’s answer is calculated; the statement for administrators only',
    params: ResultId,
    reply: ResultCalculation,
    missing: 'message_not_found',
  }),
  trace: get('/chat/messages/:id/trace', {
    access: 'admin',
    summary: 'How an answer of the caller’s own test conversation came about',
    params: MessageId,
    reply: Trace,
    missing: 'message_not_found',
  }),
};
