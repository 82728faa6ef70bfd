/** The calls of the chat: conversations, their messages and the streamed answer. */
import { z } from 'zod';
import { Adjustment, AnswerEvent, ChatRecord, FeedbackValue } from './chat-record.ts';
import { ChatSession, SearchHit } from './chat-session.ts';
import { SourceView } from './citations.ts';
import { del, get, patch, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { RefusedFilter } from './filters.ts';
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
import { Day, Flag, Limit, NamedId, SessionId, Skip } from './paging.ts';
import { PERSONAL_DATA_DECISIONS } from './personal-data.ts';
import { Cells, FilterColumn, ResultCalculation, ResultColumn } from './table-result.ts';
import { Trace } from './trace.ts';

const MessageNumber = z.int().positive().max(Number.MAX_SAFE_INTEGER);

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
    reply: z.object({ session: ChatSession, left_out: z.int() }),
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
