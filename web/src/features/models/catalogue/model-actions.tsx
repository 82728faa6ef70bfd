/** The menu of a model: a superadmin probes, edits, hides or deletes it there. */
import { useQueryClient } from '@tanstack/react-query';
import { Activity, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ModelInfo, modelsApi } from '#contract/models.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { usesOf } from './model-filters.ts';
import { refreshModels } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.actions;

type ModelActionsProps = {
  model: ModelInfo;
  onProbe: () => void;
  onEdit: () => void;
  onUses: () => void;
  onFailure: (sentence: string) => void;
};

export function ModelActions({ model, onProbe, onEdit, onUses, onFailure }: ModelActionsProps) {
  const cache = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const hide = useTask(async () => {
    const body = { hidden: model.hidden ? null : true, version: model.version };
    await call(modelsApi.update, { params: { id: model.id }, body }).then(
      () => refreshModels(cache),
      (cause: unknown) => onFailure(failureText(cause, texts.edit.failed)),
    );
  });
  const remove = useTask(async () => {
    await call(modelsApi.remove, { params: { id: model.id } });
    await refreshModels(cache);
    setDeleting(false);
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={words.menu(model.name)} size="small">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Activity />}
          disabled={!model.configured || model.state === 'no_key'}
          onSelect={onProbe}
        >
          {words.probe}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {words.edit}
        </MenuItem>
        <MenuItem icon={model.hidden ? <Eye /> : <EyeOff />} onSelect={hide.run}>
          {model.hidden ? words.show : words.hide}
        </MenuItem>
        {model.added && (
          <MenuItem icon={<Trash2 />} danger onSelect={usesOf(model) > 0 ? onUses : () => setDeleting(true)}>
            {words.remove}
          </MenuItem>
        )}
      </Menu>
      <Confirm
        open={deleting}
        text={words.removeQuestion(model.name)}
        confirmLabel={words.remove}
        failure={remove.failure === null ? null : failureText(remove.failure, words.removeFailed)}
        busy={remove.busy}
        onConfirm={remove.run}
        onCancel={() => {
          remove.forgive();
          setDeleting(false);
        }}
      />
    </>
  );
}
