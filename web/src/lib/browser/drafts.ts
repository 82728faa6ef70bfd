/**
 * Questions that were typed and not sent, kept in the browser's database until they are. Each belongs to a person
 * and a place: a conversation, or the new one. They outlive a sign-in that expires and are erased by leaving on
 * purpose. Where the browser refuses to keep anything, they live as long as the page.
 */
import { createStore, delMany, get, keys, promisifyRequest, type UseStore } from 'idb-keyval';

export const NEW_CHAT = 'new';
const WRITE_EVERY_MS = 300;

/** A place where texts are kept under keys; the browser's, or a test's. */
export type DraftStorage = {
  read: (key: string) => Promise<string | undefined>;
  /** An empty text is taken away. */
  write: (key: string, text: string) => Promise<void>;
  erase: (prefix: string) => Promise<void>;
};

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(storage: DraftStorage) {
  /** What this page knows; newer than what is stored while a write waits. */
  const known = new Map<string, string>();
  /** Written a moment ago: what comes now waits its turn. */
  const resting = new Map<string, ReturnType<typeof setTimeout>>();
  const waiting = new Set<string>();
  const keyOf = (userId: number, place: string) => `${userId}:${place}`;

  function write(key: string) {
    waiting.delete(key);
    // A browser that refuses keeps nothing; the page still knows it.
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
    /** What this page knows already, without waiting. */
    peek: (userId: number, place: string): string | undefined => known.get(keyOf(userId, place)),

    async read(userId: number, place: string): Promise<string> {
      const key = keyOf(userId, place);
      const stored = await storage.read(key).catch(() => undefined);
      return known.get(key) ?? stored ?? '';
    },

    /** Written at once, and while somebody types a few times a second: a page may go without a farewell. */
    keep(userId: number, place: string, text: string): void {
      const key = keyOf(userId, place);
      known.set(key, text);
      // Empty: it was sent.
      if (text === '' || !resting.has(key)) write(key);
      else waiting.add(key);
      if (!resting.has(key)) rest(key);
    },

    /** Writes what waits: the page may be about to go. */
    flush(): void {
      for (const key of waiting) write(key);
    },

    /** Erases a person's drafts, or everybody's when nobody knows who is leaving. */
    async erase(userId?: number): Promise<void> {
      const prefix = userId === undefined ? '' : `${userId}:`;
      for (const key of waiting) if (key.startsWith(prefix)) waiting.delete(key);
      for (const key of known.keys()) if (key.startsWith(prefix)) known.delete(key);
      await storage.erase(prefix).catch(() => undefined);
    },
  };
}

/** Opened when first needed: a browser may refuse even that. */
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
      store()('readwrite', (shelf) => {
        if (text === '') shelf.delete(key);
        else shelf.put(text, key);
        // Said aloud: a page that is going away does not live to see the silence that commits by itself.
        shelf.transaction.commit();
        return promisifyRequest(shelf.transaction);
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

/** Writes what waits whenever the page is put away; returns the farewell. */
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
