import { messages } from '#contract/account-fields.ts';
import { authApi } from '#contract/auth.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { endEverySignIn, endOneSignIn, listSignIns } from './active-sign-ins.ts';
import { beginConfirmation, confirmSignIn } from './confirmation.ts';
import { refusedField } from './credentials/password-rules.ts';
import { countEntry } from './entry/count-entry.ts';
import { passkeySignInOptions, signInByPasskey } from './entry/passkey-sign-in.ts';
import { finishSecondStep, secondStepOptions } from './entry/second-step.ts';
import { choosePassword } from './first-password.ts';
import { type NewPassword, requestReset, resetPassword } from './recovery.ts';
import { refresh } from './refresh.ts';
import { register, resendVerification, verifyEmail } from './registration.ts';
import { signIn, signOut } from './sign-in.ts';

export const authRoutes = (context: AppContext): Route[] =>
  routes(authApi, {
    login: ({ body, meta }) => signIn(context, body, meta),
    secondStep: ({ body, meta }) =>
      countEntry(context, { method: 'second_step' }, finishSecondStep(context, body, meta)),
    secondStepOptions: ({ body }) => secondStepOptions(context, body.token),
    passkeyOptions: () => passkeySignInOptions(context),
    passkey: ({ body, meta }) =>
      countEntry(context, { method: 'passkey' }, signInByPasskey(context, body.response, meta)),
    confirmStart: ({ caller, body, meta }) => beginConfirmation(context, caller, body, meta.ip),
    register: ({ body, meta }) => register(context, body, meta),
    verifyEmail: ({ body, meta }) => verifyEmail(context, body, meta.ip),
    choosePassword: ({ body, meta }) => choosePassword(context, body, meta.ip),
    resendVerification: ({ query, body, meta }) =>
      resendVerification(context, addressIn(query, body), meta.ip),
    requestReset: ({ query, body, meta }) => requestReset(context, addressIn(query, body), meta.ip),
    resetPassword: ({ query, body, caller, meta }) =>
      resetPassword(context, caller, newPasswordIn(query, body), meta),
    refresh: ({ body, meta }) => refresh(context, body.refresh_token, meta),
    logout: ({ body, caller }) => signOut(context, caller, body?.refresh_token),
    confirm: ({ body, caller, meta }) => confirmSignIn(context, caller, body, meta),
    signIns: ({ caller }) => listSignIns(context, caller),
    endSignIn: ({ params, caller }) => endOneSignIn(context, caller, params.id),
    endAllSignIns: ({ caller }) => endEverySignIn(context, caller),
  });

type AddressInput = { email?: string | undefined };

function addressIn(query: AddressInput, body: AddressInput | null | undefined): string {
  const email = oneOf(query.email, body?.email);
  if (!email) throw refusedField('email', messages.emailInvalid);
  return email;
}

type PasswordInput = {
  new_password?: string | undefined;
  current_password?: string | null | undefined;
  keep_access_key_ids?: number[] | undefined;
};

function newPasswordIn(query: PasswordInput, body: PasswordInput | null | undefined): NewPassword {
  const new_password = oneOf(query.new_password, body?.new_password);
  if (new_password === undefined) throw refusedField('new_password', messages.newPasswordShort);
  const { current_password, keep_access_key_ids = [] } = body ?? {};
  return { new_password, current_password: current_password || null, keep_access_key_ids };
}

/** The same thing may come by two ways, two things may not: which of them counts would be a guess. */
function oneOf(first: string | undefined, second: string | undefined): string | undefined {
  return first !== undefined && second !== undefined && first !== second ? undefined : (first ?? second);
}
