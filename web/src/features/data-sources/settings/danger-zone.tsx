import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { DangerCard, dangerLook } from '../../../ui/page/detail-page.tsx';
import { adminSource, refreshAround } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.danger;

/** Deletes after a second, differently named press. */
export function DangerZone({ source }: { source: DataSource }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    // The pressed button disappears: the focus moves to Cancel, and back afterwards.
    if (asking) cancel.current?.focus();
    else if (asked.current) first.current?.focus();
    asked.current = asking;
  }, [asking]);
  const remove = useTask(async () => {
    await call(dataSourcesApi.remove, { params: { id: source.id } });
    await navigate(paths.adminDataSources, { replace: true });
    cache.removeQueries({ queryKey: adminSource(source.id).queryKey });
    await refreshAround(cache);
  });
  return (
    <DangerCard title={texts.title} line={texts.line}>
      {remove.failure !== null && (
        <Alert title={failureText(remove.failure, texts.failed)} className="basis-full" />
      )}
      {asking ? (
        <div className="flex basis-full flex-wrap items-center justify-between gap-3">
          <p className="text-control">
            <span className="font-medium">{texts.question}</span>
            {source.agents.length > 0 && (
              <span className="block text-ink-2">{texts.lost(source.agents.length)}</span>
            )}
          </p>
          <div className="flex gap-2.5">
            <Button
              ref={cancel}
              disabled={remove.busy}
              onClick={() => {
                remove.forgive();
                setAsking(false);
              }}
            >
              {texts.cancel}
            </Button>
            <Button variant="danger" busy={remove.busy} onClick={remove.run}>
              {remove.busy ? texts.removing : texts.confirm}
            </Button>
          </div>
        </div>
      ) : (
        <Button ref={first} onClick={() => setAsking(true)} className={dangerLook}>
          {texts.remove}
        </Button>
      )}
    </DangerCard>
  );
}
