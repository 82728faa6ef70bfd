export const serverNamesEn = { postgres: 'PostgreSQL', mysql: 'MySQL or MariaDB' } as const;

export const tlsWordsEn = {
  off: 'Without TLS (only on a private network)',
  require: 'Encrypted, certificate not verified',
  verify: 'Encrypted, certificate verified',
} as const;

export const en = {
  title: 'Connections',
  line: 'The databases that data sources may read. A password kept here is never shown again.',
  list: 'Connections to databases',
  loadFailed: 'The connections could not be loaded',
  add: 'Add connection',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  test: 'Test connection',
  testOf: (name: string) => `Test the connection ${name}`,
  testing: 'Testing…',
  testFailed: 'The connection could not be tested',
  works: (version: string) => `All is well: ${version}, and the account only reads.`,
  mayWrite: 'The server answers, but this account may write.',
  unreachable: 'The connection was not made.',
  testHint: 'The test uses the password typed here; the stored one is not sent.',

  server: 'Server',
  database: 'Database',
  user: 'User',
  tls: 'TLS',
  sources: 'Data sources',
  fixed: 'Set on the server, in DATASOURCE_DATABASE_URL. Without that variable it is the example database.',

  addTitle: 'Add connection',
  addLine: 'Use an account that only reads: one that may write is refused.',
  editTitle: (name: string) => `Connection ${name}`,
  name: 'Name',
  kind: 'Kind',
  host: 'Server (name or address)',
  port: 'Port',
  password: 'Password',
  passwordStored: 'Stored',
  passwordKept:
    'Left empty: the stored one stays. For another server, port, database or user it must be typed again.',
  passwordUnreadable: 'Unreadable password: type it again.',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  saveFailed: 'The connection could not be saved',
  needed: 'Required field.',
  portNeeded: 'Enter a port from 1 to 65535.',

  removeQuestion: (name: string) => `Remove the connection ${name}? The database is not touched.`,
  removeFailed: 'The connection could not be removed',
  inUseTitle: (name: string) => `${name} is in use`,
  inUseLine: 'These data sources read from this connection. Change their connection first.',
  close: 'Close',
} as const;
