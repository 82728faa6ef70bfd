/** Accounts at providers by which the person enters. Absent where there is none and no provider to link. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type LinkedAccounts as Linked, linkedAccountsApi } from '#contract/sign-on.ts';
import { call } from '../../../api/client.ts';
import { failureText, messageOf } from '../../../api/error-message.ts';
import { isWebAddress, leaveFor } from '../../../lib/browser/leave-for.ts';
import { keepTabSecret, newTabSecret, TabKeepsNothing } from '../../../lib/browser/sign-on-tab.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { SideSection } from '../side-section.tsx';
import { NetworkLink } from './network-link.tsx';
import { linkedAccounts } from './queries.ts';
import { texts } from './texts.ts';

export function LinkedAccounts() {
  const found = useQuery({ ...linkedAccounts(), refetchOnMount: 'always' });
  const [news, setNews] = useState<string | null>(null);
  if (found.isPending) return null;
  const { linked, offered, only_by } = found.data ?? { linked: [], offered: [], only_by: null };
  if (!found.isError && linked.length === 0 && offered.length === 0 && news === null) return null;
  return (
    <SideSection title={texts.title} line={texts.line}>
      <div className="mt-3 grid gap-3">
        {news && <Alert tone="ok" title={news} />}
        {found.isError && (
          <Alert
            title={texts.loadFailed}
            line={messageOf(found.error, texts.loadFailed)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {found.data && linked.length === 0 && <p className="text-small text-ink-3">{texts.none}</p>}
        {linked.length > 0 && (
          <ul className="divide-y divide-line">
            {linked.map((account) => (
              <LinkedRow
                key={account.slug}
                account={account}
                isOnlyWay={only_by !== null}
                onUnlinked={setNews}
              />
            ))}
          </ul>
        )}
        {offered.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {offered.map((provider) =>
              provider.kind === 'ldap' ? (
                <NetworkLink
                  key={provider.slug}
                  provider={provider}
                  onLinked={() => setNews(texts.linked(provider.name))}
                />
              ) : (
                <LinkButton key={provider.slug} provider={provider} />
              ),
            )}
          </div>
        )}
      </div>
    </SideSection>
  );
}

type LinkedRowProps = {
  account: Linked['linked'][number];
  /** No password and no device key opens the account: its domain is closed. */
  isOnlyWay: boolean;
  onUnlinked: (news: string) => void;
};

function LinkedRow({ account, isOnlyWay, onUnlinked }: LinkedRowProps) {
  const { slug, name, address, last_used_at, removable } = account;
  const cache = useQueryClient();
  const hint = useId();
  const [isAsked, setAsked] = useState(false);
  const unlink = useTask(async () => {
    await call(linkedAccountsApi.remove, { params: { slug } });
    setAsked(false);
    onUnlinked(texts.unlinked(name));
    await cache.invalidateQueries({ queryKey: linkedAccounts().queryKey });
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2.5">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-small text-ink-3 wrap-anywhere">
          {address ?? texts.noAddress} · {texts.lastUse(formatDateTime(last_used_at))}
        </p>
        {!removable && (
          <p id={hint} className="text-small text-ink-3">
            {isOnlyWay ? texts.onlyWayIn : texts.lastWayIn}
          </p>
        )}
      </div>
      <Button
        size="small"
        variant="ghost"
        disabled={!removable}
        aria-label={texts.unlinkOf(name)}
        aria-describedby={removable ? undefined : hint}
        onClick={() => setAsked(true)}
      >
        {texts.unlink}
      </Button>
      <Confirm
        open={isAsked}
        text={texts.unlinkQuestion(name)}
        detail={texts.unlinkDetail}
        failure={unlink.failure === null ? null : failureText(unlink.failure, texts.unlinkFailed)}
        confirmLabel={texts.unlink}
        busy={unlink.busy}
        onConfirm={unlink.run}
        onCancel={() => setAsked(false)}
      />
    </li>
  );
}

function LinkButton({ provider: { slug, name } }: { provider: Linked['offered'][number] }) {
  const begin = useTask(async () => {
    const { binding, binding_hash } = await newTabSecret();
    const { authorization_url, state } = await call(linkedAccountsApi.start, {
      params: { slug },
      body: { binding_hash },
    });
    keepTabSecret(state, { binding, purpose: 'link' });
    if (!isWebAddress(authorization_url)) throw new Error('no address to sign in at');
    await leaveFor(authorization_url);
  });
  const { failure } = begin;
  return (
    <>
      <Button busy={begin.busy} onClick={begin.run} className="slim:w-full">
        {begin.busy ? texts.linking(name) : texts.link(name)}
      </Button>
      {failure !== null && (
        <Alert
          className="w-full"
          title={
            failure instanceof TabKeepsNothing ? texts.keepsNothing : failureText(failure, texts.linkFailed)
          }
        />
      )}
    </>
  );
}
