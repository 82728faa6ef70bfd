/** The providers of models as cards: the built-in ones, then the servers that were added. For superadmins. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { modelProvidersApi } from '#contract/model-providers.ts';
import { call } from '../../../api/client.ts';
import { failureWords } from '../../../api/error-message.ts';
import { EditedCards } from '../../../ui/page/edited-cards.tsx';
import { ProviderCard } from './provider-card.tsx';
import { ProviderForm } from './provider-form.tsx';
import { RemoveProvider } from './remove-provider.tsx';
import { texts } from './texts.ts';

export function ProvidersTab() {
  const { data, error, isError, isFetching, refetch } = useQuery(modelProviders());
  return (
    <EditedCards
      texts={texts}
      items={data}
      failure={isError ? failureWords(error, texts.loadFailed) : null}
      onRetry={() => void refetch()}
      retrying={isFetching}
      expected={3}
      card={(provider, actions) => <ProviderCard key={provider.id} provider={provider} {...actions} />}
      form={(known, onClose) => <ProviderForm known={known} onClose={onClose} />}
      removal={(provider, onClose) => <RemoveProvider provider={provider} onClose={onClose} />}
    />
  );
}

/** Below the key of the catalogue, so that a change of a provider reads both again. */
const modelProviders = () =>
  queryOptions({
    queryKey: ['models', 'providers'] as const,
    queryFn: ({ signal }) => call(modelProvidersApi.list, {}, { signal }),
  });
