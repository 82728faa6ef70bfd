/** The filters of the catalogue, kept in the address: `?search=sonnet&provider=anthropic&used=1&retired=1`. */
import type { ModelInfo } from '#contract/models.ts';
import { plain } from '../../../lib/text/matching.ts';
import type { AddressForm } from '../../../lib/use-address-filters.ts';

export type ModelFilters = { search: string; provider: string; used: boolean; retired: boolean };

export const modelAddress: AddressForm<ModelFilters> = {
  read: (address) => ({
    search: address.get('search')?.trim() ?? '',
    provider: address.get('provider') ?? '',
    used: address.get('used') === '1',
    retired: address.get('retired') === '1',
  }),
  write({ search, provider, used, retired }) {
    const address = new URLSearchParams();
    if (search) address.set('search', search);
    if (provider) address.set('provider', provider);
    if (used) address.set('used', '1');
    if (retired) address.set('retired', '1');
    return address;
  },
};

export const usesOf = ({ uses }: Pick<ModelInfo, 'uses'>): number =>
  uses.agents.length + uses.data_sources.length;

export type Sections = { usable: ModelInfo[]; retired: ModelInfo[]; hidden: ModelInfo[] };

/** The models that the filters admit: those to choose from, those that have ended, those out of the choice. */
export function sectionsOf(models: readonly ModelInfo[], filters: ModelFilters): Sections {
  const term = plain(filters.search);
  const admitted = models.filter(
    (model) =>
      (!term || plain(`${model.name} ${model.id} ${model.provider_model}`).includes(term)) &&
      (!filters.provider || model.provider_name === filters.provider) &&
      (!filters.used || usesOf(model) > 0),
  );
  const inState = (...states: ModelInfo['state'][]) => admitted.filter(({ state }) => states.includes(state));
  const retired = inState('retired');
  if (filters.retired) return { usable: [], retired, hidden: [] };
  return { usable: inState('active', 'ending', 'failing', 'no_key'), retired, hidden: inState('hidden') };
}
