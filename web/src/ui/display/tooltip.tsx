/** A sentence about a control: on hover, on focus, and on a tap, where there is neither. */
import { Tooltip as Radix } from 'radix-ui';
import { type ReactElement, useState } from 'react';

type TooltipProps = {
  text: string;
  /** The one element it speaks of; it can take the focus. */
  children: ReactElement;
};

const DELAY_MS = 200;

export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger
          asChild
          onClick={(event) => {
            // The library would close it on a press.
            event.preventDefault();
            setOpen(true);
          }}
        >
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-[min(280px,calc(100vw-16px))] rounded-control bg-ink px-2.5 py-1.5 text-small text-paper shadow-2 animate-appear"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
