import { useState } from 'react';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { texts } from '../texts.ts';

/**
 * Asks before closing drops unsaved ticks, whichever way the dialog is closed. `close` replaces `onClose`; `question` is
 * to be rendered beside the dialog. A second Escape takes the question back, also when it comes before the question has
 * the focus and so reaches the dialog.
 */
export function useDiscardQuestion(hasTicks: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (hasTicks ? setIsAsking((asking) => !asking) : onClose());
  const question = (
    <Confirm
      open={isAsking}
      text={texts.discard}
      confirmLabel={texts.discardLabel}
      cancelLabel={texts.keepEditing}
      onConfirm={onClose}
      onCancel={() => setIsAsking(false)}
    />
  );
  return { close, question };
}
