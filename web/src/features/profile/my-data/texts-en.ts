import { DELETION_DAYS } from '#contract/limits.ts';
import { formatMonths } from '../../../lib/text/figures.ts';

export const en = {
  title: 'My data',
  line: 'Take a copy, correct what is wrong or ask for your account to be deleted.',
  kept: (months: number) =>
    `Conversations not used for ${formatMonths(months)} are deleted, pinned ones too.`,
  export: {
    action: 'Download my data',
    busy: 'Preparing the file…',
    done: (file: string) => `File downloaded: ${file}`,
    failed: 'Your data could not be downloaded',
  },
  correct: {
    action: 'Correct name and phone',
    title: 'Correct name and phone',
    line: 'You sign in with your e-mail, and it does not change here.',
    name: 'Name',
    nameMissing: 'A name is required.',
    phone: 'Phone',
    phoneWrong: 'Enter a phone number with its area code.',
    optional: 'Optional',
    save: 'Save',
    saving: 'Saving…',
    done: 'Data corrected',
    failed: 'Your data could not be corrected',
  },
  deletion: {
    action: 'Delete my account',
    title: 'Delete my account',
    line: 'Read what happens before you ask for it.',
    what: [
      `The account is deleted in ${DELETION_DAYS} days. Until then you use Prosa as usual and can change your mind.`,
      'After that your conversations, ratings, feedback, sessions and personal data are deleted and cannot be recovered.',
      'A paid plan is cancelled together with the account; the period already paid for is not refunded automatically.',
      'Only the totals of use stay, with no link to you, and the audit records that the organisation must keep.',
      'Backups made earlier may hold your data until they are replaced.',
      'If you want to keep something, download your data first.',
    ],
    password: 'Current password',
    passwordMissing: 'Confirm your current password.',
    submit: 'Ask for deletion',
    submitting: 'Sending the request…',
    failed: 'The deletion of the account could not be requested',
    due: (moment: string) => `Your account will be deleted on ${moment}.`,
    dueLine: 'Until then you can use Prosa as usual or change your mind.',
    cancel: 'Cancel the deletion',
    cancelling: 'Cancelling…',
    cancelFailed: 'The deletion of the account could not be cancelled',
    cancelled: 'Deletion cancelled. Your account stays as it was.',
  },
} as const;
