/** Scheduling priority of another process of this machine, where the system allows to change it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lower than all others, and still high enough for a statement to end in ten seconds and an extraction in a minute beside
 * them. A session at nice 8 gets a sixth of the time of another busy one; with a tenth, ten busy sessions would make
 * extractions time out.
 */
const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
const LOW_SESSION_PRIORITY = 8;

export type ProcessPriority = { own: number; session: number | null };

/**
 * Returns the former priority; throws where the system does not allow the change. Linux may divide processor time between
 * sessions first ("autogroups", the default outside of containers): a priority then has no effect on other sessions, and
 * the priority of the session has to be lowered.
 */
export function lowerProcessPriority(pid: number): ProcessPriority {
  const own = getPriority(pid);
  setPriority(pid, Math.max(own, LOW_PRIORITY));
  const session = isSessionLeader(pid) ? sessionPriority(pid) : null;
  if (session === null || session >= LOW_SESSION_PRIORITY || !setSessionPriority(pid, LOW_SESSION_PRIORITY))
    return { own, session: null };
  return { own, session };
}

/** False when the priority stays lowered: only root may raise that of a process, only its owner that of a session. */
export function restoreProcessPriority(pid: number, { own, session }: ProcessPriority): boolean {
  const isSession = session === null || setSessionPriority(pid, session);
  try {
    setPriority(pid, own);
    return isSession;
  } catch {
    return false;
  }
}

/** Lowering the session of a process that does not lead it would slow down other processes, perhaps this one. */
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
