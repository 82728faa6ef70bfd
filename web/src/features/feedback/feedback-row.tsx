import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Image, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { deviceOf } from '#contract/devices.ts';
import { type Feedback, feedbackApi } from '#contract/feedback.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { deviceName } from '../../lib/browser/device.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { Address } from '../admin/address.tsx';
import { feedbackKey, screenshot } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.list;

export function FeedbackRow({ feedback }: { feedback: Feedback }) {
  const { id, message, user, handled, has_screenshot, created_at, page, user_agent } = feedback;
  const cache = useQueryClient();
  const [looking, setLooking] = useState(false);
  const mark = useTask(async () => {
    await call(feedbackApi.setHandled, { params: { id }, body: { handled: !handled } });
    await cache.invalidateQueries({ queryKey: feedbackKey });
  });
  const who = user?.name ?? texts.goneAccount;
  const contact = [feedback.name, feedback.email].filter(Boolean).join(' · ');
  return (
    <li className={classes(cardLook, 'grid grid-cols-[minmax(0,1fr)] gap-3 p-5')}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-sans text-control font-semibold tracking-normal wrap-anywhere">{who}</h2>
          {user && (
            <p className="text-small wrap-anywhere text-ink-3">
              <Address text={user.email} />
            </p>
          )}
        </div>
        <div className="flex items-center gap-2.5">
          {handled && (
            <Badge tone="ok" icon={<Check />}>
              {texts.handled}
            </Badge>
          )}
          <time dateTime={created_at} className="text-small text-ink-3 tabular-nums">
            {formatDateTime(created_at)}
          </time>
        </div>
      </header>
      <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        {contact && <Detail name={texts.replyTo}>{contact}</Detail>}
        {page && <Detail name={texts.page}>{page}</Detail>}
        {user_agent && <Detail name={texts.device}>{deviceName(deviceOf(user_agent))}</Detail>}
      </dl>
      <div className="flex flex-wrap gap-2">
        {has_screenshot && (
          <Button size="small" icon={<Image className="size-4" />} onClick={() => setLooking(true)}>
            {texts.showPicture}
          </Button>
        )}
        <Button
          size="small"
          icon={handled ? <RotateCcw className="size-4" /> : <Check className="size-4" />}
          busy={mark.busy}
          onClick={() => mark.run()}
        >
          {labelOf(handled, mark.busy)}
        </Button>
      </div>
      {mark.failure ? <Alert title={failureText(mark.failure, texts.changeFailed)} /> : null}
      {looking && <ScreenshotView id={id} who={who} onClose={() => setLooking(false)} />}
    </li>
  );
}

function labelOf(handled: boolean, busy: boolean): string {
  if (busy) return texts.changing;
  return handled ? texts.markOpen : texts.markHandled;
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-3">{name}:</dt>
      <dd className="min-w-0 wrap-anywhere text-ink-2">{children}</dd>
    </div>
  );
}

type ScreenshotViewProps = { id: number; who: string; onClose: () => void };

/** The picture is asked for with the bearer, which a plain address could not carry. */
function ScreenshotView({ id, who, onClose }: ScreenshotViewProps) {
  const found = useQuery(screenshot(id));
  return (
    <Modal open onClose={onClose} title={texts.picture} line={texts.pictureOf(who)} size="large">
      {found.isPending && <Spinner size="large" label={texts.pictureLoading} />}
      {found.isError && <LoadFailure query={found} text={texts.pictureFailed} />}
      {found.data && <Picture blob={found.data} alt={texts.pictureOf(who)} />}
    </Modal>
  );
}

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={alt} className="mx-auto max-w-full rounded-control border border-line" />;
}
