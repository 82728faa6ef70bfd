/**
 * Asks before somebody leaves a place with work that was not saved: by a link, by the browser's Back, or by
 * closing the tab. Knows no router: it stands in front of it, and lets through what was confirmed.
 */
import { useEffect, useRef, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { gateHistory } from './history-gate.ts';

type Guard = {
  /** Does it at once, or after it was confirmed while there is something to lose. */
  around: (leave: () => void) => void;
  asking: boolean;
  stay: () => void;
  leave: () => void;
};

/** `go` follows a link that was held back: path, query and fragment of this product. */
export function useLeaveGuard(active: boolean, go: (href: string) => void): Guard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const follow = useRef(go);
  useEffect(() => {
    follow.current = go;
  });

  useEffect(() => {
    if (!active) return;
    const hold = (leave: () => void) => setPending(() => leave);
    const links = (event: MouseEvent) => {
      const href = wayOut(event);
      if (!href) return;
      event.preventDefault();
      event.stopPropagation();
      hold(() => follow.current(href));
    };
    const openHistory = gateHistory(holdHistory(hold));
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', links, true);
    window.addEventListener('beforeunload', closing);
    return () => {
      document.removeEventListener('click', links, true);
      openHistory();
      window.removeEventListener('beforeunload', closing);
    };
  }, [active]);

  return {
    around: (leave) => (active ? setPending(() => leave) : leave()),
    asking: pending !== null,
    stay: () => setPending(null),
    leave: () => {
      setPending(null);
      pending?.();
    },
  };
}

type LeaveQuestionProps = {
  guard: Guard;
  text: string;
  detail: string;
  stayLabel: string;
  leaveLabel: string;
};

export function LeaveQuestion({ guard, text, detail, stayLabel, leaveLabel }: LeaveQuestionProps) {
  return (
    <Confirm
      open={guard.asking}
      text={text}
      detail={detail}
      cancelLabel={stayLabel}
      confirmLabel={leaveLabel}
      onCancel={guard.stay}
      onConfirm={guard.leave}
    />
  );
}

/** Where a plain click on a link would lead, when that is another place of the product. */
function wayOut(event: MouseEvent): string | null {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.button !== 0 || modified || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  if (!link?.href || link.hasAttribute('download') || (link.target && link.target !== '_self')) return null;
  const to = new URL(link.href);
  if (to.origin !== location.origin || to.pathname === location.pathname) return null;
  return to.pathname + to.search + to.hash;
}

/** The browser has already gone when it tells: it is sent back, and forth again once that is confirmed. */
function holdHistory(hold: (leave: () => void) => void) {
  let open = false;
  const letPass = () => {
    open = true;
  };
  const place = location.pathname;
  let index = indexOf(history.state);
  let returning = false;
  return (event: PopStateEvent) => {
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (open) return;
    if (location.pathname === place) {
      index = indexOf(event.state);
      return;
    }
    const steps = indexOf(event.state) - index || -1;
    event.stopImmediatePropagation();
    returning = true;
    history.go(-steps);
    hold(() => {
      letPass();
      history.go(steps);
    });
  };
}

/** The router numbers its entries. */
function indexOf(state: unknown): number {
  const index = (state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : 0;
}
