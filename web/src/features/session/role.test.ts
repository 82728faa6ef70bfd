import { expect, test } from 'vitest';
import type { Role } from '#contract/users.ts';
import { isAdmin, isSuperadmin } from './role.ts';

test('R-SHELL-28 admins and superadmins administer, nobody else', () => {
  const roles: Role[] = ['user', 'admin', 'user_td', 'superadmin'];
  expect(roles.map((role) => isAdmin({ role }))).toEqual([false, true, false, true]);
  expect(roles.map((role) => isSuperadmin({ role }))).toEqual([false, false, false, true]);
});

test('O-26 a role that comes as an object is known by its name', () => {
  expect(isAdmin({ role: { name: 'admin' } as unknown as Role })).toBe(true);
});
