/** Conversations: sessions, their messages and the streamed answer. */
import { z } from 'zod';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { CHAT_SESSIONS_PAGE, MESSAGES_PAGE, QUESTION_MAX } from './limits.ts';
import { Flag, Limit, SessionId, Skip, Time } from './paging.ts';

export const ChatSession = z
  .object({
    id: z.string(),
    agent_id: z.number().int().nullable(),
    agent_name: z.string().nullable(),
    chat_title: z.string(),
    created_at: Time,
    messages_count: z.number().int(),
    is_test: z.boolean(),
    /** False when the agent was withdrawn from the reader: the conversation stays readable. */
    can_send: z.boolean(),
  })
  .meta({ id: 'ChatSession' });
export type ChatSession = z.output<typeof ChatSession>;

/** A citation: `snippet` is a literal span of the stored text. */
export const Source = z
  .object({
    /** The number of the marker `[n]` in the answer. */
    index: z.number().int(),
    kind: z.enum(['document', 'row']),
    title: z.string(),
    snippet: z.string(),
    knowledge_base_id: z.number().int().optional(),
    document_id: z.number().int().optional(),
    page: z.number().int().optional(),
    /** Heading path, "Contas › Senha temporária". */
    section: z.string().optional(),
    /** The span in the document's extracted text, in UTF-16 code units. */
    start: z.number().int().optional(),
    end: z.number().int().optional(),
    data_source_id: z.number().int().optional(),
    row: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof Source>;

/** `streaming` ends once, in one of the four others. */
export const MessageStatus = z.enum(['streaming', 'done', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const ChatRecord = z
  .object({
    id: z.number().int(),
    question: z.string(),
    answer: z.string(),
    created_at: Time,
    status: MessageStatus,
    sources: z.array(Source),
    /** The last event that `answer` holds; only while streaming. */
    seq: z.number().int().optional(),
    /** Why it failed, as a sentence; only when status is `failed` or `interrupted`. */
    error: z.string().optional(),
    /** The answer is made of passages, without a model. */
    local: z.boolean(),
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
    status: MessageStatus.optional(),
    error: z.string().optional(),
    local: z.boolean().optional(),
  })
  .meta({ id: 'AnswerEvent' });
export type AnswerEvent = z.infer<typeof AnswerEvent>;

export const chatApi = {
  createSession: post('/chat/create-session', {
    access: 'user',
    summary: 'Opens a conversation with an agent',
    query: z.object({ agent_id: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
    reply: ChatSession,
    status: 201,
    idempotent: true,
  }),
  sessions: get('/chat/sessions', {
    access: 'user',
    summary: 'The caller’s conversations, newest first',
    query: z.object({
      limit: Limit(CHAT_SESSIONS_PAGE),
      offset: Skip,
      is_test: Flag(false),
      agent_id: z.coerce.number().int().positive().max(2_147_483_647).optional(),
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
  removeSession: del('/chat/sessions/:id', {
    access: 'user',
    summary: 'Erases a conversation; dates and token counts stay',
    params: SessionId,
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
    body: z.object({
      question: z
        .string('A pergunta não pode estar vazia.')
        .trim()
        .min(1, 'A pergunta não pode estar vazia.')
        .max(QUESTION_MAX, 'A pergunta deve ter no máximo 20.000 caracteres.'),
    }),
    events: AnswerEvent,
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
};
