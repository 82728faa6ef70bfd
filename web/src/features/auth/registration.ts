/** The rules of the registration form, without the form. */
import { EMAIL_PATTERN, foldEmail } from '#contract/account-fields.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { messages } from '../../lib/text/field-messages.ts';
import { texts } from './texts.ts';

export type Registration = {
  email: string;
  name: string;
  phone: string;
  password: string;
  confirmation: string;
};
export type RegistrationField = keyof Registration;
export type Faults = Partial<Record<RegistrationField, string>>;

export function isEmail(email: string): boolean {
  return EMAIL_PATTERN.test(foldEmail(email));
}

/** The faults of the form as it stands, by field. */
export function faultsOf({ email, name, phone, password, confirmation }: Registration): Faults {
  const faults: Faults = {};
  if (!isEmail(email)) faults.email = messages.emailInvalid;
  if (!name.trim()) faults.name = messages.nameMissing;
  const digits = phone.replace(/\D/g, '').length;
  if (digits !== 0 && digits !== 10 && digits !== 11) faults.phone = messages.phoneInvalid;
  const wrongPassword = passwordFault(password);
  if (wrongPassword) faults.password = wrongPassword;
  const mismatch = confirmationFault(password, confirmation);
  if (mismatch) faults.confirmation = mismatch;
  return faults;
}

export function passwordFault(password: string): string | null {
  if (password.length < PASSWORD_MIN) return messages.passwordShort;
  return password.length > PASSWORD_MAX ? messages.passwordLong : null;
}

export const confirmationFault = (password: string, confirmation: string): string | null =>
  confirmation === password ? null : texts.register.mismatch;
