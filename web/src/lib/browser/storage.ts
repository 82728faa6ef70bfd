/**
 * The six things the browser keeps between visits. No other key is ever written. Where the browser
 * refuses (private windows, blocked site data), the value lives as long as the page.
 */
const KEYS = [
  'token',
  'refreshToken',
  'pendingChatQuestion',
  'lastUsedAgentId',
  'pendingVerificationEmail',
  'sidebarState',
] as const;
export type StorageKey = (typeof KEYS)[number];

const memory = new Map<StorageKey, string>();

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function forget(key: StorageKey): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept there in the first place.
  }
}

/** Tells of changes made in other tabs; `null` stands for everything at once. */
export function onStoredElsewhere(listener: (key: StorageKey | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === null) listener(null);
    const key = KEYS.find((each) => each === event.key);
    if (key) listener(key);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
