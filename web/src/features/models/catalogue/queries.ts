import type { QueryClient } from '@tanstack/react-query';
import { modelCatalogue, modelDefaults } from '../../admin/model-picker.tsx';

export { modelCatalogue, modelDefaults };

/** After a change: the key of the catalogue is the beginning of every other key about models. */
export const refreshModels = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: ['models'] });
