import { expect, test } from 'vitest';
import type { ChatSession } from '#contract/chat-session.ts';
import { groupsOf } from './session-groups.ts';

const now = new Date(2026, 10, 20, 9, 30);

function session(id: string, date: Date, pinned = false): ChatSession {
  return {
    id,
    agent_id: 1,
    agent_name: 'Ajuda',
    chat_title: id,
    created_at: date.toISOString(),
    messages_count: 0,
    is_test: false,
    pinned,
    can_send: true,
    files: 'no',
    files_days: null,
    validity: false,
    expires_at: null,
  };
}

const shown = (sessions: ChatSession[]) =>
  groupsOf(sessions, now).map((group) => [group.label, group.sessions.map(({ id }) => id)]);

test('conversations stand under today, yesterday, the last seven days and months, newest first', () => {
  const sessions = [
    session('last year', new Date(2025, 10, 30, 23)),
    session('eight days ago', new Date(2026, 10, 12, 23, 59)),
    session('a week ago', new Date(2026, 10, 13, 0, 0)),
    session('two days ago', new Date(2026, 10, 18, 12)),
    session('late yesterday', new Date(2026, 10, 19, 23, 59)),
    session('just after midnight', new Date(2026, 10, 20, 0, 1)),
    session('a moment ago', new Date(2026, 10, 20, 9, 29)),
  ];
  expect(shown(sessions)).toEqual([
    ['Hoje', ['a moment ago', 'just after midnight']],
    ['Ontem', ['late yesterday']],
    ['Últimos 7 dias', ['two days ago', 'a week ago']],
    ['Novembro', ['eight days ago']],
    ['Novembro de 2025', ['last year']],
  ]);
});

test('pinned conversations stand above all others, however old', () => {
  const sessions = [
    session('new', new Date(2026, 10, 20, 9)),
    session('old and pinned', new Date(2024, 0, 1), true),
    session('new and pinned', new Date(2026, 10, 20, 8), true),
  ];
  expect(shown(sessions)).toEqual([
    ['Fixadas', ['new and pinned', 'old and pinned']],
    ['Hoje', ['new']],
  ]);
});

test('a server clock that runs ahead makes no conversation of tomorrow', () => {
  expect(shown([session('ahead', new Date(2026, 10, 21, 0, 1))])).toEqual([['Hoje', ['ahead']]]);
});
