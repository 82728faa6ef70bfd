/**
 * Questions that were typed and not sent, stored in IndexedDB until they are. Each belongs to a person and a place: a
 * conversation, or the new one. They outlive an expired session and are erased by signing out. Where the browser
 * refuses storage they live as long as the page.
 */
import { createStore, delMany, get, keys, promisifyRequest, type UseStore } from 'idb-keyval';

export const NEW_CHAT = 'new';
const WRITE_EVERY_MS = 300;

/** Key-value storage of texts: IndexedDB, or a test's. */
export type DraftStorage = {
  read: (key: string) => Promise<string | undefined>;
  /** An empty text deletes the entry. */
  write: (key: string, text: string) => Promise<void>;
  erase: (prefix: string) => Promise<void>;
};

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(storage: DraftStorage) {
  /** Drafts of this page; newer than the stored ones while a write waits. */
  const known = new Map<string, string>();
  /** Keys written less than `WRITE_EVERY_MS` ago, with the timer of their next write. */
  const resting = new Map<string, ReturnType<typeof setTimeout>>();
  const waiting = new Set<string>();
  const keyOf = (userId: number, place: string) => `${userId}:${place}`;

  function write(key: string) {
    waiting.delete(key);
    // Where the browser refuses, the draft lives as long as the page.
    storage.write(key, known.get(key) ?? '').catch(() => undefined);
  }

  function rest(key: string) {
    const flushNext = () => {
      resting.delete(key);
      if (!waiting.has(key)) return;
      write(key);
      rest(key);
    };
    resting.set(key, setTimeout(flushNext, WRITE_EVERY_MS));
  }

  return {
    /** The draft as far as this page knows it, synchronously. */
    peek: (userId: number, place: string): string | undefined => known.get(keyOf(userId, place)),

    async read(userId: number, place: string): Promise<string> {
      const key = keyOf(userId, place);
      const stored = await storage.read(key).catch(() => undefined);
      return known.get(key) ?? stored ?? '';
    },

    /** Writes at once, then at most every `WRITE_EVERY_MS`: a page may be killed without an event. */
    keep(userId: number, place: string, text: string): void {
      const key = keyOf(userId, place);
      known.set(key, text);
      // An empty text means that it was sent.
      if (text === '' || !resting.has(key)) write(key);
      else waiting.add(key);
      if (!resting.has(key)) rest(key);
    },

    /** Writes pending drafts before the page is hidden or unloaded. */
    flush(): void {
      for (const key of waiting) write(key);
    },

    /** Erases a person's drafts, or all of them when the person is unknown. */
    async erase(userId?: number): Promise<void> {
      const prefix = userId === undefined ? '' : `${userId}:`;
      for (const key of waiting) if (key.startsWith(prefix)) waiting.delete(key);
      for (const key of known.keys()) if (key.startsWith(prefix)) known.delete(key);
      await storage.erase(prefix).catch(() => undefined);
    },
  };
}

/** Opened lazily, because a browser may refuse to open it. */
function browserStorage(): DraftStorage {
  let opened: UseStore | undefined;
  const store = () => {
    opened ??= createStore('prosa', 'drafts');
    return opened;
  };
  return {
    read: async (key) => {
      const text: unknown = await get(key, store());
      return typeof text === 'string' ? text : undefined;
    },
    write: async (key, text) =>
      store()('readwrite', (objects) => {
        if (text === '') objects.delete(key);
        else objects.put(text, key);
        // Explicit: a page that is being unloaded may not live until the automatic commit.
        objects.transaction.commit();
        return promisifyRequest(objects.transaction);
      }),
    erase: async (prefix) => {
      const all = await keys(store());
      await delMany(
        all.filter((key) => typeof key === 'string' && key.startsWith(prefix)),
        store(),
      );
    },
  };
}

export const drafts = createDrafts(browserStorage());

/** Flushes drafts whenever the page is hidden; returns the unsubscribe function. */
export function keepDraftsOnLeave(): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') drafts.flush();
  };
  const left = () => drafts.flush();
  window.addEventListener('pagehide', left);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    window.removeEventListener('pagehide', left);
    document.removeEventListener('visibilitychange', hidden);
  };
}
