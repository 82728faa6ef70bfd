/** How this installation is configured, to be read. A few rules can be changed here, and nothing secret is shown. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { settingsApi } from '#contract/settings.ts';
import { call } from '../../api/client.ts';
import { failureWords } from '../../api/error-message.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { CardSkeleton } from '../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { isSuperadmin } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { setupQuery } from '../setup/queries.ts';
import { SetupCard } from '../setup/setup-card.tsx';
import { ChatFilesCard } from './chat-files-card.tsx';
import { ChecksCard } from './checks-card.tsx';
import { KeepCard } from './keep-card.tsx';
import { LanguageCard } from './language/language-card.tsx';
import { ModelFacts } from './model-facts.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { ServiceFacts, StorageFacts, SystemFacts } from './system-facts.tsx';
import { texts } from './texts.ts';

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium' });

export function SettingsScreen() {
  useTitle(texts.tab);
  const me = useMe();
  const found = useQuery(settings());
  // Asked for at the same time: its card stands between the others, and would push those below it down.
  const setup = useQuery(setupQuery());
  // Not when it is asked for again after a failure: that is shown on its card alone.
  const isSetupPending = setup.isPending && !setup.isFetchedAfterMount;
  const data = isSetupPending ? undefined : found.data;
  const refresh = (
    <div className="flex items-center gap-3">
      {data && (
        <span role="status" className="text-small text-ink-3 tabular-nums">
          {texts.readAt(clock.format(found.dataUpdatedAt))}
        </span>
      )}
      <Button
        icon={<RotateCw />}
        busy={found.isFetching && !!data}
        disabled={!data && !found.isError}
        onClick={() => void found.refetch()}
      >
        {texts.refresh}
      </Button>
    </div>
  );
  return (
    <Page title={texts.title} line={texts.line} aside={refresh}>
      <HeaderTitle>{texts.tab}</HeaderTitle>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {!data && !found.isError && <Skeletons />}
      {data && (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] min-[1080px]:grid-cols-2">
            <SystemFacts settings={data} />
            <StorageFacts settings={data} />
          </div>
          <SetupCard always />
          <ServiceFacts settings={data} />
          <LanguageCard mayChange={isSuperadmin(me)} />
          <ReceiptsCard mayChange={isSuperadmin(me)} />
          <KeepCard mayChange={isSuperadmin(me)} />
          <ChatFilesCard mayChange={isSuperadmin(me)} />
          <ChecksCard mayChange={isSuperadmin(me)} />
          <ModelFacts settings={data} />
        </>
      )}
    </Page>
  );
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className="grid gap-[18px]">
      <span className="sr-only">{texts.loading}</span>
      <div className="grid items-start gap-[18px] min-[1080px]:grid-cols-2">
        <CardSkeleton lines={9} />
        <CardSkeleton lines={8} />
      </div>
      <CardSkeleton lines={13} />
      <CardSkeleton lines={10} />
      <CardSkeleton lines={3} />
    </div>
  );
}

/** Asked for anew at every visit: it tells how things are now. */
const settings = () =>
  queryOptions({
    queryKey: ['settings'] as const,
    queryFn: ({ signal }) => call(settingsApi.show, {}, { signal }),
    staleTime: 0,
  });
