/** The public counters as cards: what each is, what it costs today, who waits, and the ways to change it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ConciergeBell, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Counter, countersApi } from '#contract/counters.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { useTitle } from '../../../lib/title.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton, places } from '../../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../../ui/page/header-slot.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { isSuperadmin } from '../../session/role.ts';
import { useMe } from '../../session/use-me.tsx';
import { CounterCard, type CounterDialog } from './counter-card.tsx';
import { CounterForm } from './counter-form.tsx';
import { CounterUse } from './counter-use.tsx';
import { counterList } from './queries.ts';
import { SiteCode } from './site-code.tsx';
import { texts } from './texts.ts';

type Opened = { dialog: CounterDialog; counter: Counter } | { dialog: 'add' };

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4';

export function CountersScreen() {
  useTitle(texts.title);
  const isSuper = isSuperadmin(useMe());
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...counterList(),
    refetchOnMount: 'always',
  });
  const [opened, open] = useState<Opened | null>(null);
  const add = isSuper && (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ dialog: 'add' })}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={texts.title} line={texts.line} aside={data && data.length > 0 ? add : null}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      {isError && (
        <Alert
          {...failureWords(error, texts.loadFailed)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !isError && <Skeletons />}
      {data?.length === 0 && (
        <div className={cardLook}>
          <EmptyState
            icon={<ConciergeBell />}
            title={texts.none}
            line={isSuper ? texts.noneLine : texts.noneLineAdmin}
            action={add}
          />
        </div>
      )}
      {data && data.length > 0 && (
        <ul aria-label={texts.list} className={gridLook}>
          {data.map((counter) => (
            <CounterCard
              key={counter.id}
              counter={counter}
              mayRemove={isSuper}
              onOpen={(dialog) => open({ dialog, counter })}
            />
          ))}
        </ul>
      )}
      {opened && <OpenedDialog opened={opened} onClose={() => open(null)} />}
    </Page>
  );
}

function OpenedDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.dialog === 'add') return <CounterForm known={null} onClose={onClose} />;
  const { dialog, counter } = opened;
  if (dialog === 'edit') return <CounterForm known={counter} onClose={onClose} />;
  if (dialog === 'site') return <SiteCode counter={counter} onClose={onClose} />;
  if (dialog === 'use') return <CounterUse counter={counter} onClose={onClose} />;
  return <RemoveCounter counter={counter} onClose={onClose} />;
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className={gridLook}>
      <span className="sr-only">{texts.loading}</span>
      {places(3).map((place) => (
        <CardSkeleton key={place} lines={6} className="h-[260px]" />
      ))}
    </div>
  );
}

type RemoveCounterProps = { counter: Counter; onClose: () => void };

/** Asks before a counter is deleted; where requests still wait there, the server says why it stays. */
function RemoveCounter({ counter: { id, name }, onClose }: RemoveCounterProps) {
  const cache = useQueryClient();
  const remove = useTask(async () => {
    await call(countersApi.remove, { params: { id } });
    onClose();
    await cache.invalidateQueries({ queryKey: counterList().queryKey });
  });
  return (
    <Confirm
      open
      text={texts.removeQuestion(name)}
      detail={texts.removeLine}
      confirmLabel={texts.remove}
      busy={remove.busy}
      failure={remove.failure === null ? null : failureText(remove.failure, texts.removeFailed)}
      onConfirm={remove.run}
      onCancel={onClose}
    />
  );
}
