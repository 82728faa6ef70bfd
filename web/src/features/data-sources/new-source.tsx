import { useQueryClient } from '@tanstack/react-query';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { type NameAndDescription, NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { keepSource } from './queries.ts';
import { texts } from './texts.ts';

type NewSourceProps = { onMade: (source: DataSource) => void; onClose: () => void };

export function NewSource({ onMade, onClose }: NewSourceProps) {
  const cache = useQueryClient();
  const create = useTask(async (body: NameAndDescription) => {
    const source = await call(dataSourcesApi.create, { body });
    onClose();
    onMade(source);
    await keepSource(cache, source);
  });
  return (
    <NameDialog
      title={texts.newSource}
      line={texts.create.line}
      words={texts.create}
      busy={create.busy}
      failure={create.failure === null ? null : failureText(create.failure, texts.create.failed)}
      onSubmit={create.run}
      onClose={onClose}
    />
  );
}
