/**
 * Single-flight: concurrent identical reads are one read. No result is older than its request:
 * a caller who arrives while a read runs waits for the next one, which begins when that one ends.
 */
import type { Readable, SharedRead } from './client.ts';

/** `key` names what is read: everything that `read` depends on is in it. */
export function singleFlight<T>(db: Readable, key: string, read: () => Promise<T>): Promise<T> {
  const reads = db.sharedReads;
  // A transaction has a snapshot of its own, so its reads are not shared.
  if (!reads) return read();
  const running = reads.get(key);
  if (!running) return begin();
  running.next ??= running.result.then(begin, begin);
  return running.next as Promise<T>;

  function begin(): Promise<T> {
    const result = read();
    const mine: SharedRead = { result, next: null };
    reads?.set(key, mine);
    const leave = () => {
      // A waiting caller is about to start the next read.
      if (!mine.next) reads?.delete(key);
    };
    result.then(leave, leave);
    return result;
  }
}
