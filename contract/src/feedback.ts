/** Feedback that people send to the product's team from the widget on every page. */
import { z } from 'zod';
import { get, patch, post } from './endpoint.ts';
import { UploadedFile } from './files.ts';
import { EMAIL_MAX, FEEDBACK_MAX, FEEDBACK_PAGE, NAME_MAX, SCREENSHOT_BYTES_MAX } from './limits.ts';
import { Flag, Id, Limit, Skip, Time } from './paging.ts';

const Optional = (max: number, message: string) =>
  z
    .string()
    .trim()
    .max(max, message)
    .optional()
    .transform((text) => text || undefined);

export const Feedback = z
  .object({
    id: z.int(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    message: z.string(),
    /** The path of the page it was sent from. */
    page: z.string().nullable(),
    user_agent: z.string().nullable(),
    has_screenshot: z.boolean(),
    /** Null when their account is gone. */
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
    /** Dealt with. */
    handled: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'Feedback' });
export type Feedback = z.output<typeof Feedback>;

export const feedbackApi = {
  send: post('/feedback', {
    access: 'user',
    summary: 'Sends feedback, with a picture of the page or without',
    file: z.object({
      message: z
        .string('A mensagem é obrigatória.')
        .trim()
        .min(1, 'A mensagem é obrigatória.')
        .max(FEEDBACK_MAX, 'A mensagem deve ter no máximo 5.000 caracteres.'),
      name: Optional(NAME_MAX, 'O nome deve ter no máximo 200 caracteres.'),
      email: Optional(EMAIL_MAX, 'O e-mail deve ter no máximo 254 caracteres.').pipe(
        z.email('Por favor, insira um e-mail válido.').optional(),
      ),
      page: Optional(500, 'A página deve ter no máximo 500 caracteres.'),
      /** PNG, JPEG or WebP by its content. */
      screenshot: UploadedFile.optional(),
    }),
    file_max: SCREENSHOT_BYTES_MAX,
    file_too_large: 'screenshot_too_large',
    reply: z.object({ id: z.int() }),
    status: 201,
    idempotent: true,
  }),
  list: get('/feedback', {
    access: 'admin',
    summary: 'Feedback, newest first',
    query: z.object({ skip: Skip, limit: Limit(FEEDBACK_PAGE), include_handled: Flag(true) }),
    list: Feedback,
  }),
  setHandled: patch('/feedback/:id', {
    access: 'admin',
    summary: 'Marks feedback as dealt with, or not',
    params: Id,
    body: z.object({ handled: z.boolean() }),
    reply: Feedback,
    missing: 'feedback_not_found',
  }),
  screenshot: get('/feedback/:id/screenshot', {
    access: 'admin',
    summary: 'The picture of a feedback',
    params: Id,
    download: 'application/octet-stream',
    missing: 'feedback_not_found',
  }),
};
