/** The rights of data protection: export, correction, erasure. */
import { Download, Pencil, UserX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { privacyApi } from '#contract/privacy.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { apiHosts } from '../../../api/hosts.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { SideSection } from '../side-section.tsx';
import { CorrectData } from './correct-data.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { texts } from './texts.ts';
import { useCancelDeletion } from './use-cancel-deletion.ts';

type Opened = 'correct' | 'delete' | null;

export function MyData({ user }: { user: User }) {
  const [opened, setOpened] = useState<Opened>(null);
  /** The outcome of the last action, announced once. */
  const [news, setNews] = useState<string | null>(null);
  const close = () => setOpened(null);
  const open = (which: Opened) => {
    setNews(null);
    setOpened(which);
  };
  const take = useTask(async () => {
    setNews(null);
    const { filename, blob } = await call(privacyApi.export, {});
    saveFile(filename, blob);
    setNews(texts.export.done(filename));
  });

  return (
    <SideSection title={texts.title} line={texts.line}>
      <div className="mt-3 grid gap-3">
        {news && <Alert tone="ok" title={news} />}
        {take.failure ? (
          <Alert
            title={failureText(take.failure, texts.export.failed)}
            onRetry={() => take.run()}
            retrying={take.busy}
          />
        ) : null}
        {user.deletion_due && (
          <DeletionDue due={user.deletion_due} onCancelled={() => setNews(texts.deletion.cancelled)} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button icon={<Download />} busy={take.busy} onClick={() => take.run()} className="slim:w-full">
            {take.busy ? texts.export.busy : texts.export.action}
          </Button>
          <Button icon={<Pencil />} onClick={() => open('correct')} className="slim:w-full">
            {texts.correct.action}
          </Button>
          {!user.deletion_due && (
            <Button icon={<UserX />} onClick={() => open('delete')} className="text-danger! slim:w-full">
              {texts.deletion.action}
            </Button>
          )}
        </div>
        <KeptLine />
      </div>
      {opened === 'correct' && (
        <CorrectData
          user={user}
          onClose={close}
          onDone={() => {
            close();
            setNews(texts.correct.done);
          }}
        />
      )}
      {opened === 'delete' && <DeleteAccount onClose={close} />}
    </SideSection>
  );
}

/** Nothing where conversations are kept for ever, and until it is known. */
function KeptLine() {
  const [months, setMonths] = useState<number | null>(null);
  useEffect(() => {
    void apiHosts().then(({ keep_months }) => setMonths(keep_months));
  }, []);
  return months === null ? null : <p className="text-small text-ink-2">{texts.kept(months)}</p>;
}

function DeletionDue({ due, onCancelled }: { due: string; onCancelled: () => void }) {
  const cancel = useCancelDeletion(onCancelled);
  return (
    <>
      <Alert tone="warn" title={texts.deletion.due(formatDateTime(due))} line={texts.deletion.dueLine}>
        <Button size="small" busy={cancel.busy} onClick={() => cancel.run()}>
          {cancel.busy ? texts.deletion.cancelling : texts.deletion.cancel}
        </Button>
      </Alert>
      {cancel.failure ? <Alert title={failureText(cancel.failure, texts.deletion.cancelFailed)} /> : null}
    </>
  );
}
