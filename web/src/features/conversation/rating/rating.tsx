/** Thumbs up or down with an optional reason; can be changed or withdrawn at any time. */
import { MessageSquareText, ThumbsDown, ThumbsUp } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import type { FeedbackValue } from '#contract/chat-record.ts';
import { messageOf } from '../../../api/error-message.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts } from '../texts.ts';
import type { Rating } from './use-rating.ts';

// Fetched when a thumb is pressed.
const { Component: ReasonField } = fetched(async () => (await import('./reason-field.tsx')).ReasonField);

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

type ReasonProps = { rating: Rating; withFiles: boolean };

/** Below the buttons: the field while it is open, and failures. */
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
        <Suspense fallback={null}>
          <ReasonField key={feedback.value} rating={rating} value={feedback.value} withFiles={withFiles} />
        </Suspense>
      )}
    </>
  );
}
