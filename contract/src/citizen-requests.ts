/** Requests that citizens leave at a counter, as its staff reads and answers them. */
import { z } from 'zod';
import { REQUEST_STATES } from './counters.ts';
import { get, post } from './endpoint.ts';
import { REQUEST_ANSWER_MAX, REQUEST_NOTE_MAX, REQUESTS_PAGE } from './limits.ts';
import { Id, IdNumber, Limit, Skip, Time } from './paging.ts';

export const REQUEST_REASONS = ['not_ours', 'duplicate', 'answered_elsewhere'] as const;
export type RequestReason = (typeof REQUEST_REASONS)[number];

export const CitizenRequest = z
  .object({
    id: z.int(),
    counter_id: z.int(),
    counter_name: z.string(),
    agent_id: z.int(),
    protocol: z.string(),
    state: z.enum(REQUEST_STATES),
    due_on: z.iso.date(),
    overdue: z.boolean(),
    /** Null once they are erased. */
    name: z.string().nullable(),
    email: z.string().nullable(),
    text: z.string().nullable(),
    /** The question that came before it. */
    question: z.string().nullable(),
    answer: z.string().nullable(),
    reason: z.enum(REQUEST_REASONS).nullable(),
    /** A remark of the staff for itself. */
    note: z.string().nullable(),
    /** The name of who answered or closed it; null also once that account is gone. */
    answered_by: z.string().nullable(),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'CitizenRequest' });
export type CitizenRequest = z.output<typeof CitizenRequest>;

const NO_ANSWER = 'Escreva a resposta.';

export const citizenRequestsApi = {
  list: get('/citizen-requests', {
    access: 'admin',
    summary: 'Requests of citizens; open ones by the day on which they are due, the others newest first',
    query: z.object({
      state: z.enum(REQUEST_STATES).default('open'),
      counter_id: IdNumber.optional(),
      skip: Skip,
      limit: Limit(REQUESTS_PAGE),
    }),
    list: CitizenRequest,
  }),
  show: get('/citizen-requests/:id', {
    access: 'admin',
    summary: 'One request',
    params: Id,
    reply: CitizenRequest,
    missing: 'request_not_found',
  }),
  answer: post('/citizen-requests/:id/answer', {
    access: 'admin',
    summary: 'Answers an open request; its citizen gets the answer by e-mail',
    params: Id,
    body: z.object({
      answer: z
        .string(NO_ANSWER)
        .trim()
        .min(1, NO_ANSWER)
        .max(REQUEST_ANSWER_MAX, 'A resposta deve ter no máximo 8.000 caracteres.'),
    }),
    reply: CitizenRequest,
    missing: 'request_not_found',
  }),
  close: post('/citizen-requests/:id/close', {
    access: 'admin',
    summary: 'Closes an open request without an answer; its citizen is told the reason',
    params: Id,
    body: z.object({
      reason: z.enum(REQUEST_REASONS, 'Escolha o motivo.'),
      note: z
        .string()
        .trim()
        .max(REQUEST_NOTE_MAX, 'A observação deve ter no máximo 500 caracteres.')
        .default(''),
    }),
    reply: CitizenRequest,
    missing: 'request_not_found',
  }),
  erase: post('/citizen-requests/:id/erase', {
    access: 'admin',
    summary: 'Erases what a citizen wrote and the answer; number, days and state stay',
    params: Id,
    reply: CitizenRequest,
    missing: 'request_not_found',
  }),
};
