/** Lines above every screen that an organisation shows its people for some days. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { BANNER_LINK_MAX, BANNER_TEXT_MAX } from './limits.ts';
import { Id, IdNumber, Time } from './paging.ts';

export const BANNER_TONES = ['info', 'warning'] as const;

/** A banner as one person sees it now. */
export const LiveBanner = z
  .object({
    /** Zero for a banner that no superadmin has written. */
    id: z.int(),
    text: z.string(),
    tone: z.enum(BANNER_TONES),
    dismissible: z.boolean(),
    url: z.string().nullable(),
    /** A changed banner is shown again to those who have put it away. */
    version: z.int(),
  })
  .meta({ id: 'LiveBanner' });
export type LiveBanner = z.output<typeof LiveBanner>;

export const Banner = LiveBanner.extend({
  /** Null for everybody. */
  group_ids: z.array(z.int()).nullable(),
  starts_at: Time,
  ends_at: Time,
}).meta({ id: 'Banner' });
export type Banner = z.output<typeof Banner>;

const GivenBanner = z.object({
  text: z
    .string('Escreva o texto da faixa.')
    .trim()
    .min(1, 'Escreva o texto da faixa.')
    .max(BANNER_TEXT_MAX, 'O texto deve ter no máximo 500 caracteres.'),
  tone: z.enum(BANNER_TONES),
  group_ids: z.array(IdNumber).min(1, 'Escolha ao menos um grupo.').max(200).nullable().default(null),
  starts_at: z.iso.datetime('Informe o começo.'),
  ends_at: z.iso.datetime('Informe o fim.'),
  dismissible: z.boolean(),
  url: z
    .url({ protocol: /^https$/, error: 'Informe um endereço que comece com https://.' })
    .max(BANNER_LINK_MAX, 'O endereço deve ter no máximo 500 caracteres.')
    .nullable()
    .default(null),
});

export const bannersApi = {
  live: get('/banners', {
    access: 'user',
    summary: 'The banners that the caller sees now, warnings first',
    reply: z.array(LiveBanner),
  }),
  list: get('/admin/banners', {
    access: 'superadmin',
    summary: 'All banners, those that end last first',
    reply: z.array(Banner),
  }),
  create: post('/admin/banners', {
    access: 'superadmin',
    summary: 'Adds a banner',
    body: GivenBanner,
    reply: Banner,
    status: 201,
  }),
  update: put('/admin/banners/:id', {
    access: 'superadmin',
    summary: 'Changes a banner, which is then shown again to those who have put it away',
    params: Id,
    body: GivenBanner.extend({ version: IdNumber }),
    reply: Banner,
    missing: 'banner_not_found',
  }),
  remove: del('/admin/banners/:id', {
    access: 'superadmin',
    summary: 'Deletes a banner',
    params: Id,
    reply: Nothing,
    missing: 'banner_not_found',
  }),
};
