import { useQuery, useQueryClient } from '@tanstack/react-query';
import { groupsApi, type UserGroup } from '#contract/groups.ts';
import { call } from '../../../api/client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { groupChoices } from '../../users/queries.ts';
import { afterMove } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.remove;

type DeleteGroupProps = {
  group: UserGroup;
  onClose: () => void;
  onFailed: (failure: unknown) => void;
};

export function DeleteGroup({ group, onClose, onFailed }: DeleteGroupProps) {
  const cache = useQueryClient();
  // Where its people will be. A search may have left the default group out of the list behind.
  const defaultGroup = useQuery(groupChoices()).data?.data.find(({ is_default }) => is_default)?.name;
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
