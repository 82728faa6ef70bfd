export const en = {
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  save: 'Save',
  remove: 'Delete',
  loading: 'Loading…',
  loadMore: 'Load more',
  clearSearch: 'Clear search',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  soon: 'Coming soon',
} as const;
