/** Asked before a conversation is deleted that has receipts: whether they are revoked with it. */
import { useQuery } from '@tanstack/react-query';
import { receiptsApi } from '#contract/receipts.ts';
import { call } from '../../../api/client.ts';
import { texts } from '../texts.ts';

const words = (count: number): string => (count === 1 ? texts.removeReceipt : texts.removeReceipts(count));

type SessionReceiptsProps = { sessionId: string; checked: boolean; onChange: (checked: boolean) => void };

export function SessionReceipts({ sessionId, checked, onChange }: SessionReceiptsProps) {
  const { data } = useQuery({
    queryKey: ['receipts', 'of', sessionId] as const,
    queryFn: ({ signal }) =>
      call(receiptsApi.list, { query: { session_id: sessionId, limit: 1 } }, { signal }),
    staleTime: 0,
  });
  const count = data?.metadata.total ?? 0;
  if (!count) return null;
  return (
    <label className="mt-3 flex cursor-pointer items-center gap-3 text-ink phone:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-brand"
      />
      {words(count)}
    </label>
  );
}
