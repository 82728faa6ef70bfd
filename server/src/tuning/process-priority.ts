/** How urgent a process of this machine is against all others, where the system lets us say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Below everybody else, and still getting on beside them: a statement may take ten seconds, a reading a minute. A
 * session has a sixth of the time of another one that is as busy; with a tenth of it a house of ten busy sessions would
 * let readings run out of their time. Who wakes up goes first with either.
 */
const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
const LOW_SESSION_PRIORITY = 8;

export type ProcessPriority = { own: number; session: number | null };

/**
 * Tells how urgent it was; throws where that is not ours to say. Linux may share its processors between sessions
 * before it looks at the processes of one ("autogroups", the usual thing outside of containers): then a priority is
 * worth nothing beside other sessions, and it is the session that has to be less urgent.
 */
export function lowerProcessPriority(pid: number): ProcessPriority {
  const own = getPriority(pid);
  setPriority(pid, Math.max(own, LOW_PRIORITY));
  const session = isSessionLeader(pid) ? sessionPriority(pid) : null;
  if (session === null || session >= LOW_SESSION_PRIORITY || !setSessionPriority(pid, LOW_SESSION_PRIORITY))
    return { own, session: null };
  return { own, session };
}

/** False when it stays less urgent in any way: a priority may only be raised by root, a session's by its owner. */
export function restoreProcessPriority(pid: number, { own, session }: ProcessPriority): boolean {
  const isSession = session === null || setSessionPriority(pid, session);
  try {
    setPriority(pid, own);
    return isSession;
  } catch {
    return false;
  }
}

/** Of a process that leads no session of its own we would slow others down, ourselves perhaps. */
function isSessionLeader(pid: number): boolean {
  const stat = readProc(`/proc/${pid}/stat`);
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(session) === pid;
}

/** Null where the system has no such thing. */
export function sessionPriority(pid: number): number | null {
  const nice = /nice (-?\d+)/.exec(readProc(`/proc/${pid}/autogroup`))?.[1];
  return nice === undefined ? null : Number(nice);
}

function setSessionPriority(pid: number, urgency: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(urgency));
    return true;
  } catch {
    return false;
  }
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
