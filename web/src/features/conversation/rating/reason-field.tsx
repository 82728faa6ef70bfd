/** The reason of a rating, which may be left out. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { FeedbackValue } from '#contract/chat-record.ts';
import { FEEDBACK_REASON_MAX } from '#contract/limits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from '../texts.ts';
import type { Rating } from './use-rating.ts';

type ReasonFieldProps = { rating: Rating; value: FeedbackValue; withFiles: boolean };

export function ReasonField({ rating, value, withFiles }: ReasonFieldProps) {
  const id = useId();
  const [reason, setReason] = useState(rating.feedback?.reason ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  // Without scrolling, so that the buttons above keep their places under the pointer.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const send = () => rating.explain(reason.trim());
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      rating.close();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };

  return (
    <form
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid max-w-[608px] gap-2 rounded-card border border-line bg-surface p-3 animate-appear"
    >
      <label htmlFor={id} className="text-small font-medium text-ink-2">
        {value === 'up' ? texts.whyHelpful : texts.whyNotHelpful}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={reason}
        maxLength={FEEDBACK_REASON_MAX}
        onChange={(event) => setReason(event.target.value)}
        aria-describedby={value === 'down' ? `${id}-note` : undefined}
        className="block w-full resize-y rounded-control border border-line-strong bg-surface px-3 py-2 text-control focus-visible:border-brand phone:text-[16px]"
      />
      {value === 'down' && (
        <p id={`${id}-note`} className="text-tiny text-ink-3">
          {withFiles ? texts.notRead : texts.mayBeRead}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={rating.close}>
          {uiTexts.close}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {texts.sendReason}
        </Button>
      </div>
    </form>
  );
}
