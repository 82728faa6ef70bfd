export const en = {
  or: 'or',
  networkAccount: 'your network account',
  enter: (name: string) => `Sign in with ${name}`,
  opening: (name: string) => `Opening ${name}…`,
  context: 'The sign-in by the provider failed',
  keepsNothing: (name: string) =>
    `Your browser keeps no data of this page. Allow it in order to sign in with ${name}.`,
  back: {
    tab: 'Completing the sign-in',
    title: 'Completing the sign-in…',
    line: 'We are confirming with the provider who you are.',
    otherTab: 'This sign-in was started in another tab or has expired. Start again.',
    failed: 'The sign-in was not completed.',
    again: (name: string) => `Try again with ${name}`,
    toLogin: 'Back to sign-in',
    provider: 'the provider',
  },
  waiting: {
    title: 'Your sign-up awaits approval.',
    line: 'An administrator will decide, and you will get an e-mail.',
  },
  confirm: {
    tab: 'Confirm it’s you',
    opening: 'Opening the page of your account’s provider…',
    done: 'Confirmed.',
    doneLine: 'What you asked for goes on in the other tab.',
    goOn: 'You can close this tab.',
    failed: 'The confirmation was not completed.',
    notProved:
      'The provider did not confirm that you have just signed in with your account. Try again with it, or sign out of Prosa and sign in again.',
    again: 'Try again',
    keepsNothing: 'Your browser keeps no data of this page. Allow it in order to confirm it’s you.',
    context: 'It could not be confirmed that it’s you',
    signedOut: 'You are not signed in.',
    signedOutLine:
      'Sign in and repeat what you asked for: just after signing in, there is nothing to confirm.',
    signIn: 'Sign in',
  },
  link: {
    title: 'This account already exists.',
    line: (email: string, name: string) =>
      `There is already an account with ${email}. Confirm its password once to sign in with ${name} from now on.`,
    password: 'Password',
    never:
      'Never had a password here? Ask for a temporary one in “I forgot my password” and set yours; then come back by the button.',
    missing: 'Required field.',
    submit: 'Confirm and sign in',
    submitting: 'Confirming…',
    forgot: 'I forgot my password',
    context: 'The account could not be confirmed',
  },
} as const;
