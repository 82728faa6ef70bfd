export const kindsEn = {
  terms: 'Terms of Use',
  privacy: 'Privacy Notice',
} as const;

export const en = {
  title: 'Before you continue',
  line: 'Read the texts of this installation. They apply to your use of Prosa.',
  accept: {
    terms: (version: number) => `I have read and accept the Terms of Use (version ${version})`,
    privacy: (version: number) => `I have read the Privacy Notice (version ${version})`,
  },
  version: (version: number, day: string) => `Version ${version}, ${day}`,
  missing: 'Tick what you have read to continue.',
  proceed: 'Continue',
  proceeding: 'Continuing…',
  signOut: 'Sign out',
  download: 'Download my data',
  downloading: 'Preparing your data…',
  downloadFailed: 'Your data could not be downloaded',
  loading: 'Loading the terms…',
  loadFailed: 'The terms could not be loaded',
  acceptFailed: 'Your acceptance could not be recorded',
} as const;
