import { isAdministrator, type Role, isSuperadmin as ranksHighest, type User } from '#contract/users.ts';

/** Some servers send the role as an object with its name. */
export function roleOf(user: Pick<User, 'role'>): Role {
  const role: Role | { name: Role } = user.role;
  return typeof role === 'object' ? (role as { name: Role }).name : role;
}

export function isSuperadmin(user: Pick<User, 'role'>): boolean {
  return ranksHighest({ role: roleOf(user) });
}

export function isAdmin(user: Pick<User, 'role'>): boolean {
  return isAdministrator({ role: roleOf(user) });
}
