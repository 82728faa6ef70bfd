import { authApi, messages } from '#contract/auth.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { type NewPassword, requestReset, resetPassword } from './recovery.ts';
import { refresh } from './refresh.ts';
import { register, resendVerification, verifyEmail } from './registration.ts';
import { signIn, signOut } from './sessions.ts';
import { endEverySignIn, endOneSignIn, listSignIns } from './sign-ins.ts';

export const authRoutes = (world: World): Route[] =>
  routes(authApi, {
    login: ({ body, meta }) => signIn(world, body, meta),
    register: ({ body, meta }) => register(world, body, meta),
    verifyEmail: ({ body, meta }) => verifyEmail(world, body, meta.ip),
    resendVerification: ({ query, body, meta }) => resendVerification(world, addressIn(query, body), meta.ip),
    requestReset: ({ query, body, meta }) => requestReset(world, addressIn(query, body), meta.ip),
    resetPassword: ({ query, body, caller, meta }) =>
      resetPassword(world, caller, newPasswordIn(query, body), meta.ip),
    refresh: ({ body }) => refresh(world, body.refresh_token),
    logout: ({ body, caller }) => signOut(world, caller, body?.refresh_token),
    signIns: ({ caller }) => listSignIns(world, caller),
    endSignIn: ({ params, caller }) => endOneSignIn(world, caller, params.id),
    endAllSignIns: ({ caller }) => endEverySignIn(world, caller),
  });

type AddressInput = { email?: string | undefined };

function addressIn(query: AddressInput, body: AddressInput | null | undefined): string {
  const email = oneOf(query.email, body?.email);
  if (!email) throw refused('email', messages.emailInvalid);
  return email;
}

type PasswordInput = { new_password?: string | undefined; current_password?: string | null | undefined };

function newPasswordIn(query: PasswordInput, body: PasswordInput | null | undefined): NewPassword {
  const new_password = oneOf(query.new_password, body?.new_password);
  if (new_password === undefined) throw refused('new_password', messages.newPasswordShort);
  return { new_password, current_password: body?.current_password || null };
}

/** The same thing may come by two ways, two things may not: which of them counts would be a guess. */
function oneOf(first: string | undefined, second: string | undefined): string | undefined {
  return first !== undefined && second !== undefined && first !== second ? undefined : (first ?? second);
}

const refused = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });
