export const en = {
  roles: { user: 'user', admin: 'admin', user_td: 'TD user', superadmin: 'superadmin' },
  model: 'Model',
  modelsFailed: 'The model catalogue could not be loaded',
  people: {
    found: 'People found',
    nobody: 'Nobody found',
    failed: 'The users could not be searched',
  },
  personalData: {
    kinds: {
      cpf: 'CPF',
      cnpj: 'CNPJ',
      pis: 'PIS/NIS',
      cns: 'CNS (SUS card)',
      card: 'Payment card',
      email: 'E-mail',
      phone: 'Phone',
    },
    modes: { allow: 'Allow', warn: 'Warn', mask: 'Mask', block: 'Block' },
    modeLines: {
      allow: 'Texts go out as they are.',
      warn: 'Whoever asks is warned and chooses: send anyway, or replace with marks.',
      mask: 'Each item is replaced with a mark, such as [CPF 1], and returns to its place in the answer.',
      block: 'A question with personal data is refused; in documents they are replaced with marks.',
    },
  },
} as const;
