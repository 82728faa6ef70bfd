/** The guard of personal data: what it looks for before a text leaves for an outside model, and what it does then. */

export const PERSONAL_DATA_MODES = ['allow', 'warn', 'mask', 'block'] as const;
export type PersonalDataMode = (typeof PERSONAL_DATA_MODES)[number];

export const PERSONAL_DATA_KINDS = ['cpf', 'cnpj', 'pis', 'cns', 'card', 'email', 'phone'] as const;
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];
