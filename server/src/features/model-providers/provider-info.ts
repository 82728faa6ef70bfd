/** Providers as superadmins see them. The key itself never leaves this file's input. */
import type { ModelProviderInfo } from '#contract/model-providers.ts';
import type { Models } from '../../adapters/models/model.ts';
import {
  configuredProvider,
  environmentOf,
  isBuiltIn,
  type ProviderRow,
  type ProviderSettings,
} from './records/configured-providers.ts';

type Shown = Omit<ModelProviderInfo, 'listed_at'> & { listed_at: Date | null };

export function toProviderInfo(row: ProviderRow, settings: ProviderSettings, models: Models): Shown {
  const { id, kind, name, residency, listed_at, list_error, version } = row;
  const { base_url, key_source, key_readable } = configuredProvider(row, settings);
  const environment = environmentOf(row, settings.env);
  return {
    id,
    kind,
    name,
    built_in: isBuiltIn(row),
    base_url,
    base_url_env: environment.base_url === null ? null : environment.address_env,
    key: {
      source: key_source,
      hint: key_source === 'stored' ? row.key_hint : null,
      readable: key_readable,
      env_name: environment.key_env,
    },
    residency,
    models: models.catalogue.filter((entry) => models.providerOf(entry)?.id === id).length,
    listed_at,
    list_error,
    version,
  };
}
