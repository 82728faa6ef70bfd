/** The receipts of a person, to look at and to revoke. */
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { RECEIPTS_PAGE } from '#contract/limits.ts';
import { type OwnReceipt, receiptsApi } from '#contract/receipts.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { formatDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { SideSection } from '../side-section.tsx';
import { texts } from './texts.ts';

const receiptsKey = ['receipts'] as const;

const receipts = (limit: number) =>
  queryOptions({
    queryKey: [...receiptsKey, limit] as const,
    queryFn: ({ signal }) => call(receiptsApi.list, { query: { limit } }, { signal }),
  });

export function Receipts() {
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [limit, setLimit] = useState(RECEIPTS_PAGE);
  const [asking, setAsking] = useState<OwnReceipt | null>(null);
  const [ended, setEnded] = useState('');
  const found = useQuery({ ...receipts(limit), refetchOnMount: 'always', placeholderData: keepPreviousData });
  const revoking = useTask(async ({ code }: OwnReceipt) => {
    await call(receiptsApi.revoke, { params: { code } });
    setAsking(null);
    setEnded(texts.done(code));
    title.current?.focus();
    await client.invalidateQueries({ queryKey: receiptsKey });
  });
  return (
    <SideSection title={texts.title} line={texts.line} titleRef={title}>
      <LoadState query={found} />
      {found.data?.data.length === 0 && <p className="mt-3 text-small text-ink-3">{texts.empty}</p>}
      <ul className="mt-1 divide-y divide-line">
        {found.data?.data.map((receipt) => (
          <Row key={receipt.code} receipt={receipt} onRevoke={() => setAsking(receipt)} />
        ))}
      </ul>
      {found.data?.metadata.has_more && (
        <Button
          variant="ghost"
          size="small"
          busy={found.isFetching}
          className="-ml-2.5"
          onClick={() => setLimit(limit + RECEIPTS_PAGE)}
        >
          {texts.more}
        </Button>
      )}
      <p role="status" className="text-small text-ink-2">
        {ended}
      </p>
      <Confirm
        open={asking !== null}
        text={texts.confirm(asking?.code ?? '')}
        detail={texts.confirmDetail}
        failure={revoking.failure === null ? null : failureText(revoking.failure, texts.revokeFailed)}
        confirmLabel={texts.revoke}
        busy={revoking.busy}
        onConfirm={() => asking && revoking.run(asking)}
        onCancel={() => {
          setAsking(null);
          revoking.forgive();
        }}
      />
    </SideSection>
  );
}

function LoadState({ query }: { query: UseQueryResult<unknown> }) {
  return (
    <>
      {query.isError && (
        <Alert
          {...failureWords(query.error, texts.loadFailed)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mt-3"
        />
      )}
      {query.isPending && (
        <div role="status" className="mt-3">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-10 w-full" />
        </div>
      )}
    </>
  );
}

function Row({ receipt, onRevoke }: { receipt: OwnReceipt; onRevoke: () => void }) {
  const { code, excerpt, agent_name, created_at, revoked_at } = receipt;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={paths.receiptCode(code)}
          className="font-mono text-small underline-offset-4 hover:underline"
        >
          {code}
        </Link>
        <p className="truncate">{excerpt ?? texts.gone}</p>
        <p className="text-small text-ink-3">
          {revoked_at
            ? texts.revoked(formatDate(revoked_at))
            : texts.made(agent_name ?? '', formatDate(created_at))}
        </p>
      </div>
      {!revoked_at && (
        <Button size="small" aria-label={texts.revokeOf(code)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}
