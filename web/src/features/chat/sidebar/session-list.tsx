/** The reader's conversations in the sidebar: the list, the search, and failures of either. */
import { X } from 'lucide-react';
import { type Ref, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ChatSession } from '#contract/chat-session.ts';
import { MOBILE_BREAKPOINT_PX } from '#contract/limits.ts';
import { fetched, fetchedDialog } from '../../../lib/fetched.tsx';
import { paths } from '../../../lib/paths.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from '../texts.ts';
import { HistorySearch } from './history-search.tsx';
import { useChangeFailure, useSessionActions } from './session-changes.ts';
import { titleOf } from './session-row.tsx';
import { SessionRows } from './session-rows.tsx';

const Confirm = fetchedDialog(async () => (await import('../../../ui/dialogs/confirm.tsx')).Confirm);

const { Component: SessionReceipts } = fetched(
  async () => (await import('./session-receipts.tsx')).SessionReceipts,
);

type SessionListProps = {
  /** The search box, which the keyboard shortcut focuses. */
  searchBox: Ref<HTMLInputElement>;
  onLeaveSearch: () => void;
};

export function SessionList({ searchBox, onLeaveSearch }: SessionListProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const compact = useSyncExternalStore(subscribeCompact, isCompact);
  const [toRemove, setToRemove] = useState<ChatSession | undefined>();
  const [revoke, setRevoke] = useState(false);
  const changes = useSessionActions({
    onLeave: (id) => {
      if (window.location.pathname === paths.chatSession(id)) void navigate(paths.chat);
    },
  });
  const actions = useMemo(
    () => ({
      ...changes,
      remove: (session: ChatSession) => {
        setRevoke(false);
        setToRemove(session);
      },
    }),
    [changes],
  );

  const remove = () => {
    if (toRemove) changes.remove(toRemove, revoke);
    setToRemove(undefined);
  };

  return (
    <>
      <HistorySearch
        box={searchBox}
        onLeave={onLeaveSearch}
        // On a new chat the key opens the chooser.
        hinted
      >
        <nav aria-label={texts.conversations} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-0.5">
          <ChangeFailure />
          <SessionRows currentId={idIn(pathname)} compact={compact} actions={actions} />
        </nav>
      </HistorySearch>
      <Confirm
        open={toRemove !== undefined}
        text={texts.confirmRemove}
        detail={<RemovalDetail session={toRemove} revoke={revoke} onRevoke={setRevoke} />}
        confirmLabel={uiTexts.remove}
        onCancel={() => setToRemove(undefined)}
        onConfirm={remove}
      />
    </>
  );
}

type RemovalDetailProps = {
  session: ChatSession | undefined;
  /** The receipts of its answers are revoked with it. */
  revoke: boolean;
  onRevoke: (revoke: boolean) => void;
};

function RemovalDetail({ session, revoke, onRevoke }: RemovalDetailProps) {
  return (
    <>
      <span className="mb-1 block font-medium text-ink wrap-anywhere">{session && titleOf(session)}</span>
      {texts.confirmRemoveLine}
      {session && (
        <Suspense>
          <SessionReceipts sessionId={session.id} checked={revoke} onChange={onRevoke} />
        </Suspense>
      )}
    </>
  );
}

/** The id of the conversation that is open, if one is. */
const idIn = (pathname: string) =>
  pathname.startsWith(`${paths.chat}/`) ? pathname.slice(paths.chat.length + 1) : undefined;

function ChangeFailure() {
  const failure = useChangeFailure();
  if (!failure) return null;
  return (
    <Alert title={failure.title} className="mb-2 px-3">
      <Button size="small" onClick={failure.retry}>
        {uiTexts.retry}
      </Button>
      <IconButton size="small" label={uiTexts.close} onClick={failure.dismiss}>
        <X className="size-4" />
      </IconButton>
    </Alert>
  );
}

const compactWindow = () => matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX}px), (hover: none)`);
const isCompact = () => compactWindow().matches;

function subscribeCompact(listener: () => void): () => void {
  const query = compactWindow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
