/** Makes a link by which others in the organisation read a conversation up to one answer. */
import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { chatApi } from '#contract/chat.ts';
import { LINK_DAYS, sessionLinksApi } from '#contract/session-links.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDate } from '../../../lib/format.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as all } from './texts.ts';

const texts = all.share;

type Days = (typeof LINK_DAYS)[number];

type ShareDialogProps = {
  sessionId: string;
  /** Undefined: the newest one. */
  messageId?: number | undefined;
  open: boolean;
  onClose: () => void;
};

export function ShareDialog({ sessionId, messageId, open, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const [days, setDays] = useState<Days>(30);
  const [made, setMade] = useState<Made | null>(null);
  const making = useTask(async () => {
    const until_message_id = messageId ?? (await newestOf(sessionId));
    const body = { until_message_id, days };
    setMade(await call(sessionLinksApi.create, { params: { id: sessionId }, body }));
    await client.invalidateQueries({ queryKey: ['session-links'] });
  });
  const close = () => {
    setMade(null);
    making.forgive();
    onClose();
  };
  return (
    <Modal open={open} onClose={close} title={texts.title} line={messageId ? texts.upToThis : texts.whole}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {making.failure !== null && <Alert title={failureText(making.failure, texts.failed)} />}
        {made ? (
          <MadeLink made={made} onClose={close} />
        ) : (
          <>
            <p className="text-ink-2">{texts.who}</p>
            <Segmented
              label={texts.days}
              value={String(days)}
              options={LINK_DAYS.map((value) => ({ value: String(value), label: texts.daysOf(value) }))}
              onChange={(value) => setDays(LINK_DAYS.find((one) => String(one) === value) ?? 30)}
            />
            <Button
              variant="primary"
              busy={making.busy}
              className="justify-self-start"
              onClick={() => making.run()}
            >
              {making.busy ? texts.making : texts.make}
            </Button>
          </>
        )}
      </div>
    </Modal>
  );
}

type Made = { url: string; expires_at: string };

function MadeLink({ made, onClose }: { made: Made; onClose: () => void }) {
  const { copied, failed, copy } = useCopy<'link'>();
  return (
    <>
      <Alert tone="ok" title={texts.made(formatDate(made.expires_at))} />
      <Field label={texts.address} readOnly value={made.url} onFocus={(event) => event.target.select()} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" icon={copied ? <Check /> : <Copy />} onClick={() => copy('link', made.url)}>
          {copied ? texts.copied : texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
        <span role="status" className="text-small text-ink-2">
          {failed ? texts.copyFailed : ''}
        </span>
      </div>
    </>
  );
}

async function newestOf(id: string): Promise<number> {
  const { data } = await call(chatApi.messages, { params: { id }, query: { limit: 20 } });
  const newest = data.findLast(({ status }) => status === 'done');
  if (!newest) throw new Error(texts.nothingYet);
  return newest.id;
}
