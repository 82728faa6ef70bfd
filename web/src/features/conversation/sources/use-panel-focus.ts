/**
 * Focus management of a panel beside the page: opening moves the focus into it, Tab beyond its edges continues at the
 * opener, and closing returns there.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react';

type PanelFocus = {
  /** The content of the panel, a new object with each opening; undefined while it is closed. */
  opened: object | undefined;
  /** The panel is modal: the focus stays in it until it is closed. */
  holds: boolean;
};

export function usePanelFocus({ opened, holds }: PanelFocus) {
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);

  useEffect(() => {
    if (!opened || panel.current?.contains(document.activeElement)) return;
    opener.current = document.activeElement;
    // Not rendered yet at the first opening: then the dialog library focuses it.
    stopsIn(panel.current)[0]?.focus({ preventScroll: true });
  }, [opened]);

  const goBack = (): boolean => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return false;
    opener.current.focus();
    return true;
  };

  return {
    panel,
    /** For an element within the panel; the library's own handler further out would trap the focus. */
    passOn: (event: KeyboardEvent) => {
      if (holds || event.key !== 'Tab') return;
      event.stopPropagation();
      const edge = stopsIn(panel.current).at(event.shiftKey ? 0 : -1);
      if (document.activeElement === edge && goBack()) event.preventDefault();
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      // A focus that has moved elsewhere stays there.
      if (document.activeElement === document.body) goBack();
    },
  };
}

const stopsIn = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('button:not([disabled]), [href], [tabindex="0"]') ?? []),
];
