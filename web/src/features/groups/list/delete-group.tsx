import { useQueryClient } from '@tanstack/react-query';
import { groupsApi, type UserGroup } from '#contract/groups.ts';
import { call } from '../../../api/client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { afterMove } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.remove;

type DeleteGroupProps = {
  group: UserGroup;
  /** Where its people will be; undefined while that is not known. */
  defaultGroup: string | undefined;
  onClose: () => void;
  onFailed: (failure: unknown) => void;
};

export function DeleteGroup({ group, defaultGroup, onClose, onFailed }: DeleteGroupProps) {
  const cache = useQueryClient();
  const removal = useTask(async () => {
    try {
      await call(groupsApi.remove, { params: { id: group.id } });
    } catch (failure) {
      onFailed(failure);
      return;
    } finally {
      onClose();
    }
    await afterMove(cache);
  });
  const people = all.people(formatNumber(group.users_count), group.users_count === 1);
  return (
    <Confirm
      open
      text={texts.question}
      detail={
        <>
          <span className="mb-1 block font-medium text-ink wrap-anywhere">{group.name}</span>
          {group.users_count === 0
            ? texts.nobody
            : texts.moves(people, group.users_count === 1, defaultGroup ?? texts.defaultGroup)}
        </>
      }
      cancelLabel={texts.cancel}
      confirmLabel={texts.confirm}
      busy={removal.busy}
      onCancel={onClose}
      onConfirm={removal.run}
    />
  );
}
