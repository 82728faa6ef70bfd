/** Much has vanished from a source at once: a person says whether the documents go, by typing how many they are. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyncRun } from '#contract/sync-runs.ts';
import { syncsApi } from '#contract/syncs.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Field } from '../../../../ui/controls/field.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { refreshAfterRun } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.run_view;

type ConfirmProps = { baseId: number; syncId: number; run: SyncRun; mayConfirm: boolean };

export function ConfirmWithdrawal({ baseId, syncId, run, mayConfirm }: ConfirmProps) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState('');
  const { to_withdraw: count } = run;
  const answer = useTask(async (action: 'withdraw' | 'keep') => {
    try {
      await call(syncsApi.confirm, {
        params: { id: baseId, syncId, runId: run.id },
        body: { action, count },
      });
    } finally {
      await refreshAfterRun(cache, baseId);
    }
  });
  return (
    <Alert title={texts.stopped(count, run.kept)} line={texts.stoppedLine}>
      {mayConfirm ? (
        <div className="grid w-full gap-3">
          <Field
            label={texts.typeNumber(count)}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {answer.failure !== null && (
            <p role="alert" className="text-small text-danger">
              {failureText(answer.failure, texts.confirmFailed)}
            </p>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button busy={answer.busy} onClick={() => answer.run('keep')}>
              {texts.keep}
            </Button>
            <Button
              variant="danger"
              busy={answer.busy}
              disabled={typed.replace(/\D/g, '') !== String(count)}
              onClick={() => answer.run('withdraw')}
            >
              {texts.withdraw(count)}
            </Button>
          </div>
        </div>
      ) : (
        <p className="text-small">{texts.superadminConfirms}</p>
      )}
    </Alert>
  );
}
