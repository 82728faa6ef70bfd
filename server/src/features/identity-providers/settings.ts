/** Judges the settings of a provider before they are kept: their form, the issuer of their kind, and where they lead. */

import { identityProviderPresets, issuerProblem } from '#contract/identity-provider-presets.ts';
import {
  type GivenSettings,
  type IdentityProviderKind,
  identityProviderMessages,
  LdapSettings,
  OidcSettings,
} from '#contract/identity-providers.ts';
import { AddressRefused, requireAllowedHost } from '../../adapters/guarded-fetch/address-policy.ts';
import { targetOf } from '../../adapters/identity/directory-address.ts';
import { requireSecure } from '../../adapters/identity/identity-network.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { KnownProvider } from './provider.ts';

type Settings = KnownProvider['settings'];

/** Absent settings stay as they are; those of a new provider take the preset of the kind. */
export async function checkedSettings(
  context: Pick<AppContext, 'identity'>,
  kind: IdentityProviderKind,
  given: GivenSettings,
  stored: Settings | null,
): Promise<Settings> {
  const typed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const merged = { ...(stored ?? identityProviderPresets[kind]), ...typed };
  const parsed = (kind === 'ldap' ? LdapSettings : OidcSettings).safeParse(merged);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusedField(`settings.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'Dados inválidos.');
  }
  const settings = parsed.data;
  if ('issuer' in settings) {
    const problem = issuerProblem(kind, settings.issuer);
    if (problem) throw refusedField('settings.issuer', problem);
    if (kind === 'google' && !settings.hd) throw refusedField('settings.hd', identityProviderMessages.hd);
    await requireAddress(context, 'settings.issuer', settings.issuer);
  } else {
    requireSecuredWay(context, settings);
    await requireAddress(context, 'settings.url', settings.url);
  }
  return settings;
}

function requireSecuredWay({ identity }: Pick<AppContext, 'identity'>, settings: LdapSettings): void {
  try {
    targetOf(identity, settings);
  } catch (error) {
    if (error instanceof AddressRefused) throw refusedField('settings.url', `O endereço ${error.reason}`);
    throw error;
  }
}

/** A name that does not resolve now is judged when it is connected to. */
async function requireAddress(
  { identity }: Pick<AppContext, 'identity'>,
  field: string,
  address: string,
): Promise<void> {
  // A directory is reached over TLS whatever its address says: see `targetOf`.
  const url = new URL(address.replace(/^ldaps?/, address.startsWith('ldap') ? 'https' : ''));
  try {
    if (!address.startsWith('ldap')) requireSecure(identity, url);
    await requireAllowedHost(identity.network.policy, url);
  } catch (error) {
    if (error instanceof AddressRefused) throw refusedField(field, `O endereço ${error.reason}`);
  }
}

export const addressOf = (settings: Settings): string =>
  'issuer' in settings ? settings.issuer : settings.url;

export const refusedField = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });
