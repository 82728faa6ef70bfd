/** The providers of sign-on, as a list of links to their pages. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { failureWords } from '../../../api/error-message.ts';
import { formatDateTime, formatRecent } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { NewProvider } from './new-provider.tsx';
import { providerList } from './queries.ts';
import { kindNames, texts } from './texts.ts';

export function ProvidersPanel() {
  const { data, error, isError, isFetching, isPending, refetch } = useQuery(providerList());
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)} className="slim:w-full">
      {texts.add}
    </Button>
  );
  return (
    <div className="grid gap-[18px]">
      {isError && (
        <Alert
          {...failureWords(error, texts.loadFailed)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {isPending && (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <CardSkeleton lines={4} className="h-[220px]" />
        </div>
      )}
      {data?.length === 0 && (
        <div className={cardLook}>
          <EmptyState icon={<KeyRound />} title={texts.none} line={texts.noneLine} action={add} />
        </div>
      )}
      {data && data.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[60ch] text-small text-ink-2">{texts.line}</p>
            {add}
          </div>
          <ul aria-label={texts.list} className={`${cardLook} divide-y divide-line`}>
            {data.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <NewProvider onClose={() => setAdding(false)} />}
    </div>
  );
}

function ProviderRow({ provider }: { provider: IdentityProvider }) {
  const { id, name, kind, people, last_entry_at } = provider;
  return (
    <li>
      <Link
        to={paths.adminAccessProvider(id)}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-[18px] py-3.5 hover:bg-sunken"
      >
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="mt-0.5 text-small text-ink-2">
            {kindNames[kind]} · {texts.people(people)} ·{' '}
            {last_entry_at ? texts.lastEntry(formatRecent(last_entry_at)) : texts.noEntry}
          </p>
        </div>
        <ProviderBadges provider={provider} />
      </Link>
    </li>
  );
}

export function ProviderBadges({ provider }: { provider: IdentityProvider }) {
  const { active, failing_since, readable } = provider;
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={active ? 'ok' : 'neutral'}>{active ? texts.active : texts.inactive}</Badge>
      {failing_since && <Badge tone="danger">{texts.failing(formatDateTime(failing_since))}</Badge>}
      {!readable && (
        <Badge tone="danger" wraps>
          {texts.unreadable}
        </Badge>
      )}
    </span>
  );
}
