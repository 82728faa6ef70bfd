/** The sentences about fields of accounts that forms say before they ask the server, which says the same. */
import { messages as pt } from '#contract/account-fields.ts';
import type { Same } from './same.ts';

const en = {
  emailInvalid: 'Please enter a valid e-mail.',
  passwordShort: 'The password must have at least 8 characters.',
  newPasswordShort: 'The new password must have at least 8 characters.',
  passwordLong: 'The password may have at most 128 characters.',
  passwordControl: 'The password cannot have control characters.',
  phoneInvalid: 'Enter a phone number with its area code, with 10 or 11 digits.',
  nameMissing: 'Enter your name.',
  nameLong: 'The name may have at most 200 characters.',
  codeWrong: 'Invalid or expired code.',
  codeMissing: 'Enter the code.',
  required: 'Required field.',
} as const;

export const messages: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
