import { useQueryClient } from '@tanstack/react-query';
import { groupsApi, type UserGroup } from '#contract/groups.ts';
import { call } from '../../../api/client.ts';
import { failureText, messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { type NameAndDescription, NameDialog } from '../../../ui/dialogs/name-dialog.tsx';
import { afterGroupChange } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.form;

type GroupFormProps = {
  /** The one that is edited; a new one otherwise. */
  group?: UserGroup;
  onClose: () => void;
};

export function GroupForm({ group, onClose }: GroupFormProps) {
  const cache = useQueryClient();
  const save = useTask(async (body: NameAndDescription) => {
    if (group) await call(groupsApi.update, { params: { id: group.id }, body });
    else await call(groupsApi.create, { body });
    onClose();
    await afterGroupChange(cache);
  });
  const submit = group ? texts.submitEdit : texts.submitCreate;
  const taken = failedWith(save.failure, 'group_name_taken');
  return (
    <NameDialog
      title={group ? texts.edit : texts.create}
      size="small"
      words={{ ...texts, submit, submitting: submit }}
      {...(group && { initial: group })}
      busy={save.busy}
      failure={
        save.failure === null || taken
          ? null
          : failureText(save.failure, group ? texts.updateFailed : texts.createFailed)
      }
      nameFailure={taken ? messageOf(save.failure, texts.createFailed) : null}
      onName={save.forgive}
      onSubmit={save.run}
      onClose={onClose}
    />
  );
}
