import { counted } from '../../../lib/format.ts';

export const entryNamesEn = {
  enters: 'Gets in',
  approval: 'Waits for approval',
  refused: 'Refused',
} as const;

export const en = {
  tab: 'Domains',
  title: 'E-mail domains',
  line: 'Who signs up with an e-mail of each domain, and how its people sign in.',
  list: 'Domain rules',
  loading: 'Loading the domains…',
  loadFailed: 'The domains could not be loaded',
  groupsFailed: 'The groups could not be loaded',
  providersFailed: 'The providers could not be loaded',
  saveFailed: 'The domains could not be saved',
  domain: 'Domain',
  domainHint: 'example.gov.br, or *.example.gov.br for its subdomains',
  others: 'All others',
  entry: 'Who signs up',
  group: 'Group',
  defaultGroup: 'Default group',
  provider: 'Entrusted to',
  noProvider: 'No provider',
  inactive: (name: string) => `${name} (inactive)`,
  closed: 'Only this way',
  closedLine: 'People of the domain sign in only with this provider, and with no password.',
  people: (count: number) => counted(count, 'person', 'people'),
  remove: (domain: string) => `Remove ${domain || 'the row'}`,
  add: 'Add domain',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  cancel: 'Undo',
  unsaved: 'You have unsaved changes.',
  required: 'Enter a domain.',
  closeAsk: (domains: string) => `Close ${domains} to passwords?`,
  closeLine: (domain: string, people: number) =>
    people > 0
      ? `${counted(people, 'person', 'people')} of ${domain} can no longer sign in with a password.`
      : `People of ${domain} can no longer sign in with a password.`,
  keepsPassword: (names: string) => `These keep their password: ${names}.`,
  closeLabel: 'Close and save',
  needsEmergency: 'First mark an emergency account with a second factor.',
  toPeople: 'See people',
  reload: 'See what was saved',
} as const;
