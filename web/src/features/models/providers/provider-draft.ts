/** The fields of the form of a provider, and what they change. */

import type { ModelProviderInfo } from '#contract/model-providers.ts';
import type { Residency } from '#contract/model-sets.ts';
import { SERVERS, type Server } from './servers.ts';

export type ProviderDraft = {
  /** Only for a server that is added. */
  server: Server;
  name: string;
  base_url: string;
  /** Empty to keep the one that is stored. */
  key: string;
  removesKey: boolean;
  residency: Residency;
};

export const newServer = (server: Server): ProviderDraft => ({
  server,
  name: server === 'other' ? '' : SERVERS[server].label,
  base_url: SERVERS[server].address,
  key: '',
  removesKey: false,
  residency: SERVERS[server].residency,
});

/** Fields that still hold the proposal of the former type get that of the new one; typed fields stay. */
export function withServer(draft: ProviderDraft, server: Server): ProviderDraft {
  const before = newServer(draft.server);
  const proposed = newServer(server);
  return {
    ...draft,
    server,
    name: draft.name === before.name ? proposed.name : draft.name,
    base_url: draft.base_url === before.base_url ? proposed.base_url : draft.base_url,
    residency: draft.residency === before.residency ? proposed.residency : draft.residency,
  };
}

export const draftOf = ({ name, base_url, residency }: ModelProviderInfo): ProviderDraft => ({
  server: 'other',
  name,
  base_url: base_url ?? '',
  key: '',
  removesKey: false,
  residency,
});

/** As the calls take it; an absent key is kept, null removes it. */
export function changeOf({ name, base_url, key, removesKey, residency }: ProviderDraft): {
  name: string;
  base_url: string | null;
  residency: Residency;
  key?: string | null;
} {
  const typed = key.trim();
  return {
    name: name.trim(),
    base_url: base_url.trim() || null,
    residency,
    ...(removesKey ? { key: null } : typed ? { key: typed } : {}),
  };
}
