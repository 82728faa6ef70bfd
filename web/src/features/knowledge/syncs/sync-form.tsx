/** Makes or changes a sync. It can be saved once these very settings have been previewed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Sync, syncsApi } from '#contract/syncs.ts';
import { call } from '../../../api/client.ts';
import { failureText, fieldError } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Revealed } from '../../../ui/dialogs/revealed.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { keepSync, previewRun } from './queries.ts';
import { PreviewResult } from './runs/preview-result.tsx';
import {
  draftOf,
  newDraft,
  previewKey,
  problemsOf,
  type SyncDraft,
  scheduleOf,
  settingsOf,
} from './sync-draft.ts';
import { SyncFields } from './sync-fields.tsx';
import { texts as all } from './texts.ts';

const texts = all.form;

type SyncFormProps = { baseId: number; roots: readonly string[]; known: Sync | null; onClose: () => void };

export function SyncForm({ baseId, roots, known, onClose }: SyncFormProps) {
  const form = useSyncForm({ baseId, roots, known, onClose });
  const { draft, save, preview, run, isPreviewed, failure, hasSecret } = form;
  const { checked, setChecked, focus, bind } = useCheckedForm();
  const problems = problemsOf(draft, { needed: texts.needed, number: texts.numberNeeded }, hasSecret);
  const isFaulty = Object.values(problems).some(Boolean);
  const tryPreview = () => {
    setChecked(true);
    if (isFaulty) focus('[aria-invalid="true"]');
    else preview.run();
  };
  const isLooking = preview.busy || (run !== null && !run.finished_at);
  return (
    <FormDialog
      title={known ? texts.editTitle(known.name) : texts.addTitle}
      form={bind(isFaulty, save.run)}
      words={texts}
      busy={save.busy}
      disabled={!isPreviewed}
      failure={failure === null ? null : failureText(failure, texts.failed)}
      onClose={save.busy ? () => {} : onClose}
    >
      <SyncFields
        draft={draft}
        roots={roots}
        known={known}
        problems={checked ? problems : {}}
        errorOf={form.errorOf}
        onEdit={form.edit}
      />
      <div className="grid gap-3">
        <Button className="justify-self-start slim:w-full" busy={isLooking} onClick={tryPreview}>
          {isLooking ? texts.previewing : texts.preview}
        </Button>
        {!isPreviewed && <p className="text-small text-ink-2">{texts.previewFirst}</p>}
        <Revealed result={run ?? preview.failure}>
          {preview.failure !== null && fieldError(preview.failure, 'secret') === null && (
            <Alert title={failureText(preview.failure, texts.previewFailed)} />
          )}
          {preview.failure === null && run && <PreviewResult baseId={baseId} run={run} />}
        </Revealed>
      </div>
    </FormDialog>
  );
}

function useSyncForm({ baseId, roots, known, onClose }: SyncFormProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<SyncDraft>(() => (known ? draftOf(known, roots) : newDraft(roots)));
  const [asked, setAsked] = useState<{ run_id: number; key: string } | null>(null);
  const looked = useQuery(previewRun(baseId, asked?.run_id ?? null));
  const key = previewKey(draft);
  const secret = draft.secret ? { secret: draft.secret } : {};
  const preview = useTask(async () => {
    const body = { settings: settingsOf(draft), ...secret, ...(known ? { sync_id: known.id } : {}) };
    setAsked(null);
    const { run_id } = await call(syncsApi.preview, { params: { id: baseId }, body });
    setAsked({ run_id, key });
  });
  const save = useTask(async () => {
    const body = {
      name: draft.name.trim(),
      settings: settingsOf(draft),
      schedule: scheduleOf(draft),
      ...secret,
    };
    const saved = known
      ? await call(syncsApi.update, {
          params: { id: baseId, syncId: known.id },
          body: { ...body, updated_at: known.updated_at },
        })
      : await call(syncsApi.create, { params: { id: baseId }, body });
    keepSync(cache, baseId, saved);
    onClose();
  });
  const isSame = known !== null && key === previewKey(draftOf(known, roots));
  const run = asked ? (looked.data ?? null) : null;
  // Cancelling the dialog that asks for the password leaves the form as it was.
  const failure = failedWith(save.failure, 'reauthentication_required') ? null : save.failure;
  return {
    draft,
    edit: (part: Partial<SyncDraft>) => setDraft((before) => ({ ...before, ...part })),
    preview,
    save,
    run,
    hasSecret: known?.secret === 'stored',
    isPreviewed: isSame || (asked?.key === key && run?.outcome === 'done'),
    failure: fieldError(failure, 'secret') === null ? failure : null,
    errorOf: (field: string) => fieldError(failure, field) ?? fieldError(preview.failure, field),
  };
}
