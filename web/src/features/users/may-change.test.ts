import { expect, test } from 'vitest';
import { mayGiveRoles, whyStatusIsLocked } from './person-cells.tsx';

const admin = { id: 1, role: 'admin' as const };
const superadmin = { id: 2, role: 'superadmin' as const };
const someone = { id: 3, role: 'user' as const, active: true };

test('R-ADM-18 any administrator may change the access of others, but not their own and not a superadmin’s', () => {
  expect(whyStatusIsLocked(admin, someone)).toBeNull();
  expect(whyStatusIsLocked(admin, { ...admin, active: true })).toBe(
    'Você não pode desativar a própria conta.',
  );
  expect(whyStatusIsLocked(admin, { ...superadmin, active: true })).toBe(
    'Apenas superadmins podem alterar outro superadmin.',
  );
  expect(whyStatusIsLocked({ ...superadmin, id: 9 }, { ...superadmin, active: true })).toBeNull();
});

test('R-ADM-22 only superadmins give roles', () => {
  expect([someone, admin, { id: 4, role: 'user_td' as const }, superadmin].map(mayGiveRoles)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
