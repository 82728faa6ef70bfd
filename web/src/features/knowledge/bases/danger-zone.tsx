import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type KnowledgeBase, knowledgeApi } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { DangerCard, dangerLook } from '../../../ui/page/detail-page.tsx';
import { forgetBase } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.danger;

export function DangerZone({ base }: { base: KnowledgeBase }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const remove = useTask(async () => {
    await call(knowledgeApi.remove, { params: { id: base.id } });
    // The deleted base must not stay in the history.
    await navigate(paths.adminDatabases, { replace: true });
    await forgetBase(cache, base.id);
  });
  return (
    <DangerCard title={texts.title} line={texts.line}>
      <Button className={dangerLook} onClick={() => setConfirming(true)}>
        {texts.open}
      </Button>
      <Confirm
        open={confirming}
        text={texts.line}
        failure={remove.failure === null ? null : failureText(remove.failure, texts.failed)}
        detail={
          <>
            <span className="mb-1 block font-medium wrap-anywhere text-ink">{base.name}</span>
            {texts.affected(base.documents_count, base.agents.length)}
          </>
        }
        cancelLabel={texts.cancel}
        confirmLabel={remove.busy ? texts.confirming : texts.confirm}
        busy={remove.busy}
        onCancel={() => {
          setConfirming(false);
          remove.forgive();
        }}
        onConfirm={remove.run}
      />
    </DangerCard>
  );
}
