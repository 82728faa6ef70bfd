import type { User } from '#contract/users.ts';
import { isSuperadmin } from '../session/role.ts';
import { texts } from './texts.ts';

type Who = Pick<User, 'id' | 'role'>;

/** Why this person’s access is not mine to change; null when it is. The server judges again. */
export function whyStatusIsLocked(me: Who, user: Who & { active: boolean }): string | null {
  if (user.id === me.id && user.active) return texts.own;
  if (isSuperadmin(user) && !isSuperadmin(me)) return texts.protected;
  return null;
}

export const mayGiveRoles = (me: Who): boolean => isSuperadmin(me);
