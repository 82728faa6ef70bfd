import type { ChatSession } from '#contract/chat-session.ts';
import { texts } from './texts.ts';

/** Those of one agent, newest first. */
export function sessionsOfAgent(sessions: ChatSession[], agentId: number): ChatSession[] {
  return sessions
    .filter(({ agent_id }) => agent_id === agentId)
    .sort((one, other) => other.created_at.localeCompare(one.created_at));
}

/** A title is promised, but a row without one must not be a row without words. */
export function titleOf({ chat_title }: { chat_title: string | null }): string {
  return chat_title?.trim() || texts.untitled;
}
