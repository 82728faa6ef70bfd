/** The names of roles as people read them. */
import { ROLE_NAMES, type Role } from '#contract/users.ts';

const portuguese: Record<Role, string> = {
  user: 'usuário',
  admin: 'administrador',
  user_td: 'usuário TD',
  superadmin: 'superadministrador',
};

export const roleName = (role: Role): string => (__LANGUAGE__ === 'pt-BR' ? portuguese[role] : role);

/** For a choice. */
export const ROLE_OPTIONS = ROLE_NAMES.map((role) => ({ value: role, label: roleName(role) }));
