import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#contract/agents.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatRecent } from '../../../lib/format.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { sessionsOfAgent, titleOf } from './sessions-of-agent.ts';
import { testSessions, useRemoveTestSession } from './test-sessions.ts';
import { texts } from './texts.ts';

type TestSessionsProps = {
  agent: Agent;
  onNew: () => void;
  onOpen: (session: ChatSession) => void;
};

export function TestSessions({ agent, onNew, onOpen }: TestSessionsProps) {
  const [asked, setAsked] = useState<ChatSession | null>(null);
  const remove = useRemoveTestSession();
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button variant="primary" icon={<Plus className="size-4" />} onClick={onNew}>
          {texts.newChat}
        </Button>
      }
    >
      {remove.isError && (
        <Alert
          title={failureText(remove.error, texts.removeFailed)}
          onRetry={() => remove.mutate(remove.variables)}
          className="mb-3"
        />
      )}
      <Rows agent={agent} onOpen={onOpen} onRemove={setAsked} />
      <Confirm
        open={asked !== null}
        text={texts.confirmRemove}
        detail={texts.confirmRemoveLine}
        cancelLabel={texts.cancel}
        confirmLabel={texts.removeLabel}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) remove.mutate(asked);
          setAsked(null);
        }}
      />
    </Card>
  );
}

type RowsProps = Pick<TestSessionsProps, 'agent' | 'onOpen'> & { onRemove: (session: ChatSession) => void };

function Rows({ agent, onOpen, onRemove }: RowsProps) {
  const sessions = useQuery(testSessions());
  if (sessions.isPending) return <RowsSkeleton />;
  if (!sessions.data) {
    return <LoadFailure query={sessions} text={texts.loadFailed} />;
  }
  const rows = sessionsOfAgent(sessions.data, agent.id);
  if (rows.length === 0)
    return <EmptyState icon={<FlaskConical />} title={texts.none} line={texts.noneLine} />;
  return (
    <ul aria-label={texts.list} className="divide-y divide-line rounded-card border border-line">
      {rows.map((session) => (
        <Row
          key={session.id}
          session={session}
          onOpen={() => onOpen(session)}
          onRemove={() => onRemove(session)}
        />
      ))}
    </ul>
  );
}

type RowProps = { session: ChatSession; onOpen: () => void; onRemove: () => void };

function Row({ session, onOpen, onRemove }: RowProps) {
  const { created_at, messages_count } = session;
  const title = titleOf(session);
  return (
    <li className="flex items-center pr-1.5 hover:bg-sunken">
      <button
        type="button"
        onClick={onOpen}
        className="min-h-14 min-w-0 flex-1 px-4 py-2.5 text-left -outline-offset-2"
      >
        <span className="sr-only">{texts.open('')}</span>
        <span className="block truncate font-medium">{title}</span>
        <span className="flex flex-wrap gap-x-2 text-small text-ink-2 tabular-nums">
          <time dateTime={created_at}>{formatRecent(created_at)}</time>
          <span aria-hidden="true">·</span>
          <span>{texts.messages(messages_count)}</span>
        </span>
      </button>
      <IconButton label={texts.remove(title)} className="text-ink-3" onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <div aria-busy="true" data-skeleton className="grid gap-2">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  );
}
