/** The keys with which programs ask in the person's name. */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AccessKey, MadeAccessKey } from '#contract/keys.ts';
import { ACCESS_KEYS_MAX } from '#contract/limits.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { accessKeys } from '../queries.ts';
import { SideSection } from '../side-section.tsx';
import { AccessKeyForm } from './access-key-form.tsx';
import { AccessKeyRow } from './access-key-row.tsx';
import { ConnectAddresses } from './connect-addresses.tsx';
import { MadeKey } from './made-key.tsx';
import { texts } from './texts.ts';

type Opened = { form: AccessKey | 'new' } | { made: MadeAccessKey } | null;

export function AccessKeys() {
  const { rows, put } = useAccessKeys();
  const [opened, setOpened] = useState<Opened>(null);
  const [news, setNews] = useState('');
  const open = (form: Opened) => {
    setNews('');
    setOpened(form);
  };
  const close = () => setOpened(null);

  const isFull = (rows.data?.length ?? 0) >= ACCESS_KEYS_MAX;
  return (
    <SideSection
      title={texts.title}
      line={texts.line}
      aside={
        <Button
          icon={<Plus />}
          disabled={!rows.data || isFull}
          className="slim:w-full"
          onClick={() => open({ form: 'new' })}
        >
          {texts.form.create}
        </Button>
      }
    >
      <Keys
        query={rows}
        onEdit={(key) => open({ form: key })}
        onRevoked={(key) => {
          put((known) => known.filter(({ id }) => id !== key.id));
          setNews(texts.revoked(key.name));
        }}
      />
      {rows.data && <ConnectAddresses />}
      {isFull && <p className="mt-2 text-small text-ink-2">{texts.full}</p>}
      <p role="status" className="text-small text-ink-2 not-empty:mt-2">
        {news}
      </p>
      {opened && 'form' in opened && (
        <AccessKeyForm
          known={opened.form === 'new' ? null : opened.form}
          onClose={close}
          onMade={({ secret, ...key }) => {
            put((known) => [key, ...known]);
            setOpened({ made: { ...key, secret } });
          }}
          onChanged={(key) => {
            put((known) => known.map((one) => (one.id === key.id ? key : one)));
            setNews(texts.form.saved(key.name));
            close();
          }}
        />
      )}
      {opened && 'made' in opened && <MadeKey made={opened.made} onClose={close} />}
    </SideSection>
  );
}

/** `put` changes the list that is known, without asking for it again. */
function useAccessKeys() {
  const cache = useQueryClient();
  const rows = useQuery({ ...accessKeys(), refetchOnMount: 'always' });
  const put = (change: (known: AccessKey[]) => AccessKey[]) =>
    cache.setQueryData(accessKeys().queryKey, (known) => known && change(known));
  return { rows, put };
}

type KeysProps = {
  query: UseQueryResult<AccessKey[]>;
  onEdit: (key: AccessKey) => void;
  onRevoked: (key: AccessKey) => void;
};

function Keys({ query, onEdit, onRevoked }: KeysProps) {
  const { data } = query;
  return (
    <>
      {query.isError && (
        <Alert
          title={texts.loadFailed}
          line={messageOf(query.error, texts.loadContext)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mt-3"
        />
      )}
      {query.isPending && <RowSkeleton />}
      {data?.length === 0 && <NoKeys />}
      {data && data.length > 0 && (
        <ul className="mt-1 divide-y divide-line">
          {data.map((key) => (
            <AccessKeyRow
              key={key.id}
              accessKey={key}
              onEdit={() => onEdit(key)}
              onRevoked={() => onRevoked(key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function NoKeys() {
  return (
    <div className="mt-3 flex items-start gap-3 rounded-card bg-sunken px-4 py-3.5">
      <KeyRound aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
      <p className="text-control text-ink-2">
        <span className="font-medium text-ink">{texts.none}</span> {texts.noneLine}
      </p>
    </div>
  );
}

function RowSkeleton() {
  return (
    <div role="status" className="mt-1">
      <span className="sr-only">{texts.loading}</span>
      <div className="flex h-[70px] items-center gap-3">
        <Skeleton className="size-[18px]" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-56" />
        </div>
      </div>
    </div>
  );
}
