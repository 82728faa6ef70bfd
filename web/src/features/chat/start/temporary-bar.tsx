/** Above a temporary conversation: when it ends, and a way to end it at once. */
import { useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { chatApi } from '#contract/chat.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { sessionsKey } from '../../conversation/stream/queries.ts';
import { discardAnswer } from '../../conversation/stream/use-answer.ts';
import { texts } from './texts.ts';

export function TemporaryBar({ sessionId }: { sessionId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const erasing = useTask(async () => {
    await call(chatApi.removeSession, { params: { id: sessionId }, query: { receipts: 'revoke' } });
    discardAnswer(sessionId);
    void client.invalidateQueries({ queryKey: sessionsKey });
    await navigate(paths.chat);
  });
  return (
    <section
      aria-label={texts.temporary}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line-strong border-b border-dashed bg-sunken px-5 py-2 text-small text-ink-2"
    >
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-semibold text-ink">{texts.temporary}.</span> {texts.temporaryLine}
      </p>
      {erasing.failure !== null && (
        <span role="alert" className="text-danger">
          {failureText(erasing.failure, texts.eraseFailed)}
        </span>
      )}
      <Button size="small" busy={erasing.busy} onClick={() => setAsking(true)}>
        {texts.eraseNow}
      </Button>
      <Confirm
        open={asking}
        text={texts.confirmErase}
        detail={texts.confirmEraseLine}
        confirmLabel={texts.eraseNow}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          erasing.run();
        }}
      />
    </section>
  );
}
