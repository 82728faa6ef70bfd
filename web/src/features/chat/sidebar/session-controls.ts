/** What the controls of a conversation's row are given, whichever form they have. */
import type { ChatSession } from '#contract/chat.ts';
import type { SessionActions } from './session-changes.ts';

export type RowControls = {
  session: ChatSession;
  title: string;
  actions: SessionActions;
  onRename: () => void;
};
