/** Under an answer that found nothing: there is one by now. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { dismiss, dismissals } from '../dismissals.ts';
import { texts } from './texts.ts';

type AnsweredSinceProps = {
  messageId: number;
  asked_at: string;
  /** The reader had rated the answer down. */
  isRatedDown: boolean;
  /** Undefined while nothing may be sent. */
  onAskAgain: (() => void) | undefined;
};

/** Gone for good once it was dismissed or the question was asked again. */
export function AnsweredSince({ messageId, asked_at, isRatedDown, onAskAgain }: AnsweredSinceProps) {
  const cache = useQueryClient();
  const known = useQuery(dismissals());
  const [isGone, setGone] = useState(false);
  const key = `answered_since:${messageId}`;
  const isDismissed = isGone || known.data?.some((one) => one.key === key);
  if (isDismissed || known.isPending) return null;
  const leave = () => {
    setGone(true);
    void dismiss(cache, key);
  };
  const day = formatDate(asked_at);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-ok/30 bg-ok-soft py-2 pr-2 pl-4 text-control">
      <CircleCheck className="size-5 shrink-0 text-ok" />
      <p className="min-w-0 flex-1 basis-56">
        {isRatedDown ? texts.betterSince(day) : texts.answeredSince(day)}
      </p>
      {onAskAgain && (
        <Button
          size="small"
          onClick={() => {
            leave();
            onAskAgain();
          }}
        >
          {texts.askOnceMore}
        </Button>
      )}
      <IconButton size="small" label={texts.dismiss} onClick={leave}>
        <X />
      </IconButton>
    </div>
  );
}
