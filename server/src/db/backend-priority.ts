/**
 * Background work yields the processors to requests: its PostgreSQL backend gets a lower priority for
 * the duration of the transaction, where it runs on the same machine. SQL has no statement for this.
 */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import {
  lowerProcessPriority,
  type ProcessPriority,
  restoreProcessPriority,
} from '../tuning/process-priority.ts';

type Connection = pg.PoolClient & {
  processID?: number | null;
  host?: string;
  user?: string;
  database?: string;
};

/** By transaction. */
const connections = new WeakMap<object, Connection>();
/** How urgent the backends were that give way. */
const before = new WeakMap<Connection, ProcessPriority>();

export function noteConnection(transaction: object, client: pg.PoolClient): void {
  connections.set(transaction, client);
}

/** Until the transaction's end. */
export async function lowerPriority(transaction: object): Promise<void> {
  const client = connections.get(transaction);
  if (!client || before.has(client)) return;
  const pid = await backendBesideUs(client);
  if (pid === null) return;
  try {
    before.set(client, lowerProcessPriority(pid));
  } catch {
    // PostgreSQL runs as somebody else, who does not let us.
  }
}

/** False when the backend stays less urgent, since only root may undo it: then the connection has to end. */
export function restorePriority(client: pg.PoolClient): boolean {
  const usual = before.get(client);
  if (usual === undefined) return true;
  before.delete(client);
  return restoreProcessPriority((client as Connection).processID ?? Number.NaN, usual);
}

/** Its process, if it is one of this machine: reached over a socket in a folder, and named as PostgreSQL names it. */
async function backendBesideUs({ processID, host, user, database }: Connection): Promise<number | null> {
  if (!processID || !host?.startsWith('/')) return null;
  const name = await readFile(`/proc/${processID}/cmdline`, 'latin1').catch(() => '');
  return name.startsWith('postgres:') && name.includes(` ${user} ${database} `) ? processID : null;
}
