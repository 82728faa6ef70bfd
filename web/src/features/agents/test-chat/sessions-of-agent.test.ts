import { expect, test } from 'vitest';
import type { ChatSession } from '#contract/chat-session.ts';
import { sessionsOfAgent, titleOf } from './sessions-of-agent.ts';

const session = (id: string, agent_id: number | null, created_at: string): ChatSession => ({
  id,
  agent_id,
  agent_name: 'Agente',
  chat_title: 'Novo chat',
  created_at,
  messages_count: 0,
  is_test: true,
  pinned: false,
  can_send: true,
  files: 'no',
  files_days: null,
  validity: false,
  expires_at: null,
});

test('the tab of an agent shows its own test conversations, the newest first (R-TEST-07, R-TEST-13)', () => {
  const all = [
    session('old', 5, '2026-11-01T10:00:00.000Z'),
    session('other', 6, '2026-11-03T10:00:00.000Z'),
    session('new', 5, '2026-11-02T10:00:00.000Z'),
    session('orphan', null, '2026-11-04T10:00:00.000Z'),
  ];
  expect(sessionsOfAgent(all, 5).map(({ id }) => id)).toEqual(['new', 'old']);
});

test('a conversation whose title is missing or blank is «Untitled Chat» (R-TEST-02)', () => {
  expect([null, '', '  ', 'Multas'].map((chat_title) => titleOf({ chat_title }))).toEqual([
    'Untitled Chat',
    'Untitled Chat',
    'Untitled Chat',
    'Multas',
  ]);
});
