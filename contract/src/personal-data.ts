/** Kinds of personal data, and what an agent does with them before a text leaves for an outside model. */
import { z } from 'zod';

export const PERSONAL_DATA_MODES = ['allow', 'warn', 'mask', 'block'] as const;
export type PersonalDataMode = (typeof PERSONAL_DATA_MODES)[number];

export const PERSONAL_DATA_KINDS = ['cpf', 'cnpj', 'pis', 'cns', 'card', 'email', 'phone'] as const;
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** The decision of a person about the personal data in a question, where the agent asks for one. */
export const PERSONAL_DATA_DECISIONS = ['send', 'mask'] as const;
export type PersonalDataDecision = (typeof PERSONAL_DATA_DECISIONS)[number];

/** A CNPJ names a company, and stands in every tender number. */
export const DEFAULT_PERSONAL_DATA_KINDS: readonly PersonalDataKind[] = ['cpf', 'pis', 'cns', 'card'];

/** One and several of each kind, as sentences name them. */
export const PERSONAL_DATA_NAMES = {
  cpf: ['CPF', 'CPFs'],
  cnpj: ['CNPJ', 'CNPJs'],
  pis: ['PIS/NIS', 'PIS/NIS'],
  cns: ['CNS', 'CNS'],
  card: ['número de cartão', 'números de cartão'],
  email: ['e-mail', 'e-mails'],
  phone: ['telefone', 'telefones'],
} as const satisfies Record<PersonalDataKind, readonly [string, string]>;

/** How many there are of each kind; absent where there is none. */
export const PersonalDataCounts = z.partialRecord(z.enum(PERSONAL_DATA_KINDS), z.int());
export type PersonalDataCounts = z.output<typeof PersonalDataCounts>;
