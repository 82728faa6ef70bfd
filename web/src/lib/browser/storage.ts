/**
 * The only keys that are written to localStorage. Where the browser refuses (private windows, blocked site data), the
 * value lives as long as the page.
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
    // Where storage is refused nothing was stored.
  }
}

/** Forgets everything of the person: the next one may be somebody else. The sidebar belongs to the browser. */
export function forgetPerson(): void {
  for (const key of KEYS) if (key !== 'sidebarState') forget(key);
}

/** The beginnings of the keys of sessionStorage, which a tab keeps as long as it is open. */
export const TAB_KEYS = {
  wanted: 'wanted',
  checkout: 'checkout',
  registration: 'registrationProof',
  signOn: 'sso:',
} as const;

export function forgetTab(): void {
  try {
    const ours = Object.values(TAB_KEYS);
    for (const key of Object.keys(sessionStorage))
      if (ours.some((each) => key.startsWith(each))) sessionStorage.removeItem(key);
  } catch {
    // Where storage is refused nothing was stored.
  }
}

/** Subscribes to changes made in other tabs; `null` means that all keys were cleared. */
export function onStoredElsewhere(listener: (key: StorageKey | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === null) listener(null);
    const key = KEYS.find((each) => each === event.key);
    if (key) listener(key);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
