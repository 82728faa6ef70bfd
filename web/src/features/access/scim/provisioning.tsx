/** Directories that send people by SCIM: the address and the tokens of each provider, and what has come. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, FolderSync, Plus } from 'lucide-react';
import { useState } from 'react';
import { type IdentityProvider, type ScimToken, scimTokensApi } from '#contract/identity-providers.ts';
import { SCIM_TOKENS_MAX } from '#contract/scim-limits.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { providerList } from '../providers/queries.ts';
import { MadeScimToken } from './made-scim-token.tsx';
import { texts } from './texts.ts';

export function Provisioning({ onProviders }: { onProviders: () => void }) {
  const found = useQuery({ ...providerList(), refetchOnMount: 'always' });
  const able = found.data?.filter(({ kind }) => kind !== 'ldap') ?? [];
  return (
    <Card title={texts.title} line={texts.line}>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <CardSkeleton lines={4} className="h-[200px]" />
        </div>
      )}
      {found.data && able.length === 0 && (
        <EmptyState
          icon={<FolderSync />}
          title={texts.none}
          line={texts.noneLine}
          action={<Button onClick={onProviders}>{texts.toProviders}</Button>}
        />
      )}
      {able.length > 0 && (
        <ul className="grid gap-7">
          {able.map((provider) => (
            <DirectoryOf key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function DirectoryOf({ provider }: { provider: IdentityProvider }) {
  const { id, name, active, addresses, scim } = provider;
  const cache = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: providerList().queryKey });
  const make = useTask(async () => {
    const made = await call(scimTokensApi.make, { params: { id } }, { idempotencyKey: crypto.randomUUID() });
    setSecret(made.secret);
    await reload();
  });
  const isFull = scim.tokens.length >= SCIM_TOKENS_MAX;
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-sans text-body font-semibold tracking-normal wrap-anywhere">{name}</h3>
        {!active && <Badge tone="neutral">{texts.off}</Badge>}
        <span className="text-small text-ink-3">
          {texts.received(
            formatNumber(scim.users),
            scim.users === 1,
            formatNumber(scim.groups),
            scim.groups === 1,
          )}
        </span>
      </div>
      <Address name={name} address={addresses.scim} />
      {!active && <p className="text-small text-ink-3">{texts.offLine}</p>}
      {scim.tokens.length > 0 && (
        <ul className="grid gap-2">
          {scim.tokens.map((token) => (
            <TokenRow key={token.id} provider={provider} token={token} onRevoked={reload} />
          ))}
        </ul>
      )}
      {make.failure !== null && <Alert title={failureText(make.failure, texts.makeFailed)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Plus />}
          busy={make.busy}
          disabled={isFull}
          aria-label={texts.makeFor(name)}
          onClick={make.run}
          className="slim:w-full"
        >
          {make.busy ? texts.making : texts.make}
        </Button>
        {isFull && <span className="text-small text-ink-3">{texts.full}</span>}
      </div>
      {secret !== null && <MadeScimToken secret={secret} onClose={() => setSecret(null)} />}
    </li>
  );
}

function Address({ name, address }: { name: string; address: string }) {
  const { copied, failed, copy } = useCopy<'address'>();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-sunken p-3">
        <code className="min-w-0 grow font-mono text-small wrap-anywhere">{address}</code>
        <Button
          size="small"
          icon={copied ? <Check /> : <Copy />}
          aria-label={copied ? texts.copied : texts.copyAddress(name)}
          onClick={() => copy('address', address)}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
      </div>
      {failed && <Alert title={texts.copyFailed} />}
    </>
  );
}

type TokenRowProps = { provider: IdentityProvider; token: ScimToken; onRevoked: () => Promise<unknown> };

function TokenRow({ provider, token, onRevoked }: TokenRowProps) {
  const [isAsked, setAsked] = useState(false);
  const revoke = useTask(async () => {
    await call(scimTokensApi.revoke, { params: { id: provider.id, tokenId: token.id } });
    await onRevoked();
    setAsked(false);
  });
  const { hint, created_at, last_used_at, last_call, last_status } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-card border border-line px-3 py-2">
      <div className="min-w-0">
        <p className="font-mono text-control">{texts.hint(hint)}</p>
        <p className="text-small text-ink-3">
          {texts.since(formatDateTime(created_at))}
          {' · '}
          {last_used_at ? texts.used(formatDateTime(last_used_at)) : texts.unused}
        </p>
        {last_call !== null && last_status !== null && (
          <p className={last_status >= 400 ? 'text-small text-danger' : 'text-small text-ink-3'}>
            {texts.lastCall(last_call, last_status)}
          </p>
        )}
      </div>
      <Button size="small" variant="ghost" aria-label={texts.revokeOf(hint)} onClick={() => setAsked(true)}>
        {texts.revoke}
      </Button>
      <Confirm
        open={isAsked}
        text={texts.revokeQuestion(hint)}
        detail={texts.revokeDetail}
        failure={revoke.failure === null ? null : failureText(revoke.failure, texts.revokeFailed)}
        confirmLabel={texts.revoke}
        busy={revoke.busy}
        onConfirm={revoke.run}
        onCancel={() => setAsked(false)}
      />
    </li>
  );
}
