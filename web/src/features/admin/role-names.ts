/** The names of roles as people read them. */
import { ROLE_NAMES, type Role } from '#contract/users.ts';
import { texts } from './texts.ts';

export const roleName = (role: Role): string => texts.roles[role];

/** For a choice. */
export const ROLE_OPTIONS = ROLE_NAMES.map((role) => ({ value: role, label: roleName(role) }));
