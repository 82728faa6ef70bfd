/** The invitations of the installation: sent, sent again, withdrawn. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, MailPlus } from 'lucide-react';
import { useState } from 'react';
import { type Invitation, invitationsApi } from '#contract/invitations.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText, failureWords } from '../../api/error-message.ts';
import { knownHosts } from '../../api/hosts.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { useOpenedByLink } from '../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { PagedRows } from '../../ui/page/paged-rows.tsx';
import { MadeLink, useHandedLinks } from './handed-link.tsx';
import { InvitationRows } from './invitation-rows.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { INVITATIONS, invitationList } from './queries.ts';
import { texts } from './texts.ts';

export function InvitationsPanel() {
  const cache = useQueryClient();
  const [term, setTerm] = useState('');
  const search = useDebounced(term.trim(), SEARCH_DEBOUNCE_MS);
  const found = useInfiniteQuery(invitationList(search));
  const rows = rowsOf(found.data);
  const [isInviting, setInviting] = useState(useOpenedByLink());
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const [resent, setResent] = useState<string | null>(null);
  const links = useHandedLinks();
  const resend = useTask(async ({ id, email }: Invitation) => {
    setResent(null);
    await call(invitationsApi.resend, { params: { id } });
    setResent(email);
    await cache.invalidateQueries({ queryKey: INVITATIONS });
  });
  const invite = (
    <Button variant="primary" icon={<MailPlus />} onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  return (
    <section className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-title">{texts.title}</h2>
          <p className="mt-1 text-small text-ink-2">
            {knownHosts().sends_mail ? texts.line : texts.handed.line}
          </p>
        </div>
        {invite}
      </header>
      <SearchBox value={term} onChange={setTerm} label={texts.search} className="w-full desk:max-w-[360px]" />
      <MadeLink links={links} />
      {resend.failure !== null && <Alert title={failureText(resend.failure, texts.resendFailed)} />}
      {resent !== null && resend.failure === null && <Alert tone="ok" title={texts.resent(resent)} />}
      <PagedRows
        pages={found}
        failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
        count={rows.length}
        moreLabel={texts.loadMore}
        skeleton={<Skeletons />}
        empty={
          search ? (
            <EmptyState icon={<Mail />} title={texts.noMatch} />
          ) : (
            <EmptyState icon={<Mail />} title={texts.none} line={texts.noneLine} />
          )
        }
      >
        <InvitationRows
          rows={rows}
          busy={resend.busy}
          links={links}
          onResend={resend.run}
          onWithdraw={(invitation) => setWithdrawn(invitation)}
        />
      </PagedRows>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {withdrawn && <Withdrawal invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
    </section>
  );
}

function Withdrawal({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const cache = useQueryClient();
  const withdraw = useTask(async () => {
    await call(invitationsApi.withdraw, { params: { id: invitation.id } });
    onClose();
    await cache.invalidateQueries({ queryKey: INVITATIONS });
  });
  return (
    <Confirm
      open
      text={texts.withdrawQuestion(invitation.email)}
      detail={texts.withdrawLine}
      confirmLabel={texts.withdraw}
      busy={withdraw.busy}
      failure={withdraw.failure === null ? null : failureText(withdraw.failure, texts.withdrawFailed)}
      onConfirm={withdraw.run}
      onCancel={onClose}
    />
  );
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className={classes(cardLook, 'divide-y divide-line')}>
      <span className="sr-only">{texts.loading}</span>
      {['w-56', 'w-44', 'w-60'].map((width) => (
        <div key={width} className="flex h-14 items-center gap-6 px-3.5">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  );
}
