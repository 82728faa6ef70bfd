/** Links inside the organisation: others who may use the agent read a conversation of somebody up to one answer. */
import { z } from 'zod';
import { MessageId } from './chat.ts';
import { Source, SourceView } from './citations.ts';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { Id, SessionId, Time } from './paging.ts';

/** Below the address of the installation, followed by the token. */
export const SHARED_PATH = '/compartilhado';
export const LINK_DAYS = [7, 30, 90] as const;

export const SessionLink = z
  .object({
    id: z.int(),
    session_id: z.string(),
    chat_title: z.string(),
    created_at: Time,
    expires_at: Time,
    /** How often others opened it; their names are not kept. */
    openings: z.int(),
  })
  .meta({ id: 'SessionLink' });
export type SessionLink = z.output<typeof SessionLink>;

const SharedSource = Source.pick({
  index: true,
  kind: true,
  title: true,
  page: true,
  section: true,
  snippet: true,
  url: true,
});

export const SharedRecord = z
  .object({
    id: z.int(),
    question: z.string(),
    answer: z.string(),
    created_at: Time,
    /** The answer came to its end. */
    is_whole: z.boolean(),
    sources: z.array(SharedSource),
    verified: z.object({ owner_label: z.string(), verified_on: z.iso.date() }).nullable(),
  })
  .meta({ id: 'SharedRecord' });
export type SharedRecord = z.output<typeof SharedRecord>;

export const SharedConversation = z
  .object({
    chat_title: z.string(),
    agent: z.object({ id: z.int(), name: z.string() }),
    /** The end of the last answer that is shown. */
    until: Time,
    /** Oldest first; without ratings, and without the name of the person who asked. */
    records: z.array(SharedRecord),
  })
  .meta({ id: 'SharedConversation' });
export type SharedConversation = z.output<typeof SharedConversation>;

const Token = z.object({ token: z.string().min(1).max(100) });

export const sessionLinksApi = {
  create: post('/chat/sessions/:id/links', {
    access: 'user',
    summary: 'Makes a link to the caller’s conversation up to one answer, for those who may use its agent',
    params: SessionId,
    body: z.object({
      until_message_id: MessageId.shape.id,
      days: z.union(
        LINK_DAYS.map((days) => z.literal(days)),
        'Escolha 7, 30 ou 90 dias.',
      ),
    }),
    reply: z.object({ id: z.int(), url: z.string(), expires_at: Time }),
    status: 201,
    missing: 'session_not_found',
  }),
  list: get('/chat/links', {
    access: 'user',
    summary: 'The caller’s links that still open, newest first',
    list: SessionLink,
  }),
  end: del('/chat/links/:id', {
    access: 'user',
    summary: 'Ends a link of the caller',
    params: Id,
    reply: Nothing,
    missing: 'link_not_found',
  }),
  open: get('/shared/:token', {
    access: 'user',
    summary: 'The conversation of a link, for those who may use the agent now',
    params: Token,
    reply: SharedConversation,
    missing: 'link_not_found',
  }),
  source: get('/shared/:token/messages/:id/sources/:index', {
    access: 'user',
    summary: 'The place in a document that an answer of a link cites',
    params: Token.extend(MessageId.shape).extend({ index: z.coerce.number().int().positive().max(10_000) }),
    reply: SourceView,
    missing: 'link_not_found',
  }),
};
