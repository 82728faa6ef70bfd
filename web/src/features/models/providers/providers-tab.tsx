/** The providers of models as cards: the built-in ones, then the servers that were added. For superadmins. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ModelProviderInfo } from '#contract/model-providers.ts';
import { failureWords } from '../../../api/error-message.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { ProviderCard } from './provider-card.tsx';
import { ProviderForm } from './provider-form.tsx';
import { modelProviders } from './queries.ts';
import { RemoveProvider } from './remove-provider.tsx';
import { texts } from './texts.ts';

type Opened = { edit: ModelProviderInfo | null } | { remove: ModelProviderInfo } | null;

export function ProvidersTab() {
  const { data, error, isError, isFetching, refetch } = useQuery(modelProviders());
  const [opened, open] = useState<Opened>(null);
  const close = () => open(null);
  return (
    <div className="grid gap-[18px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-small text-ink-2">{texts.line}</p>
        <Button
          variant="primary"
          icon={<Plus />}
          onClick={() => open({ edit: null })}
          className="phone:w-full"
        >
          {texts.add}
        </Button>
      </div>
      {isError && !data && (
        <Alert
          {...failureWords(error, texts.loadFailed)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" data-skeleton className={gridLook}>
          {[0, 1, 2].map((place) => (
            <CardSkeleton key={place} lines={5} className="h-[260px]" />
          ))}
        </div>
      )}
      {data && (
        <ul aria-label={texts.list} className={gridLook}>
          {data.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onEdit={() => open({ edit: provider })}
              onRemove={() => open({ remove: provider })}
            />
          ))}
        </ul>
      )}
      {opened && 'edit' in opened && <ProviderForm known={opened.edit} onClose={close} />}
      {opened && 'remove' in opened && <RemoveProvider provider={opened.remove} onClose={close} />}
    </div>
  );
}

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4';
