export const en = {
  title: 'Language of the screens',
  line: 'For people who have not chosen another one in their profile, and for the screens before the sign-in.',
  language: 'Language',
  fixed: 'Set on the server, in PROSA_LANGUAGE.',
  loadFailed: 'The language of the screens could not be loaded',
  saveFailed: 'The language of the screens could not be changed',
} as const;
