import { useQueryClient } from '@tanstack/react-query';
import { privacyApi } from '#contract/privacy.ts';
import { call } from '../../../api/client.ts';
import { useTask } from '../../../lib/use-task.ts';
import { me } from '../../session/queries.ts';

/** Cancels the deletion; banner and section disappear with it. */
export function useCancelDeletion(onCancelled?: () => void) {
  const cache = useQueryClient();
  return useTask(async () => {
    const { deletion_due } = await call(privacyApi.cancelDeletion, {});
    onCancelled?.();
    cache.setQueryData(me().queryKey, (user) => user && { ...user, deletion_due });
  });
}
