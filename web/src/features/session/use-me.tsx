/** The signed-in person, for everything behind the guard. */
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { User } from '#contract/users.ts';
import { hasTokens, subscribeTokens } from '../../api/tokens.ts';

const Me = createContext<User | null>(null);

export function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  return <Me value={user}>{children}</Me>;
}

export function useMe(): User {
  const user = use(Me);
  if (!user) throw new Error('useMe is for screens behind the guard');
  return user;
}

/** Both tokens are stored; follows changes made in other tabs. */
export function useHasTokens(): boolean {
  return useSyncExternalStore(subscribeTokens, hasTokens);
}
