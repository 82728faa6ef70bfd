/** Asks before something that cannot be taken back. Esc is cancel; a click outside does nothing. */
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { useFocusReturn } from '../focus/use-focus-return.ts';
import { texts } from '../texts.ts';
import { dialogLook, Scrim } from './modal.tsx';

type ConfirmProps = {
  open: boolean;
  /** The question, word for word. */
  text: string;
  /** The consequences, read before deciding. */
  detail?: ReactNode;
  /** Why it could not be done, in words; the question stays open. */
  failure?: string | null;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The deed is under way. */
  busy?: boolean;
  /** Not everything that asks is dangerous. */
  variant?: 'danger' | 'primary';
};

export function Confirm({
  open,
  text,
  detail,
  failure,
  confirmLabel,
  cancelLabel = texts.cancel,
  onConfirm,
  onCancel,
  busy,
  variant = 'danger',
}: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Dialog.Portal>
        <Scrim />
        <Dialog.Content
          role="alertdialog"
          aria-modal="true"
          {...(detail ? {} : { 'aria-describedby': undefined })}
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={focus.giveBack}
          onOpenAutoFocus={(event) => {
            focus.remember();
            event.preventDefault();
            cancel.current?.focus();
          }}
          className={classes(dialogLook, 'max-w-[440px]')}
        >
          <div className="min-h-0 overflow-y-auto px-5 pt-6 pb-5">
            <Dialog.Title className="font-sans text-[17px] leading-snug font-semibold tracking-normal wrap-anywhere">
              {text}
            </Dialog.Title>
            {detail && <Dialog.Description className="mt-2 text-ink-2">{detail}</Dialog.Description>}
            {failure && (
              <p role="alert" className="mt-2 text-danger">
                {failure}
              </p>
            )}
          </div>
          <footer className="flex flex-wrap justify-end gap-2.5 px-5 pb-5">
            <Button ref={cancel} onClick={onCancel} className="phone:flex-1">
              {cancelLabel}
            </Button>
            <Button variant={variant} busy={busy} onClick={onConfirm} className="phone:flex-1">
              {confirmLabel}
            </Button>
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
