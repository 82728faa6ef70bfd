import { counted } from '../../../lib/format.ts';

export const en = {
  title: 'Receipts',
  line: 'Answers that you signed to show outside Prosa.',
  loading: 'Loading the receipts…',
  loadFailed: 'The receipts could not be loaded',
  empty: 'No receipts. Make one in “⋯”, under an answer.',
  gone: 'Text removed',
  revoked: (date: string) => `Revoked on ${date}`,
  made: (agent: string, date: string) => `${agent}, ${date}`,
  revoke: 'Revoke',
  revokeOf: (code: string) => `Revoke the receipt ${code}`,
  confirm: (code: string) => `Revoke the receipt ${code}?`,
  confirmDetail:
    'Its text is deleted from Prosa, and anyone who checks the code will read that it was revoked. This cannot be undone.',
  revokeFailed: 'The receipt could not be revoked',
  done: (code: string) => `The receipt ${code} was revoked.`,
  more: 'Show more',
  links: {
    title: 'Links to conversations',
    line: 'Conversations that you show inside the organisation.',
    loadFailed: 'The links could not be loaded',
    empty: 'No links. Create one in “⋯”, in a conversation.',
    until: (date: string) => `until ${date}`,
    openings: (openings: number) => counted(openings, 'opening', 'openings'),
    end: 'End',
    endOf: (title: string) => `End the link to ${title}`,
    endFailed: 'The link could not be ended',
    done: (title: string) => `The link to ${title} was ended.`,
  },
};
