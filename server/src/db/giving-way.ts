/**
 * Long work that nobody waits for gives the processors to whoever asks: its PostgreSQL backend is made less urgent for
 * the transaction's time, where it runs beside us. From SQL this cannot be said.
 */
import { readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import type pg from 'pg';

/** Below everybody else, and still getting on beside them: a statement may take ten seconds. */
const UNHURRIED = constants.priority.PRIORITY_BELOW_NORMAL;

type Connection = pg.PoolClient & {
  processID?: number | null;
  host?: string;
  user?: string;
  database?: string;
};

/** By transaction. */
const connections = new WeakMap<object, Connection>();
/** How urgent the backends were that give way. */
const before = new WeakMap<Connection, number>();

export function noteConnection(transaction: object, client: pg.PoolClient): void {
  connections.set(transaction, client);
}

/** Until the transaction's end. */
export async function giveWay(transaction: object): Promise<void> {
  const client = connections.get(transaction);
  if (!client || before.has(client)) return;
  const pid = await backendBesideUs(client);
  if (pid === null) return;
  try {
    const usual = getPriority(pid);
    setPriority(pid, Math.max(usual, UNHURRIED));
    before.set(client, usual);
  } catch {
    // PostgreSQL runs as somebody else, who does not let us.
  }
}

/** False when the backend stays less urgent, since only root may undo it: then the connection has to end. */
export function comeBack(client: pg.PoolClient): boolean {
  const usual = before.get(client);
  if (usual === undefined) return true;
  before.delete(client);
  try {
    setPriority((client as Connection).processID ?? Number.NaN, usual);
    return true;
  } catch {
    return false;
  }
}

/** Its process, if it is one of this machine: reached over a socket in a folder, and named as PostgreSQL names it. */
async function backendBesideUs({ processID, host, user, database }: Connection): Promise<number | null> {
  if (!processID || !host?.startsWith('/')) return null;
  const name = await readFile(`/proc/${processID}/cmdline`, 'latin1').catch(() => '');
  return name.startsWith('postgres:') && name.includes(` ${user} ${database} `) ? processID : null;
}
