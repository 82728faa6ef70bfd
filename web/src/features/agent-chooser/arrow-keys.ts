import type { KeyboardEvent } from 'react';

type Places = { box: HTMLElement | null; list: HTMLElement | null; items: string };

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Down from the search box into the list, up and down within it, and back up into the box. */
export function moveByArrows(event: KeyboardEvent, { box, list, items }: Places): void {
  const step = STEPS[event.key] ?? 0;
  const from = document.activeElement;
  const inList = list?.contains(from);
  if (step === 0 || event.nativeEvent.isComposing || (from !== box && !inList)) return;
  const all = [...(list?.querySelectorAll<HTMLElement>(items) ?? [])];
  const at = all.findIndex((item) => item === from || item.closest('li')?.contains(from));
  const next = all[at + step];
  if (!next && !(at === 0 && step === -1)) return;
  event.preventDefault();
  (next ?? box)?.focus();
}
