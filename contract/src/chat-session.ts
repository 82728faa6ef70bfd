/** Conversations, as lists of them and the search show them. */
import { z } from 'zod';
import { FileRules } from './file-rules.ts';
import { RESIDENCIES } from './model-sets.ts';
import { Time } from './paging.ts';

export const ChatSession = z
  .object({
    id: z.string(),
    agent_id: z.int().nullable(),
    agent_name: z.string().nullable(),
    chat_title: z.string(),
    created_at: Time,
    messages_count: z.int(),
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
        /** A place farther away that it may reach too: a reserve, a step of a data source, the search by meaning. */
        beyond: z.object({ provider: z.string(), residency: z.enum(RESIDENCIES) }).optional(),
      })
      .optional(),
  })
  .meta({ id: 'ChatSession' });
export type ChatSession = z.output<typeof ChatSession>;

/** A conversation or a record of it that holds the searched words. */
export const SearchHit = z
  .object({
    session_id: z.string(),
    chat_title: z.string(),
    agent_name: z.string().nullable(),
    /** Where the words stand; null when only the title holds them. */
    message_id: z.int().nullable(),
    /** A stretch around the first place; the title when only it holds them. */
    snippet: z.string(),
    /** Where in the snippet the words stand: [start, end), in UTF-16 code units. */
    matches: z.array(z.tuple([z.int(), z.int()])),
    created_at: Time,
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.output<typeof SearchHit>;
