/** Judges an address that was typed for a provider: its form, where it leads, and whether that is local. */

import { MODEL_PROVIDER_ADDRESS_MAX } from '#contract/limits.ts';
import type { Residency } from '#contract/model-sets.ts';
import {
  type AddressPolicy,
  AddressRefused,
  requireAllowedHost,
} from '../../adapters/guarded-fetch/address-policy.ts';
import { AppError, filledDetail, filledError } from '../../app-error.ts';
import type { Env } from '../../env.ts';
import { addressKind, isListed, isRemoteHost } from '../../network-address.ts';

/** Throws `address_refused`. A name that does not resolve now is judged when it is connected to. */
export async function requireAddress(policy: AddressPolicy, typed: string): Promise<string> {
  const reason = formProblem(typed);
  if (reason) throw addressRefused(reason);
  try {
    await requireAllowedHost(policy, new URL(typed));
  } catch (error) {
    if (error instanceof AddressRefused) throw addressRefused(error.reason);
  }
  return typed.replace(/\/+$/, '');
}

export function addressRefused(reason: string): AppError {
  const detail = filledDetail('address_refused', { reason });
  return new AppError('address_refused', { detail, errors: [{ field: 'base_url', message: detail }] });
}

function formProblem(typed: string): string | null {
  const { protocol, username, password, hash, search } = new URL(typed);
  if (protocol !== 'http:' && protocol !== 'https:') return 'use http ou https.';
  if (username || password) return 'não pode ter usuário nem senha.';
  if (hash || typed.includes('#')) return 'não pode ter fragmento (#).';
  if (search || typed.includes('?')) return 'não pode ter parâmetros (?).';
  return typed.length > MODEL_PROVIDER_ADDRESS_MAX ? 'é longo demais.' : null;
}

type Declared = { name: string; base_url: string | null; residency: Residency };

/** Throws `residency_refused` where a provider is declared local and its address is not. */
export async function requireResidency(
  policy: AddressPolicy,
  { MODEL_PRIVATE_HOSTS }: Pick<Env, 'MODEL_PRIVATE_HOSTS'>,
  { name, base_url, residency }: Declared,
): Promise<void> {
  if (residency !== 'local' || (base_url && (await isWithin(policy, MODEL_PRIVATE_HOSTS, base_url)))) return;
  const errors = [{ field: 'residency', message: residencyMessage }];
  throw filledError('residency_refused', { name }, { errors });
}

const residencyMessage =
  '«Nesta casa» vale só para um endereço desta máquina, de uma rede privada ou de MODEL_PRIVATE_HOSTS.';

async function isWithin(
  policy: AddressPolicy,
  listed: Env['MODEL_PRIVATE_HOSTS'],
  base_url: string,
): Promise<boolean> {
  const url = new URL(base_url);
  const isOurs = (address: string) =>
    ['loopback', 'private'].includes(addressKind(address)) || isListed(listed, url.hostname, address);
  try {
    const found = await requireAllowedHost(policy, url);
    return found.length > 0 && found.every(({ address }) => isOurs(address));
  } catch {
    // The name does not resolve now.
    return !isRemoteHost(url.hostname) || isListed(listed, url.hostname, '');
  }
}
