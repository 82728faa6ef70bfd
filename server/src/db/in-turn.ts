/**
 * Work that takes the same lock comes one after another in any case. Here it waits for its turn without a connection:
 * forty callers that waited inside of their transactions would hold the whole pool, and everybody else would wait too.
 * Between processes the lock decides.
 */
const lastOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/** `key` names the lock. In the order of the calls; work that fails holds nobody up. */
export async function inTurn<T>(db: object, key: string, work: () => Promise<T>): Promise<T> {
  const last = lastOf.get(db) ?? new Map<string, Promise<unknown>>();
  lastOf.set(db, last);
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work);
  const over = mine.then(
    () => {},
    () => {},
  );
  last.set(key, over);
  try {
    return await mine;
  } finally {
    if (last.get(key) === over) last.delete(key);
  }
}
