/**
 * In the header on a phone; on wider screens it leaves its place there and floats at the edge of the page. What it
 * opens is fetched when it is pressed, or about to be.
 */
import { MessageSquareHeart } from 'lucide-react';
import { Suspense, useState } from 'react';
import { fetched } from '../../lib/fetched.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { texts } from '../texts.ts';

const modal = fetched(async () => (await import('../../features/feedback/feedback-modal.tsx')).FeedbackModal);
const FeedbackModal = modal.Component;

// Failing says nothing yet: the press itself fetches again.
const fetchAhead = () => void modal.fetch().catch(() => undefined);

export function FeedbackButton() {
  const [open, setOpen] = useState(false);
  // Once opened it stays: closed without sending, it keeps what was typed.
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={<MessageSquareHeart />}
        data-not-captured
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        // Within the margin that every page has: it covers nothing that is read. Written downwards, `px` is above and below.
        className="phone:w-11 phone:px-0 desk:fixed desk:top-[42%] desk:right-0 desk:z-30 desk:h-auto desk:w-7 desk:gap-1.5 desk:rounded-r-none desk:border-line desk:border-r-transparent desk:bg-surface! desk:px-2.5 desk:py-0 desk:text-small desk:shadow-1 desk:[writing-mode:vertical-rl] desk:[&_.lucide]:size-4"
      >
        <span className="phone:sr-only">{texts.feedback}</span>
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <FeedbackModal open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
