/** A dialog in the middle of the screen; on a phone a sheet from the bottom. Esc and a click outside close it. */
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/button.tsx';
import { useFocusKept } from '../focus/use-focus-kept.ts';
import { useFocusReturn } from '../focus/use-focus-return.ts';
import { texts } from '../texts.ts';

const widths = {
  small: 'max-w-[440px]',
  medium: 'max-w-[560px]',
  large: 'max-w-[720px]',
  wide: 'max-w-[1040px]',
} as const;

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Read after the title. */
  line?: ReactNode;
  size?: keyof typeof widths;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** Where the focus goes first, instead of the first thing that can take it. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
};

export function Modal({
  open,
  onClose,
  title,
  line,
  size = 'medium',
  footer,
  initialFocus,
  children,
}: ModalProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Scrim />
        <Dialog.Content
          {...(line ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={focus.giveBack}
          onOpenAutoFocus={(event) => {
            focus.remember();
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          className={classes(dialogLook, widths[size])}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
            <div className="min-w-0">
              <Dialog.Title className="line-clamp-3 text-[24px] leading-tight wrap-anywhere phone:text-[22px]">
                {title}
              </Dialog.Title>
              {line && (
                <Dialog.Description className="mt-1.5 text-small text-ink-2">{line}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label={texts.close} className="-mt-1 -mr-2">
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          <Body>{children}</Body>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2.5 border-t border-line bg-surface px-5 py-3.5">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useFocusKept(body);
  return (
    <div ref={body} className="relative min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">
      {children}
    </div>
  );
}

/**
 * Placement and motion of every dialog: centred, or a sheet on a phone. Clipped, because what is only hidden is still
 * scrolled by the browser to a field that has the focus, and the buttons at the foot would move up.
 */
export const dialogLook =
  'fixed z-50 flex flex-col overflow-clip bg-paper shadow-2 outline-none desk:inset-0 desk:m-auto desk:h-fit desk:max-h-[86dvh] desk:w-[calc(100%-48px)] desk:rounded-panel desk:animate-rise phone:inset-x-0 phone:bottom-0 phone:max-h-[92dvh] phone:max-w-none phone:rounded-t-panel phone:pb-[env(safe-area-inset-bottom)] phone:animate-sheet';

/**
 * Darkens what lies below. Not the library's own overlay: that one writes a style element into the page,
 * which the content security policy forbids. The page itself never scrolls, so nothing needs locking.
 */
export function Scrim() {
  return <div aria-hidden="true" className="fixed inset-0 z-50 bg-scrim animate-appear" />;
}
