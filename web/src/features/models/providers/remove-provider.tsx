/** Asks before a server is removed; where something uses its models it says where and offers nothing. */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ModelProviderInfo, modelProvidersApi } from '#contract/model-providers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { type ApiFailure, failedWith } from '../../../api/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { refreshModels } from '../catalogue/queries.ts';
import { texts } from './texts.ts';

type Named = { id: number; name: string };
type Uses = { agents: Named[]; data_sources: Named[]; is_default: boolean };

type RemoveProviderProps = { provider: ModelProviderInfo; onClose: () => void };

export function RemoveProvider({ provider, onClose }: RemoveProviderProps) {
  const cache = useQueryClient();
  const { id, name, models } = provider;
  const remove = useTask(async () => {
    await call(modelProvidersApi.remove, { params: { id } });
    onClose();
    await refreshModels(cache);
  });
  if (failedWith(remove.failure, 'provider_in_use'))
    return <InUse name={name} uses={(remove.failure as ApiFailure).body as Uses} onClose={onClose} />;
  return (
    <Confirm
      open
      text={texts.removeQuestion(name, models)}
      confirmLabel={texts.remove}
      busy={remove.busy}
      failure={remove.failure === null ? null : failureText(remove.failure, texts.removeFailed)}
      onConfirm={remove.run}
      onCancel={onClose}
    />
  );
}

function InUse({ name, uses, onClose }: { name: string; uses: Uses; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.inUseTitle(name)}
      line={texts.inUseLine}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <div className="grid gap-5">
        {uses.is_default && <p>{texts.defaults}</p>}
        <Places title={texts.agents} places={uses.agents} pathOf={paths.adminAgent} />
        <Places title={texts.sources} places={uses.data_sources} pathOf={paths.adminDataSource} />
      </div>
    </Modal>
  );
}

type PlacesProps = { title: string; places: Named[]; pathOf: (id: number) => string };

function Places({ title, places, pathOf }: PlacesProps) {
  if (!places.length) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-small font-medium text-ink-2">{title}</h3>
      <ul className="divide-y divide-line rounded-card border border-line">
        {places.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={pathOf(id)}
              className="flex min-h-11 items-center px-3.5 py-2 font-medium wrap-anywhere hover:bg-sunken"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
