export const en = {
  tab: 'Access',
  line: 'How people sign in to this installation.',
  tabs: 'Parts of the access',
  scim: 'SCIM',
  factor: {
    title: 'Second factor',
    line: 'People with one of these roles need two-step verification to use Prosa.',
    roles: 'Roles that must have it',
    with: (some: string, all: string, one: boolean) =>
      one ? `${some} of ${all} person has a second factor` : `${some} of ${all} people have a second factor`,
    passkeys: 'Passkeys allowed',
    passkeysLine:
      'People may sign in with the fingerprint, the face or the PIN of their device, or with a USB key.',
    passwordLink: 'Password behind a link on the sign-in page',
    passwordLinkLine:
      'Where there are buttons of providers, the sign-in page shows “Sign in with a password” instead of the form.',
    grace: 'Days of grace',
    graceHint: 'From 0 to 90. They count from when the rule begins to apply to the person.',
    graceWrong: 'Enter 0 to 90 days.',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved',
    saveFailed: 'The access rule could not be saved',
    loading: 'Loading the access rule…',
    loadFailed: 'The access rule could not be loaded',
  },
} as const;
