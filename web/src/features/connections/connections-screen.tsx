/** The databases that data sources may read, as cards: the one of the installation, then those that were added. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { EditedCards } from '../../ui/page/edited-cards.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { connectionList } from './queries.ts';
import { texts } from './texts.ts';

export function ConnectionsScreen() {
  useTitle(texts.title);
  const { data, error, isError, isFetching, refetch } = useQuery(connectionList());
  return (
    <Page title={texts.title}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <EditedCards
        texts={texts}
        items={data}
        failure={isError ? failureWords(error, texts.loadFailed) : null}
        onRetry={() => void refetch()}
        retrying={isFetching}
        expected={2}
        card={(connection, actions) => (
          <ConnectionCard
            // A change makes the result of an earlier test untrue.
            key={`${connection.id}-${connection.settings?.version ?? 0}`}
            connection={connection}
            {...actions}
          />
        )}
        form={(known, onClose) => <ConnectionForm known={known} onClose={onClose} />}
        removal={(connection, onClose) => <RemoveConnection connection={connection} onClose={onClose} />}
      />
    </Page>
  );
}

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
