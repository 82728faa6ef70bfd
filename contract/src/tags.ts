/** Tags that agents are found by. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { TAG_NAME_MAX } from './limits.ts';
import { Flag, Id } from './paging.ts';

export const Tag = z.object({ id: z.int(), name: z.string() }).meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

/** `agents_count`: the number of agents with this tag; present for administrators only. */
export const ListedTag = Tag.extend({ agents_count: z.int().optional() }).meta({ id: 'ListedTag' });
export type ListedTag = z.infer<typeof ListedTag>;

export const tagMessages = {
  empty: 'O nome da tag não pode estar vazio',
  long: 'O nome da tag deve ter no máximo 50 caracteres',
} as const;

const TagName = z
  .string(tagMessages.empty)
  .trim()
  .min(1, tagMessages.empty)
  .max(TAG_NAME_MAX, tagMessages.long);

export const tagsApi = {
  list: get('/agents/tags', {
    access: 'user',
    summary: 'Tags by name; people see none that belongs to drafts only',
    /** Administrators get all tags, unless they ask for those that people are offered. */
    query: z.object({ offered: Flag(false) }),
    list: ListedTag,
  }),
  create: post('/agents/tags', {
    access: 'admin',
    summary: 'Makes a tag',
    body: z.object({ name: TagName }),
    reply: Tag,
    status: 201,
  }),
  rename: put('/agents/tags/:id', {
    access: 'admin',
    summary: 'Renames a tag',
    params: Id,
    body: z.object({ name: TagName }),
    reply: Tag,
    missing: 'tag_not_found',
  }),
  remove: del('/agents/tags/:id', {
    access: 'admin',
    summary: 'Deletes a tag and takes it from all agents',
    params: Id,
    reply: Nothing,
    missing: 'tag_not_found',
  }),
};
