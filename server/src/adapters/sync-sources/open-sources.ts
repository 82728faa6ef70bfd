/** Opens the sources that bases follow, under the limits that the operator set. */
import { BlockList } from 'node:net';
import type { SyncSettings } from '#contract/sync-sources.ts';
import { AppError } from '../../app-error.ts';
import type { Env } from '../../env.ts';
import { openUploadFolder } from '../../http/files/upload-folder.ts';
import type { HostList } from '../../network-address.ts';
import { version } from '../../version.ts';
import {
  type AddressPolicy,
  AddressRefused,
  type Resolve,
  requireAllowedHost,
} from '../guarded-fetch/address-policy.ts';
import { openGuardedNetwork } from '../guarded-fetch/guarded-network.ts';
import { openFolder, requireFolder } from './folder.ts';
import type { SyncSource } from './sync-source.ts';

export type SyncSources = {
  /** Throws `sync_folder_forbidden`, `sync_folder_missing` or `sync_address_forbidden`. */
  requireAllowed(settings: SyncSettings): Promise<void>;
  open(settings: SyncSettings, secret: string | null): Promise<SyncSource>;
};

export type SyncSourceOptions = {
  /** Waits between two requests to a website. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Replaces the system's resolver. */
  resolve?: Resolve;
};

type SyncEnv = Pick<Env, 'SYNC_FOLDERS' | 'SYNC_PRIVATE_HOSTS' | 'DATA_DIR' | 'APP_URL' | 'production'>;

const NO_HOSTS: HostList = { names: new Set(), networks: new BlockList(), written: [] };

export function openSyncSources(env: SyncEnv, { pause, resolve }: SyncSourceOptions): SyncSources {
  const { SYNC_FOLDERS: roots, SYNC_PRIVATE_HOSTS: listed } = env;
  const uploads = openUploadFolder(env.DATA_DIR);
  const place = () => uploads.place();
  const policy: AddressPolicy = {
    private_hosts: listed,
    // This machine is reached for trials only, and only where it is listed.
    loopback_hosts: env.production ? NO_HOSTS : listed,
    ...(resolve ? { resolve } : {}),
    reasons: { private: 'fica em uma rede privada. Libere-o em SYNC_PRIVATE_HOSTS no servidor.' },
  };
  // Public pages may come in the clear; a bucket is asked with an account.
  const openPolicy: AddressPolicy = { ...policy, plain: 'allowed' };
  const user_agent = `Prosa/${version} (+${env.APP_URL})`;
  return {
    async requireAllowed(settings) {
      if (settings.kind === 'folder') await requireFolder(settings, roots);
      else if (settings.kind === 'website') await requireAddress(openPolicy, settings.url);
      else await requireAddress(policy, settings.endpoint);
    },
    async open(settings, secret) {
      if (settings.kind === 'folder') return openFolder(settings, { roots, place });
      if (settings.kind === 's3') {
        const { openBucket } = await import('./bucket.ts');
        return openBucket(settings, { secret: secret ?? '', network: openGuardedNetwork(policy), place });
      }
      const { openWebsite } = await import('./website/website.ts');
      return openWebsite(settings, { network: openGuardedNetwork(openPolicy), place, pause, user_agent });
    },
  };
}

/** A name that does not resolve now is judged when it is connected to. */
async function requireAddress(policy: AddressPolicy, address: string): Promise<void> {
  try {
    await requireAllowedHost(policy, new URL(address));
  } catch (error) {
    if (error instanceof AddressRefused) throw new AppError('sync_address_forbidden');
  }
}
