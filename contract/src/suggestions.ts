/** Questions that are offered after an answer. */
import { z } from 'zod';
import { MessageId } from './chat.ts';
import { get } from './endpoint.ts';

/** `next`: questions that go on from the answer. `openers`: the answer refused, and these the agent can answer. */
export const SUGGESTION_KINDS = ['next', 'openers'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export const suggestionsApi = {
  list: get('/chat/messages/:id/suggestions', {
    access: 'user',
    summary: 'At most three questions to ask after the newest answer of a conversation; none after any other',
    params: MessageId,
    list: z.string(),
    list_metadata: z.object({ kind: z.enum(SUGGESTION_KINDS) }),
    missing: 'message_not_found',
  }),
};
