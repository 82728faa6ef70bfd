/** Sorts conversations into the groups of the sidebar. */
import type { ChatSession } from '#contract/chat-session.ts';
import { calendarDay } from '../../../lib/format.ts';
import { newestFirst } from '../queries.ts';
import { texts } from '../texts.ts';

export type SessionGroup = { label: string; sessions: ChatSession[] };

/** «Últimos 7 dias» holds what is older than yesterday and not older than this. */
const WEEK_DAYS = 7;
const months = __LANGUAGE__ === 'en' ? 'en' : 'pt-BR';
const month = new Intl.DateTimeFormat(months, { month: 'long' });
const monthAndYear = new Intl.DateTimeFormat(months, { month: 'long', year: 'numeric' });

/** Temporary ones stand by themselves. */
function labelOf({ pinned, expires_at, created_at }: ChatSession, now: Date): string {
  if (pinned) return texts.pinned;
  return expires_at ? texts.temporary : periodOf(new Date(created_at), now);
}

/** Pinned ones first, the others by the day they were begun; newest first in every group. */
export function groupsOf(sessions: ChatSession[], now: Date = new Date()): SessionGroup[] {
  const groups = new Map<string, ChatSession[]>();
  const sorted = newestFirst(sessions);
  for (const session of [...sorted.filter(isPinned), ...sorted.filter((each) => !isPinned(each))]) {
    const label = labelOf(session, now);
    groups.set(label, [...(groups.get(label) ?? []), session]);
  }
  return [...groups].map(([label, members]) => ({ label, sessions: members }));
}

const isPinned = ({ pinned }: ChatSession) => pinned;

function periodOf(date: Date, now: Date): string {
  const days = calendarDay(now) - calendarDay(date);
  // A negative difference means that the server's clock is a little ahead.
  if (days <= 0) return texts.today;
  if (days === 1) return texts.yesterday;
  if (days <= WEEK_DAYS) return texts.lastWeek;
  return capitalised((date.getFullYear() === now.getFullYear() ? month : monthAndYear).format(date));
}

const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);
