import { MessageSquareHeart } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.ts';

export function FeedbackButton() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={<MessageSquareHeart />}
        onClick={() => setOpen(true)}
        className="phone:w-11 phone:px-0"
      >
        <span className="phone:sr-only">{texts.feedback}</span>
      </Button>
      <Modal
        open={open}
        onClose={close}
        title={texts.feedback}
        size="small"
        footer={
          <Button variant="primary" onClick={close}>
            {ui.close}
          </Button>
        }
      >
        <p className="text-ink-2">{texts.feedbackSoon}</p>
      </Modal>
    </>
  );
}
