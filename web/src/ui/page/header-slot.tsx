/**
 * A place in the header that the screen below may fill. The shell renders `HeaderOutlet` once; a screen
 * renders `<HeaderSlot>…</HeaderSlot>` and its content appears there.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let outlet: HTMLElement | null = null;
const listeners = new Set<() => void>();

export function HeaderOutlet({ className }: { className?: string }) {
  return <div ref={place} className={className} />;
}

export function HeaderSlot({ children }: { children: ReactNode }) {
  const target = useSyncExternalStore(subscribe, () => outlet);
  return target && createPortal(children, target);
}

/** Most screens put their own title there. */
export function HeaderTitle({ children }: { children: ReactNode }) {
  return (
    <HeaderSlot>
      <span className="block truncate text-[14.5px] font-semibold">{children}</span>
    </HeaderSlot>
  );
}

function place(element: HTMLElement | null): void {
  outlet = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
