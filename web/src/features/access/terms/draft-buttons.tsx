/** The actions on a draft: continue writing, publish, delete. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type TermsVersion, termsApi } from '#contract/terms.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { me } from '../../session/queries.ts';
import { termsVersions } from './queries.ts';
import { texts } from './texts.ts';

type DraftButtonsProps = { draft: TermsVersion; name: string; onEdit: () => void };

export function DraftButtons({ draft: { id, required, updated_at }, name, onEdit }: DraftButtonsProps) {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<'publish' | 'remove' | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: termsVersions().queryKey });
  const publish = useTask(async () => {
    await call(termsApi.publish, { params: { id }, body: { updated_at } });
    await reload();
    setAsked(null);
    // The superadmin who published it reads it, too.
    await cache.invalidateQueries({ queryKey: me().queryKey });
  });
  const remove = useTask(async () => {
    await call(termsApi.remove, { params: { id } });
    await reload();
    setAsked(null);
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={texts.editDraftOf(name)} onClick={onEdit}>
        {texts.editDraft}
      </Button>
      <Button size="small" variant="primary" onClick={() => setAsked('publish')}>
        {texts.publish}
      </Button>
      <Button size="small" variant="ghost" onClick={() => setAsked('remove')}>
        {texts.remove}
      </Button>
      <Confirm
        open={asked === 'publish'}
        text={texts.publishQuestion(name)}
        detail={required ? texts.publishRequired : texts.publishQuiet}
        failure={publish.failure === null ? null : failureText(publish.failure, texts.publishFailed)}
        confirmLabel={texts.publish}
        variant="primary"
        busy={publish.busy}
        onConfirm={publish.run}
        onCancel={() => setAsked(null)}
      />
      <Confirm
        open={asked === 'remove'}
        text={texts.removeQuestion}
        failure={remove.failure === null ? null : failureText(remove.failure, texts.removeFailed)}
        confirmLabel={texts.remove}
        busy={remove.busy}
        onConfirm={remove.run}
        onCancel={() => setAsked(null)}
      />
    </div>
  );
}
