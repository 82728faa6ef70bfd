import type { Role, User } from '#contract/users.ts';

/** Some servers send the role as an object with its name. */
export function roleOf(user: Pick<User, 'role'>): Role {
  const role: Role | { name: Role } = user.role;
  return typeof role === 'object' ? (role as { name: Role }).name : role;
}

export function isSuperadmin(user: Pick<User, 'role'>): boolean {
  return roleOf(user) === 'superadmin';
}

export function isAdmin(user: Pick<User, 'role'>): boolean {
  const role = roleOf(user);
  return role === 'admin' || role === 'superadmin';
}
