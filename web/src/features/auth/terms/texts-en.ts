export const en = {
  accept: {
    terms: (version: number) => `I have read and accept the Terms of Use (version ${version})`,
    privacy: (version: number) => `I have read the Privacy Notice (version ${version})`,
  },
  read: (title: string) => `Read “${title}”`,
  version: (version: number, day: string) => `Version ${version}, of ${day}`,
  missing: 'Mark what you have read to continue.',
  loading: 'Loading the terms…',
  loadFailed: 'The terms could not be loaded',
  close: 'Close',
} as const;
