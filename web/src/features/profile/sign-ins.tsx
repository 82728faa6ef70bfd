/** The browsers in which the account is open. */
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SignIn } from '#contract/sign-in.ts';
import { messageOf } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { signOutEverywhere } from '../session/sign-out.ts';
import { signIns } from './queries.ts';
import { ShowAll } from './show-all.tsx';
import { SideSection } from './side-section.tsx';
import { SignInRow } from './sign-in-row.tsx';
import { texts as all } from './texts.ts';

const texts = all.signIns;

export function SignIns() {
  const title = useRef<HTMLHeadingElement>(null);
  const rows = useQuery({ ...signIns(), refetchOnMount: 'always' });
  const [ended, setEnded] = useState('');
  const onEnded = (device: string) => {
    setEnded(texts.ended(device));
    // The button that had the focus is gone with its row.
    title.current?.focus();
  };
  return (
    <SideSection title={texts.title} line={texts.line} titleRef={title}>
      {rows.isError && (
        <Alert
          title={texts.loadFailed}
          line={messageOf(rows.error, texts.loadContext)}
          onRetry={() => void rows.refetch()}
          retrying={rows.isFetching}
          className="mt-3"
        />
      )}
      {rows.isPending && <RowSkeletons />}
      {rows.data && <Rows signIns={currentFirst(rows.data)} onEnded={onEnded} />}
      <p role="status" className="text-small text-ink-2 not-empty:mb-3">
        {ended}
      </p>
      <Everywhere />
    </SideSection>
  );
}

const FIRST = 5;

type RowsProps = { signIns: SignIn[]; onEnded: (device: string) => void };

function Rows({ signIns: all, onEnded }: RowsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? all : all.slice(0, FIRST);
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {shown.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} onEnded={onEnded} />
        ))}
      </ul>
      {all.length > FIRST && (
        <ShowAll all={texts.showAll(all.length)} isWhole={isWhole} onChange={setIsWhole} />
      )}
    </>
  );
}

function Everywhere() {
  const [asking, setAsking] = useState(false);
  const leave = useTask(() => signOutEverywhere().finally(() => setAsking(false)));
  return (
    <>
      {leave.failure ? (
        <Alert
          title={texts.everywhereFailed}
          line={messageOf(leave.failure, texts.everywhereContext)}
          className="mt-2 mb-3"
        />
      ) : null}
      <Button icon={<LogOut />} className="mt-3 slim:w-full" onClick={() => setAsking(true)}>
        {texts.everywhere}
      </Button>
      <Confirm
        open={asking}
        text={texts.confirm}
        detail={texts.confirmDetail}
        confirmLabel={texts.confirmLabel}
        busy={leave.busy}
        onConfirm={() => leave.run()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function RowSkeletons() {
  return (
    <div role="status" className="mt-1">
      <span className="sr-only">{texts.loading}</span>
      <RowSkeleton />
      <RowSkeleton />
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className="flex h-[70px] items-center gap-3">
      <Skeleton className="size-[18px]" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3.5 w-56" />
      </div>
    </div>
  );
}

const currentFirst = (rows: SignIn[]): SignIn[] =>
  rows.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
