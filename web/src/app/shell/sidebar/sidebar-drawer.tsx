/** The sidebar on a phone: over the screen, holding the focus until it is closed. */
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Scrim } from '../../../ui/dialogs/modal.tsx';
import { Brandmark } from '../../../ui/display/brandmark.tsx';
import { useFocusReturn } from '../../../ui/focus/use-focus-return.ts';
import { texts } from '../../texts.ts';

type SidebarDrawerProps = { id: string; open: boolean; onClose: () => void; children: ReactNode };

export function SidebarDrawer({ id, open, onClose, children }: SidebarDrawerProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Scrim />
        <Dialog.Content
          id={id}
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          onEscapeKeyDown={(event) => {
            // Something inside is being typed, and Esc is for that first.
            if (event.target instanceof Element && event.target.closest('[data-keeps-escape]'))
              event.preventDefault();
          }}
          onClick={(event) => {
            // Also when the link leads to where one already is.
            if (event.target instanceof Element && event.target.closest('a')) onClose();
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(300px,84vw)] flex-col border-r border-line bg-sunken px-3 pb-[max(14px,env(safe-area-inset-bottom))] shadow-2 outline-none animate-drawer"
        >
          <Dialog.Title className="sr-only">{texts.sidebar}</Dialog.Title>
          <div className="flex h-14 shrink-0 items-center justify-between">
            <Link
              to={paths.chat}
              aria-label={texts.home}
              className="flex h-11 items-center rounded-control px-1.5"
            >
              <Brandmark />
            </Link>
            <Dialog.Close asChild>
              <IconButton label={texts.closeSidebar}>
                <X />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
