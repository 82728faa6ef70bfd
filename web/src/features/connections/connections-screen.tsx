/** The databases that data sources may read, as cards: the one of the installation, then those that were added. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Connection, connectionsApi } from '#contract/connections.ts';
import { call } from '../../api/client.ts';
import { failureText, failureWords } from '../../api/error-message.ts';
import { type ApiFailure, failedWith } from '../../api/failure.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { CardSkeleton } from '../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { connectionList } from './queries.ts';
import { texts } from './texts.ts';

type Opened = { edit: Connection | null } | { remove: Connection } | null;

export function ConnectionsScreen() {
  useTitle(texts.title);
  const { data, error, isError, isFetching, refetch } = useQuery(connectionList());
  const [opened, open] = useState<Opened>(null);
  const close = () => open(null);
  return (
    <Page title={texts.title}>
      <HeaderTitle>{texts.title}</HeaderTitle>
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
            {[0, 1].map((place) => (
              <CardSkeleton key={place} lines={5} className="h-[260px]" />
            ))}
          </div>
        )}
        {data && (
          <ul aria-label={texts.list} className={gridLook}>
            {data.map((connection) => (
              <ConnectionCard
                // A change makes the result of an earlier test untrue.
                key={`${connection.id}-${connection.settings?.version ?? 0}`}
                connection={connection}
                onEdit={() => open({ edit: connection })}
                onRemove={() => open({ remove: connection })}
              />
            ))}
          </ul>
        )}
        {opened && 'edit' in opened && <ConnectionForm known={opened.edit} onClose={close} />}
        {opened && 'remove' in opened && <RemoveConnection connection={opened.remove} onClose={close} />}
      </div>
    </Page>
  );
}

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4';

type RemoveProps = { connection: Connection; onClose: () => void };
type Uses = { data_sources: { id: number; name: string }[] };

/** Asks before a connection is removed; where data sources use it, it names them and offers nothing. */
function RemoveConnection({ connection: { id, name }, onClose }: RemoveProps) {
  const cache = useQueryClient();
  const remove = useTask(async () => {
    await call(connectionsApi.remove, { params: { id } });
    onClose();
    await cache.invalidateQueries({ queryKey: connectionList().queryKey });
  });
  if (failedWith(remove.failure, 'connection_in_use')) {
    const { data_sources } = (remove.failure as ApiFailure).body as Uses;
    return (
      <Modal
        open
        onClose={onClose}
        title={texts.inUseTitle(name)}
        line={texts.inUseLine}
        footer={<Button onClick={onClose}>{texts.close}</Button>}
      >
        <ul className="divide-y divide-line rounded-card border border-line">
          {data_sources.map((source) => (
            <li key={source.id}>
              <Link
                to={paths.adminDataSource(source.id)}
                className="flex min-h-11 items-center px-3.5 py-2 font-medium wrap-anywhere hover:bg-sunken"
              >
                {source.name}
              </Link>
            </li>
          ))}
        </ul>
      </Modal>
    );
  }
  return (
    <Confirm
      open
      text={texts.removeQuestion(name)}
      confirmLabel={texts.remove}
      busy={remove.busy}
      failure={remove.failure === null ? null : failureText(remove.failure, texts.removeFailed)}
      onConfirm={remove.run}
      onCancel={onClose}
    />
  );
}
