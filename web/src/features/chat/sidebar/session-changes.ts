/** Renaming, pinning and deleting conversations: optimistic, reverted when the server refuses. */
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chatApi } from '#contract/chat.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { messagesQuery, sessionQuery, sessionsKey } from '../../conversation/stream/queries.ts';
import { discardAnswer } from '../../conversation/stream/use-answer.ts';
import { searchKey } from '../queries.ts';
import { texts } from '../texts.ts';
import { change, changeBack, knownSession, putBack, type SessionChange, takeOut } from './session-cache.ts';

export type SessionActions = {
  rename: (session: ChatSession, chat_title: string) => void;
  pin: (session: ChatSession, pinned: boolean) => void;
  /** `revoke`: the receipts of its answers as well. */
  remove: (session: ChatSession, revoke?: boolean) => void;
};

type Wish = { id: string; fields?: SessionChange; revoke?: boolean };

const changeKey = ['chat', 'change-session'] as const;
const updateKey = [...changeKey, 'update'] as const;
const removalKey = [...changeKey, 'remove'] as const;

/** `onLeave` is called with a deleted conversation before the server has answered. */
export function useSessionActions({ onLeave }: { onLeave: (id: string) => void }): SessionActions {
  const client = useQueryClient();
  const { mutate: update } = useMutation(updating(client));
  const { mutate: remove } = useMutation(removal(client, onLeave));
  return useMemo(
    () => ({
      rename: ({ id }, chat_title) => update({ id, fields: { chat_title } }),
      pin: ({ id }, pinned) => update({ id, fields: { pinned } }),
      remove: ({ id }, revoke = false) => remove({ id, revoke }),
    }),
    [update, remove],
  );
}

/** The failure of the last change, also when the list was not mounted at that moment. */
export function useChangeFailure() {
  const client = useQueryClient();
  const { mutate: update } = useMutation(updating(client));
  const { mutate: remove } = useMutation(removal(client));
  const last = useMutationState({ filters: { mutationKey: changeKey }, select: ({ state }) => state }).at(-1);
  if (last?.status !== 'error') return undefined;
  const wish = last.variables as Wish;
  return {
    title: messageOf(last.error, contextOf(wish)),
    retry: () => (wish.fields ? update(wish) : remove(wish)),
    dismiss: () => forgetFailures(client),
  };
}

function contextOf({ fields }: Wish): string {
  if (!fields) return texts.removeFailed;
  if (fields.chat_title !== undefined) return texts.renameFailed;
  return fields.pinned ? texts.pinFailed : texts.unpinFailed;
}

function forgetFailures(client: QueryClient): void {
  const mutations = client.getMutationCache();
  for (const failed of mutations.findAll({ mutationKey: changeKey, status: 'error' }))
    mutations.remove(failed);
}

const updating = (client: QueryClient) => ({
  mutationKey: updateKey,
  // Serialised: two changes of a title arrive in the order in which they were made.
  scope: { id: updateKey.join() },
  mutationFn: ({ id, fields = {} }: Wish) => call(chatApi.updateSession, { params: { id }, body: fields }),
  onMutate: async ({ id, fields = {} }: Wish) => {
    const before = knownSession(client, id);
    change(client, id, fields);
    // A pending fetch of the list would bring the old value back.
    await client.cancelQueries({ queryKey: sessionsKey });
    change(client, id, fields);
    return { before };
  },
  onError: (_: Error, { fields = {} }: Wish, context: { before: ChatSession | undefined } | undefined) => {
    const before = context?.before;
    if (before) changeBack(client, before, fields);
  },
  onSettled: (_: unknown, __: unknown, { id }: Wish) => {
    // Only the last of several changes refetches.
    if (client.isMutating({ mutationKey: updateKey }) > 1) return;
    void client.invalidateQueries({ queryKey: sessionsKey });
    void client.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
    void client.invalidateQueries({ queryKey: searchKey });
  },
});

const removal = (client: QueryClient, onLeave?: (id: string) => void) => ({
  mutationKey: removalKey,
  mutationFn: ({ id, revoke }: Wish) =>
    call(chatApi.removeSession, { params: { id }, query: revoke ? { receipts: 'revoke' } : {} }),
  onMutate: async ({ id }: Wish) => {
    const removed = knownSession(client, id);
    takeOut(client, id);
    onLeave?.(id);
    // A pending fetch of the list would bring it back.
    await client.cancelQueries({ queryKey: sessionsKey });
    takeOut(client, id);
    return { removed };
  },
  onSuccess: (_: unknown, { id }: Wish) => {
    discardAnswer(id);
    client.removeQueries({ queryKey: messagesQuery(id).queryKey });
    client.removeQueries({ queryKey: sessionQuery(id).queryKey });
    void client.invalidateQueries({ queryKey: searchKey });
  },
  onError: (_: Error, __: Wish, context: { removed: ChatSession | undefined } | undefined) => {
    const removed = context?.removed;
    if (removed) putBack(client, removed);
    return client.invalidateQueries({ queryKey: sessionsKey });
  },
});

export type RowControls = {
  session: ChatSession;
  title: string;
  actions: SessionActions;
  onRename: () => void;
};
