import type { Residency } from '#contract/model-sets.ts';

const places = {
  local: 'on premises',
  brasil: 'in Brazil',
  exterior: 'abroad',
} as const satisfies Record<Residency, string>;

export const en = {
  title: 'Personal data in the question',
  found: (kinds: string, provider: string, residency: Residency) =>
    `The question has personal data: ${kinds}. This agent uses ${provider}, ${places[residency]}.`,
  one: {
    cpf: 'CPF',
    cnpj: 'CNPJ',
    pis: 'PIS/NIS',
    cns: 'CNS',
    card: 'card number',
    email: 'e-mail',
    phone: 'phone number',
  },
  several: {
    cpf: 'CPFs',
    cnpj: 'CNPJs',
    pis: 'PIS/NIS',
    cns: 'CNS',
    card: 'card numbers',
    email: 'e-mails',
    phone: 'phone numbers',
  },
  send: 'Send as it is',
  mask: 'Replace by marks',
  back: 'Back to editing',

  local: 'Stays on premises',
  brasil: 'Processed in Brazil',
  exterior: (provider: string) => `Processed by ${provider} (abroad)`,
  mayLeave: { local: 'May leave the premises', brasil: 'May leave Brazil' },
  mayLeaveLine: (own: string, other: string, residency: Residency) =>
    `${own} answers. The text of the conversation may also go to ${other}, ${places[residency]}: to a reserve, for reading tables, or for the search.`,
  localLine: 'The text of the conversation and the passages found stay on premises.',
  leaves: 'The text of the conversation and the passages found go to this provider.',
  masked: 'CPF numbers and other data are replaced by marks before they leave.',
} as const;
