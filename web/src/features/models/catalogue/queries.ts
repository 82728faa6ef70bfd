import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { modelsApi } from '#contract/models.ts';
import { call } from '../../../api/client.ts';
import { modelCatalogue } from '../../admin/model-picker.tsx';

export { modelCatalogue };

export const modelDefaults = () =>
  queryOptions({
    queryKey: ['models', 'defaults'] as const,
    queryFn: ({ signal }) => call(modelsApi.defaults, {}, { signal }),
  });

/** After a change: the key of the catalogue is the beginning of every other key about models. */
export const refreshModels = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: ['models'] });
