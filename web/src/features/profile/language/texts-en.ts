export const en = {
  title: 'Language of the screens',
  line: 'For your account, in all browsers. What the organisation wrote is not translated.',
  language: 'Language of the screens',
  installation: 'That of the installation',
  failed: 'The language could not be changed',
} as const;
