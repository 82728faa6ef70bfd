/**
 * Where the keyboard is while a panel lies beside the page: it goes into the panel with every opening, past its edges
 * on from the place it was opened at, and back there when the panel closes.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react';

type PanelFocus = {
  /** What the panel shows, a new object with each opening; undefined while it is closed. */
  opened: object | undefined;
  /** It covers the page: then nothing leads out of it but closing it. */
  holds: boolean;
};

export function usePanelFocus({ opened, holds }: PanelFocus) {
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);

  useEffect(() => {
    if (!opened || panel.current?.contains(document.activeElement)) return;
    opener.current = document.activeElement;
    // Not drawn yet when it opens first: then the library does it.
    stopsIn(panel.current)[0]?.focus({ preventScroll: true });
  }, [opened]);

  const goBack = (): boolean => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return false;
    opener.current.focus();
    return true;
  };

  return {
    panel,
    /** On an element within the panel: the library, above it, would go round in circles. */
    passOn: (event: KeyboardEvent) => {
      if (holds || event.key !== 'Tab') return;
      event.stopPropagation();
      const edge = stopsIn(panel.current).at(event.shiftKey ? 0 : -1);
      if (document.activeElement === edge && goBack()) event.preventDefault();
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      // Whoever has gone on elsewhere stays there.
      if (document.activeElement === document.body) goBack();
    },
  };
}

const stopsIn = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('button:not([disabled]), [href], [tabindex="0"]') ?? []),
];
