export const en = {
  currentPassword: 'Current password',
  currentMissing: 'Confirm your current password.',
  loadFailed: 'Your account could not be loaded',
  loadContext: 'Your profile could not be loaded',
  signOut: 'Sign out',
} as const;
