/** Thumbs up or down with an optional reason; can be changed or withdrawn at any time. */
import { MessageSquareText, ThumbsDown, ThumbsUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { FeedbackValue } from '#contract/chat.ts';
import { FEEDBACK_REASON_MAX } from '#contract/limits.ts';
import { messageOf } from '../../../api/error-message.ts';
import { classes } from '../../../ui/classes.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from '../texts.ts';
import type { Rating } from './use-rating.ts';

const thumbs = [
  { value: 'up', label: texts.helpful, Icon: ThumbsUp },
  { value: 'down', label: texts.notHelpful, Icon: ThumbsDown },
] as const satisfies { value: FeedbackValue; label: string; Icon: unknown }[];

export function Thumbs({ rating }: { rating: Rating }) {
  const { feedback, isOpen, press, open, close } = rating;
  const reason = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The focused field is gone.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) reason.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      {thumbs.map(({ value, label, Icon }) => {
        const chosen = feedback?.value === value;
        return (
          <IconButton
            key={value}
            label={label}
            aria-pressed={chosen}
            className={chosen ? 'text-brand!' : 'text-ink-3'}
            onClick={() => press(value)}
          >
            <Icon className={classes(chosen && 'fill-brand-soft')} />
          </IconButton>
        );
      })}
      {feedback && (
        <IconButton
          ref={reason}
          label={feedback.reason ? texts.changeReason : texts.giveReason}
          title={feedback.reason ?? texts.giveReason}
          aria-expanded={isOpen}
          className={feedback.reason ? 'text-brand!' : 'text-ink-3'}
          onClick={isOpen ? close : open}
        >
          <MessageSquareText />
        </IconButton>
      )}
    </>
  );
}

/** Below the buttons: the field while it is open, and failures. */
type ReasonProps = { rating: Rating; withFiles: boolean };

export function Reason({ rating, withFiles }: ReasonProps) {
  const { feedback, isOpen, error } = rating;
  return (
    <>
      {error && (
        <Alert
          title={texts.feedbackFailed}
          line={messageOf(error, texts.feedbackFailed)}
          className="max-w-[608px]"
        />
      )}
      {isOpen && feedback && (
        <ReasonField key={feedback.value} rating={rating} value={feedback.value} withFiles={withFiles} />
      )}
    </>
  );
}

function ReasonField({ rating, value, withFiles }: ReasonProps & { value: FeedbackValue }) {
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
