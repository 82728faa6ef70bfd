/** Tags that agents are found by. */
import { z } from 'zod';
import { get } from './endpoint.ts';

export const Tag = z.object({ id: z.number().int(), name: z.string() }).meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

export const tagsApi = {
  list: get('/agents/tags', { access: 'user', summary: 'All tags, by name', list: Tag }),
};
