/**
 * Single-flight: concurrent identical reads are one read. No result is older than its request:
 * a caller who arrives while a read runs waits for the next one, which begins when that one ends.
 */
import { is } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Queryable } from './client.ts';

type Line = { running: Promise<unknown>; next: Promise<unknown> | null };

const lines = new WeakMap<Queryable, Map<string, Line>>();

/** `key` names what is read: everything that `read` depends on is in it. */
export function singleFlight<T>(db: Queryable, key: string, read: () => Promise<T>): Promise<T> {
  // A transaction has a snapshot of its own, so its reads are not shared.
  if (is(db, PgTransaction)) return read();
  const open = lines.get(db) ?? new Map<string, Line>();
  lines.set(db, open);
  const line = open.get(key);
  if (line) {
    line.next ??= line.running.then(begin, begin);
    return line.next as Promise<T>;
  }
  return begin();

  function begin(): Promise<T> {
    const running = read();
    const mine: Line = { running, next: null };
    open.set(key, mine);
    const leave = () => {
      // A waiting caller is about to start the next read.
      if (!mine.next) open.delete(key);
    };
    running.then(leave, leave);
    return running;
  }
}
