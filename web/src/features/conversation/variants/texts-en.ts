export const en = {
  edit: 'Edit the question',
  editHint: 'Key E, or ↑ with an empty question box',
  question: 'Edited question',
  sendAgain: 'Send again',
  cancel: 'Cancel',
  variant: (index: number, count: number) => `${index} of ${count}`,
  variants: 'Variants of the question',
  previous: 'Previous variant',
  next: 'Next variant',
  chooseFailed: 'The other variant could not be shown',
};
