/** Ends a sync, and says what becomes of its documents. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Sync, syncsApi } from '#contract/syncs.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { baseSyncs, refreshAfterRun } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.removing;

type RemoveSyncProps = { baseId: number; sync: Sync; onClose: () => void };

export function RemoveSync({ baseId, sync, onClose }: RemoveSyncProps) {
  const cache = useQueryClient();
  const [documents, setDocuments] = useState<'keep' | 'withdraw'>('keep');
  const removing = useTask(async () => {
    await call(syncsApi.remove, { params: { id: baseId, syncId: sync.id }, query: { documents } });
    cache.setQueryData(baseSyncs(baseId).queryKey, (all) => all?.filter(({ id }) => id !== sync.id));
    onClose();
    await refreshAfterRun(cache, baseId);
  });
  const { bind } = useCheckedForm();
  return (
    <FormDialog
      title={texts.question(sync.name)}
      size="small"
      form={bind(false, removing.run)}
      words={texts}
      variant="danger"
      busy={removing.busy}
      failure={removing.failure === null ? null : failureText(removing.failure, texts.failed)}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.choice}
        value={documents}
        options={[
          { value: 'keep', label: texts.keep },
          { value: 'withdraw', label: texts.withdraw },
        ]}
        onChange={setDocuments}
      />
      <p className="text-small text-ink-2">{documents === 'keep' ? texts.keepLine : texts.withdrawLine}</p>
    </FormDialog>
  );
}
